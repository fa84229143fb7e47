import type { Mode } from '@topup/core/account';
import type { Caller } from '@topup/core/api-key';
import { AppError } from '@topup/core/errors';
import { maskPath, newId, type Span } from '@topup/core/shared';
import type { Express, Request, RequestHandler, Response } from 'express';
import type { Deps } from '../deps';
import type { ApiMetrics } from '../metrics';
import type { JsonBody } from './parse-json';
import { type RecordedContext, toRequestRecord } from './request-record';

/** The facts about a request. */
type Context = RecordedContext & {
  /** By the monotonic clock. */
  arrivedAtMs: number;
  /** Undefined: the request is not traced. */
  span: Span | undefined;
};

type OpenDeps = Pick<Deps, 'clock' | 'log' | 'tracing'> & {
  metrics: Pick<ApiMetrics, 'answered'>;
  requestLog: Deps['requestLog'] | null;
};

/** Routes match in any case, so does this. A path with `//` or `%2F` has no route, but the secret. */
const SECRET_PART = /^((?:\/|%2f)+callbacks(?:\/|%2f)+[^/%]+(?:\/|%2f)).+/i;

/**
 * Gives the request its id and its arrival time, from which a purchase's wait counts, and, when it is traced, its span.
 * Logs and counts every answer, and hands it to the request log.
 */
export function openRequest({ clock, log, metrics, requestLog, tracing }: OpenDeps): RequestHandler {
  return (request, response, next) => {
    const requestId = newId();
    const context: Context = {
      requestId,
      arrivedAtMs: clock.monotonicMs(),
      span: receive(tracing, request, requestId),
    };
    response.locals.context = context;
    response.setHeader('X-Request-Id', context.requestId);
    response.setHeader('X-Mode', modeNamedBy(request.headers.authorization));
    response.on('close', () => {
      const durationMs = Math.round(clock.monotonicMs() - context.arrivedAtMs);
      const outcome = response.writableFinished
        ? { status: response.statusCode }
        : { status: response.statusCode, hungUp: true };
      log.info('request', {
        ...logFieldsOf(response),
        method: request.method,
        path: maskPath(request.path).replace(SECRET_PART, '$1…'),
        account: context.caller?.accountId,
        ...(context.caller?.mode === 'test' && { mode: 'test' }),
        requestRef: context.requestRef,
        ...outcome,
        durationMs,
      });
      metrics.answered(toLabels(request, response), durationMs);
      const record = requestLog && toRequestRecord(request, response, context, durationMs);
      if (record) requestLog.record(record);
      endSpan(context, request, response);
    });
    next();
  };
}

/** Makes `app` keep the answer of each request for the request log. */
export function keepAnswers(app: Express): void {
  const { json } = app.response;
  app.response.json = function keepAndSend(body) {
    contextOf(this).answer = body;
    return json.call(this, body);
  };
}

/** The mode of the key that a request brings, whether the key is good or not. Without one it is live. */
const modeNamedBy = (authorization: string | undefined): Mode =>
  /^Bearer tup_test_/i.test(authorization ?? '') ? 'test' : 'live';

/** The span of a call to the API, in the trace of its client. Pages and callbacks have none. */
function receive(tracing: OpenDeps['tracing'], request: Request, requestId: string): Span | undefined {
  if (tracing === undefined || !request.path.startsWith('/v1/')) return undefined;
  const { traceparent } = request.headers;
  const name = METHODS.includes(request.method) ? request.method : 'HTTP';
  return tracing.receive(name, Array.isArray(traceparent) ? undefined : traceparent, { 'topup.request_id': requestId });
}

function endSpan({ span, caller }: Context, request: Request, response: Response): void {
  if (span === undefined) return;
  const { method, route, status } = toLabels(request, response);
  span.end({
    ...(route !== 'none' && { name: `${method} ${route}` }),
    facts: {
      'http.request.method': method === 'other' ? '_OTHER' : method,
      ...(route !== 'none' && { 'http.route': route }),
      ...(status === 'hung_up' ? { 'error.type': status } : { 'http.response.status_code': response.statusCode }),
      ...(caller && { 'topup.account_id': caller.accountId, 'topup.mode': caller.mode }),
    },
    failed: response.statusCode >= 500 || status === 'hung_up',
  });
}

/** The labels of the metric: a small fixed set, whatever clients send. `none` means that no route matched. */
function toLabels(request: Request, response: Response): { method: string; route: string; status: string } {
  const route: unknown = request.route?.path;
  return {
    method: METHODS.includes(request.method) ? request.method : 'other',
    route: typeof route === 'string' ? route : 'none',
    status: response.writableFinished ? String(response.statusCode) : 'hung_up',
  };
}

const METHODS = ['GET', 'HEAD', 'POST'];

/** Returns the known facts about a request. A route adds the reference that it has checked, for the log. */
export const contextOf = (response: Response): Context => response.locals.context;

/** The ids of a request, for its log lines. */
export const logFieldsOf = (response: Response) => {
  const { requestId, span } = contextOf(response);
  return { requestId, ...span?.logFields };
};

export function callerOf(response: Response): Caller {
  const { caller } = contextOf(response);
  if (caller === undefined)
    throw new AppError('internal', undefined, { cause: new Error('a route was reached without a caller') });
  return caller;
}

/** The JSON object that `jsonBody` has parsed. */
export const bodyOf = (request: Request): JsonBody => request.body;
