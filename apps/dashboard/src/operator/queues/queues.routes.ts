import { readBacklog } from '@topup/core/reporting';
import type { Backlog, QueueCounts } from '@topup/dashboard-contract';
import { errorFields } from '@topup/runtime';
import { type RequestHandler, Router } from 'express';
import type { Deps } from '../../deps';
import { refusalOf } from '../../http/refusal';

/** What is still to be done: the jobs in the queues, and the rows in the tables, which decide. */
export function queueRoutes(deps: Pick<Deps, 'db' | 'log' | 'operator'>): Router {
  const router = Router();
  router.get('/queues', counts(deps));
  router.get('/backlog', backlog(deps));
  return router;
}

function counts({ log, operator }: Pick<Deps, 'log' | 'operator'>): RequestHandler {
  return async (_request, response) => {
    const queues = await operator.queueCounts.read().catch((error) => {
      log.warn('the queues could not be counted', errorFields(error));
      throw refusalOf({ kind: 'queues_away' });
    });
    response.json({ board: operator.queueBoard, queues } satisfies QueueCounts);
  };
}

function backlog({ db }: Pick<Deps, 'db'>): RequestHandler {
  return async (_request, response) => {
    response.json((await readBacklog(db)) satisfies Backlog);
  };
}
