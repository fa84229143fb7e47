import { fundTestWallet, getWebhookUrl, MAX_TEST_FUNDING_KOBO, resetTestAccount } from '@topup/core/account';
import { AppError } from '@topup/core/errors';
import { formatNaira, pause } from '@topup/core/shared';
import { eventNames, insertTestEvent } from '@topup/core/webhook';
import type { RequestHandler } from 'express';
import type { Deps } from '../../deps';
import { field, readFields, requestBody } from '../../http/fields';
import { bodyOf, callerOf, contextOf } from '../../http/request-context';
import { balanceAnswer } from '../wallet/wallet.route';

export const testFunding = requestBody({
  amount: field.naira(`Test money to add, at most ${formatNaira(MAX_TEST_FUNDING_KOBO)} naira.`),
});

/** POST /v1/test/wallet/fund: adds test money to the wallet of the test account. Each call adds it again. */
export function fundTest({ db, changeInTurns }: Deps): RequestHandler {
  return async (request, response) => {
    const { amount } = readFields(testFunding, bodyOf(request));
    if (amount > MAX_TEST_FUNDING_KOBO) throw tooMuch(MAX_TEST_FUNDING_KOBO);
    const { accountId } = callerOf(response);
    const funded = await changeInTurns(accountId, () => fundTestWallet(db, accountId, amount));
    // the account was reset or suspended while the request was on its way
    if (funded.kind === 'not_test') throw new AppError('unauthorized');
    if (funded.kind === 'too_much') throw tooMuch(funded.leftKobo);
    response.json(balanceAnswer('Test wallet funded.', funded.balanceKobo));
  };
}

const tooMuch = (mostKobo: bigint): AppError =>
  new AppError('validation_failed', `amount must be between 0.01 and ${formatNaira(mostKobo)}`);

export const testReset = requestBody({});

/** After this every API process knows which account a key is of (authenticate.ts). */
const KNOWN_EVERYWHERE_MS = 1_000;

/** POST /v1/test/reset: a fresh test account behind the same keys. It answers when every API process knows it. */
export function resetTest({ db, changeInTurns }: Deps): RequestHandler {
  return async (request, response) => {
    readFields(testReset, bodyOf(request));
    const { accountId } = callerOf(response);
    const reset = await changeInTurns(accountId, () => resetTestAccount(db, accountId));
    // the account was reset or suspended while the request was on its way
    if (reset.kind === 'not_test') throw new AppError('unauthorized');
    if (reset.kind === 'too_soon') {
      response.setHeader('Retry-After', reset.waitSeconds);
      throw new AppError('rate_limited', 'A test account can be reset once a minute.');
    }
    await pause(KNOWN_EVERYWHERE_MS);
    response.json(balanceAnswer('Test account reset.', 0n));
  };
}

export const testEvent = requestBody({ event: field.oneOf(eventNames, 'The kind of event.') });

/** Other processes may have listeners, which only they know: they hear the event, so it is no error. */
const UNHEARD =
  'Test event recorded, but you have no webhook URL and we found no listener. Listen with GET /v1/test/events, or set a ' +
  'URL with POST /v1/webhook/set. Then send another test event.';

/** POST /v1/test/events: a test event of this kind, to the webhook URL and to listeners. It belongs to no purchase. */
export function triggerEvent(deps: Pick<Deps, 'db' | 'enqueueEvent' | 'eventStreams'>): RequestHandler {
  const { db, enqueueEvent, eventStreams } = deps;
  return async (request, response) => {
    const { event } = readFields(testEvent, bodyOf(request));
    const { accountId, keyId } = callerOf(response);
    const isHeard = eventStreams.isHeard(accountId) || (await getWebhookUrl(db, accountId)) !== null;
    const written = await insertTestEvent(db, event, { accountId, askedBy: `key:${keyId}` });
    if (written.kind === 'under_way') throw new AppError('rate_limited', 'Another test event is still being sent.');
    // the account was reset, or its key revoked, while the request was on its way
    if (written.kind !== 'written') throw new AppError('unauthorized');
    enqueueEvent(written.id, contextOf(response).requestId);
    response.json({
      status: 'success',
      message: isHeard ? 'Test event sent.' : UNHEARD,
      data: { id: written.id, event, reference: `test-${written.id}` },
    });
  };
}

/** GET /v1/test/events: every event of the test account, as server-sent events; with `Last-Event-ID` those after it. */
export function listenToEvents({ eventStreams }: Pick<Deps, 'eventStreams'>): RequestHandler {
  return async (request, response) => {
    if (request.method === 'HEAD') return void response.type('text/event-stream').end();
    await eventStreams.send(request, response, callerOf(response).accountId, request.get('Last-Event-ID'));
  };
}
