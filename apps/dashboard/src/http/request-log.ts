import { randomUUID } from 'node:crypto';
import { type Clock, type Log, maskPath } from '@topup/core/shared';
import type { RequestHandler } from 'express';
import type { SignedIn } from '../auth/signed-in';

/** One line for each request, without the query, because links have their tokens there. */
export function requestLog({ clock, log }: { clock: Clock; log: Log }): RequestHandler {
  return (request, response, next) => {
    const [requestId, arrivedAtMs, path] = [randomUUID(), clock.monotonicMs(), request.path];
    response.locals.requestId = requestId;
    response.setHeader('X-Request-Id', requestId);
    response.on('close', () => {
      const signedIn: SignedIn | undefined = response.locals.signedIn;
      log.info('request', {
        requestId,
        method: request.method,
        path: maskPath(path),
        user: signedIn?.userId,
        account: signedIn?.accountId ?? undefined,
        status: response.statusCode,
        ...(!response.writableFinished && !response.locals.isStream && { hungUp: true }),
        durationMs: Math.round(clock.monotonicMs() - arrivedAtMs),
      });
    });
    next();
  };
}
