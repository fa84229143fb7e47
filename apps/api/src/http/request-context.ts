import { randomUUID } from 'node:crypto';
import type { Caller } from '@topup/core/api-key';
import { AppError } from '@topup/core/errors';
import type { Clock, Log } from '@topup/core/shared';
import type { Request, RequestHandler, Response } from 'express';
import type { ApiFigures } from '../metrics';

type Context = { requestId: string; arrivedAtMs: number; caller?: Caller; requestRef?: string };

const SECRET_PART = /^(\/callbacks\/[^/]+\/).+/;

/** Gives the request its id, which every answer carries, and notes when it arrived, which the wait is counted from. Logs and counts each answer. */
export function openRequest({
  clock,
  log,
  figures,
}: {
  clock: Clock;
  log: Log;
  figures: Pick<ApiFigures, 'answered'>;
}): RequestHandler {
  return (request, response, next) => {
    const context: Context = { requestId: randomUUID(), arrivedAtMs: clock.monotonicMs() };
    response.locals.context = context;
    response.setHeader('X-Request-Id', context.requestId);
    response.on('close', () => {
      const durationMs = Math.round(clock.monotonicMs() - context.arrivedAtMs);
      const outcome = response.writableFinished
        ? { status: response.statusCode }
        : { status: response.statusCode, hungUp: true };
      log.info('request', {
        requestId: context.requestId,
        method: request.method,
        path: request.path.replace(SECRET_PART, '$1…'),
        account: context.caller?.accountId,
        requestRef: context.requestRef,
        ...outcome,
        durationMs,
      });
      figures.answered(countedAs(request, response), durationMs);
    });
    next();
  };
}

/** In words that are few, whatever clients send. `none`: no route was reached. */
function countedAs(request: Request, response: Response): { method: string; route: string; status: string } {
  const route: unknown = request.route?.path;
  return {
    method: METHODS.includes(request.method) ? request.method : 'other',
    route: typeof route === 'string' ? route : 'none',
    status: response.writableFinished ? String(response.statusCode) : 'hung_up',
  };
}

const METHODS = ['GET', 'HEAD', 'POST'];

const contextOf = (response: Response): Context => response.locals.context;

export const requestIdOf = (response: Response): string => contextOf(response).requestId;

/** When the request arrived, on the injected monotonic clock. */
export const arrivalOf = (response: Response): number => contextOf(response).arrivedAtMs;

/** Which purchase the request is about, in the client's own word for it, once that was checked: it goes into the log. */
export function setReference(response: Response, requestRef: string): void {
  contextOf(response).requestRef = requestRef;
}

export function setCaller(response: Response, caller: Caller): void {
  contextOf(response).caller = caller;
}

export function callerOf(response: Response): Caller {
  const { caller } = contextOf(response);
  if (caller === undefined)
    throw new AppError('internal', undefined, { cause: new Error('a route was reached without a caller') });
  return caller;
}

/** The parsed JSON object; `jsonBody` has seen to it. */
export const bodyOf = (request: Request): Record<string, unknown> => request.body;
