import { isUuid } from '@topup/core/shared';
import type { RequestHandler } from 'express';
import type { Deps } from '../../deps';
import { callerOf } from '../../http/request-context';

/**
 * GET /v1/test/events: a copy of every event of the test account, as server-sent events. With `Last-Event-ID` it begins
 * after that one.
 */
export function listenToEvents({ eventStreams }: Pick<Deps, 'eventStreams'>): RequestHandler {
  return async (request, response) => {
    if (request.method === 'HEAD') return void response.type('text/event-stream').end();
    const last = request.get('Last-Event-ID') ?? '';
    await eventStreams.send(request, response, callerOf(response).accountId, isUuid(last) ? last : undefined);
  };
}
