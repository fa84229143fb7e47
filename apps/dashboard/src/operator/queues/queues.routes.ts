import { readBacklog } from '@topup/core/reporting';
import type { Backlog, QueueCounts } from '@topup/dashboard-contract';
import { errorFields } from '@topup/runtime';
import { type RequestHandler, Router } from 'express';
import type { Deps } from '../../deps';
import { Refusal } from '../../http/refusal';

/** What is still to be done: hints in the queues, and rows in the tables, which alone decide. */
export function queueRoutes(deps: Pick<Deps, 'db' | 'log' | 'operator'>): Router {
  const router = Router();
  router.get('/queues', counts(deps));
  router.get('/backlog', backlog(deps));
  return router;
}

function counts({ log, operator }: Pick<Deps, 'log' | 'operator'>): RequestHandler {
  return async (_request, response) => {
    const read = await operator.queueCounts.read().catch((error) => {
      log.warn('the queues could not be counted', errorFields(error));
      throw new Refusal(503, 'queues_away', 'The queues do not answer. Purchases go on through the database.');
    });
    response.json(read satisfies QueueCounts);
  };
}

function backlog({ db }: Pick<Deps, 'db'>): RequestHandler {
  return async (_request, response) => {
    response.json((await readBacklog(db)) satisfies Backlog);
  };
}
