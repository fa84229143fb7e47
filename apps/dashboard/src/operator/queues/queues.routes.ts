import { readBacklog } from '@topup/core/reporting';
import type { Backlog, QueueCounts } from '@topup/dashboard-contract';
import { errorFields } from '@topup/runtime';
import { Router } from 'express';
import type { Deps } from '../../deps';
import { refusalOf } from '../../http/refusal';

/** Serves the work that is still to be done: the jobs in the queues, and the rows in the tables, which decide. */
export function queueRoutes({ db, log, operator }: Pick<Deps, 'db' | 'log' | 'operator'>): Router {
  const router = Router();
  router.get('/queues', async (_request, response) => {
    const queues = await operator.queueCounts.read().catch((error) => {
      log.warn('the queues could not be counted', errorFields(error));
      throw refusalOf({ kind: 'queues_away' });
    });
    response.json({ queues } satisfies QueueCounts);
  });
  router.get('/backlog', async (_request, response) => response.json((await readBacklog(db)) satisfies Backlog));
  return router;
}
