import { AppError } from '@topup/core/errors';
import { eventNames, insertTestEvent } from '@topup/core/webhook';
import type { RequestHandler } from 'express';
import type { Deps } from '../../deps';
import { field, readFields, requestBody } from '../../http/fields';
import { bodyOf, callerOf, requestIdOf } from '../../http/request-context';

export const testEvent = requestBody({ event: field.oneOf(eventNames, 'The kind of event.') });

/**
 * POST /v1/test/events: a test event of this kind, to the webhook URL and to whoever listens. It belongs to no
 * purchase.
 */
export function triggerEvent({ db, enqueueEvent }: Pick<Deps, 'db' | 'enqueueEvent'>): RequestHandler {
  return async (request, response) => {
    const { event } = readFields(testEvent, bodyOf(request));
    const { accountId, keyId } = callerOf(response);
    const written = await insertTestEvent(db, event, { accountId, askedBy: `key:${keyId}` });
    if (written.kind === 'under_way') throw new AppError('rate_limited', 'Another test event is still being sent.');
    // the account was reset, or its key revoked, while the request was on its way
    if (written.kind !== 'written') throw new AppError('unauthorized');
    enqueueEvent(written.id, requestIdOf(response));
    response.json({
      status: 'success',
      message: 'Test event sent.',
      data: { id: written.id, event, reference: `test-${written.id}` },
    });
  };
}
