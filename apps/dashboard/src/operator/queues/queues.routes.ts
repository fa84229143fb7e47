import { readBacklog } from '@topup/core/reporting';
import type { Backlog, QueueCounts } from '@topup/dashboard-contract';
import { errorFields, QUEUE_BOARD_PATH, type QueueBoard } from '@topup/runtime';
import { type RequestHandler, Router } from 'express';
import { requireFactor } from '../../auth/signed-in';
import type { Deps } from '../../deps';
import { Refusal, refusalOf } from '../../http/refusal';

/** Serves the work that is still to be done: the jobs in the queues, and the rows in the tables, which decide. */
export function queueRoutes({ db, log, operator }: Pick<Deps, 'db' | 'log' | 'operator'>): Router {
  const router = Router();
  router.get('/queues', async (_request, response) => {
    const queues = await operator.queueCounts.read().catch((error) => {
      log.warn('the queues could not be counted', errorFields(error));
      throw refusalOf({ kind: 'queues_away' });
    });
    response.json({ board: operator.queueBoard, queues } satisfies QueueCounts);
  });
  router.get('/backlog', async (_request, response) => response.json((await readBacklog(db)) satisfies Backlog));
  return router;
}

/**
 * The board of the queues at /queues, for operators only. Mount it on the app, before the pages: it has pages and
 * security headers of its own. A user who is not signed in is redirected to the sign-in page.
 */
export function queueBoard(
  { findSignedIn }: Pick<Deps, 'findSignedIn'>,
  board: Pick<QueueBoard, 'serve'>,
): RequestHandler {
  return async (request, response, next) => {
    if (request.path !== QUEUE_BOARD_PATH && !request.path.startsWith(`${QUEUE_BOARD_PATH}/`)) return next();
    const signedIn = await findSignedIn(request.headers);
    if (signedIn === null) return response.redirect(303, '/sign-in');
    requireFactor(signedIn);
    if (signedIn.role !== 'operator') throw new Refusal(403, 'not_an_operator', 'Only operators can open this page.');
    response.setHeader('Cache-Control', 'no-store'); // jobs name purchases and people
    await board.serve(request, response);
  };
}
