import { deliveryStates, findDelivery, httpClasses, listDeliveries, type StoredDelivery } from '@topup/core/reporting';
import { assertNever, isUuid, pick, toWire } from '@topup/core/shared';
import {
  countFailedSince,
  type EventName,
  endResend,
  eventBody,
  eventHeaders,
  eventNames,
  type ManualDeliveryOutcome,
  MOST_RESENT,
  readNewestResend,
  readSigners,
  resendDelivery,
  resendFailed,
  type Signers,
  sendTestEvent,
} from '@topup/core/webhook';
import type { Delivery, DeliveryRow, MatchingFailures, Page, ResendProgress } from '@topup/dashboard-contract';
import { Router } from 'express';
import Joi from 'joi';
import { accountIdOf, byOf, requireRight, timeZoneOf } from '../../auth/signed-in';
import type { Deps } from '../../deps';
import { SPAN } from '../../http/lists';
import { unknownCursor } from '../../http/pagination';
import { query } from '../../http/query';
import { parseIdParam, readFields, readQuery } from '../../http/read-fields';
import { notFound, Refusal } from '../../http/refusal';

const listed = Joi.object<Parameters<typeof listDeliveries>[2] & { search?: string; cursor?: string; limit: number }>({
  state: query.oneOf(deliveryStates),
  event: query.text(60),
  http: query.oneOf(httpClasses),
  search: query.search(),
  ...SPAN,
  cursor: query.cursor(),
  limit: query.limit(25),
});

const testEvent = Joi.object<{ event: EventName }>({
  event: Joi.string()
    .valid(...eventNames)
    .required(),
});

/** The deliveries of an account's events, newest first, and manual ones. */
export function deliveryRoutes({ db, enqueueEvent }: Pick<Deps, 'db' | 'enqueueEvent'>): Router {
  const router = Router();
  router.get(['/deliveries', '/deliveries/:id'], requireRight('read'));
  router.post(['/deliveries/:id/resend', '/webhook/test'], requireRight('events'));
  router.get('/deliveries', async (request, response) => {
    const { search: reference, cursor, limit, ...filter } = readQuery(listed, request, timeZoneOf(response));
    if (cursor !== undefined && !isUuid(cursor)) throw unknownCursor();
    const page = { before: cursor, limit };
    const found = await listDeliveries(db, accountIdOf(response), { ...filter, reference }, page);
    if (found === null) throw unknownCursor();
    response.json({ rows: found.rows.map(toDeliveryRow), next: found.next } satisfies Page<DeliveryRow>);
  });
  router.get('/deliveries/:id', async (request, response) => {
    const [accountId, id] = [accountIdOf(response), parseIdParam(request, 'delivery')];
    const [found, signers] = await Promise.all([findDelivery(db, accountId, id), readSigners(db, accountId, id)]);
    if (found === null) throw notFound('delivery');
    const signedWith = found.sentTimestamp === null ? null : signers;
    response.json({
      ...toDeliveryRow(found),
      isTest: found.purchaseId === null,
      request: toDeliveryRequest(found, signedWith),
      signedWith,
      response: found.response,
    } satisfies Delivery);
  });
  // sends the same event again, to the present webhook URL
  router.post('/deliveries/:id/resend', async (request, response) => {
    const [accountId, id] = [accountIdOf(response), parseIdParam(request, 'delivery')];
    const written = await resendDelivery(db, byOf(response), accountId, id);
    if (written.kind === 'no_such_delivery') throw notFound('delivery');
    if (written.kind === 'unfinished')
      throw new Refusal(409, 'not_finished', 'This delivery is still being sent. Wait until it has finished.');
    if (written.kind !== 'written') throw manualDeliveryRefusal(written.kind, 'copy of this event');
    enqueueEvent(written.id);
    response.status(202).json({ id: written.id });
  });
  // a normal delivery of an event of this kind, which belongs to no purchase
  router.post('/webhook/test', async (request, response) => {
    const { event } = readFields(testEvent, request.body);
    const written = await sendTestEvent(db, byOf(response), accountIdOf(response), event);
    if (written.kind !== 'written') throw manualDeliveryRefusal(written.kind, 'test event');
    enqueueEvent(written.id);
    response.status(202).json({ id: written.id });
  });
  return router;
}

const since = Joi.object<{ since: Date }>({ since: query.from().required() });

/** A worker resends every event that failed since a time and has not arrived. */
export function resendRoutes({ db }: Pick<Deps, 'db'>): Router {
  const router = Router();
  router.get(['/webhook/resends/matching', '/webhook/resends/newest'], requireRight('read'));
  router.post(['/webhook/resends', '/webhook/resends/:id/cancel'], requireRight('events'));
  router.get('/webhook/resends/matching', async (request, response) => {
    const accountId = accountIdOf(response);
    const events = await countFailedSince(db, accountId, readQuery(since, request, timeZoneOf(response)).since);
    response.json({ events, most: MOST_RESENT } satisfies MatchingFailures);
  });
  router.get('/webhook/resends/newest', async (_request, response) => {
    const newest = await readNewestResend(db, accountIdOf(response));
    response.json({ resend: toWire(newest) satisfies ResendProgress | null });
  });
  router.post('/webhook/resends', async (request, response) => {
    const accountId = accountIdOf(response);
    const given = readFields(since, request.body, timeZoneOf(response));
    const asked = await resendFailed(db, byOf(response), accountId, given.since);
    if (asked.kind === 'nothing') throw new Refusal(409, 'nothing_failed', 'No event has failed since then.');
    if (asked.kind !== 'written') throw manualDeliveryRefusal(asked.kind, 'resend of failed events');
    response.status(202).json({ id: asked.id, events: asked.total });
  });
  // those that are on their way still arrive
  router.post('/webhook/resends/:id/cancel', async (request, response) => {
    const id = parseIdParam(request, 'resend');
    if (!(await endResend(db, byOf(response), accountIdOf(response), id)))
      throw new Refusal(409, 'not_running', 'This resend has already ended.');
    response.json({});
  });
  return router;
}

/** Why a manual delivery is not sent. */
function manualDeliveryRefusal(
  why: Exclude<ManualDeliveryOutcome['kind'], 'written'>,
  what: 'test event' | 'copy of this event' | 'resend of failed events',
): Refusal {
  switch (why) {
    case 'no_url':
      return new Refusal(409, 'no_webhook', 'No webhook URL is set. Set one first.');
    case 'no_key':
      return new Refusal(409, 'no_key', 'You have no active API key to sign with. Create one first.');
    case 'under_way':
      return new Refusal(409, 'under_way', `A ${what} is still being sent. Wait until it has finished.`);
    default:
      return assertNever(why);
  }
}

const SHOWN = ['id', 'event', 'status', 'state', 'url', 'httpStatus', 'durationMs', 'error', 'createdAt'] as const;

/** The parts of a delivery that a list shows. */
type Listed = Pick<StoredDelivery, (typeof SHOWN)[number] | 'claimedAt' | 'sentAt' | 'resentFrom'> & {
  requestRef: string | null;
};

export const toDeliveryRow = (delivery: Listed): DeliveryRow =>
  toWire({
    ...pick(delivery, ...SHOWN, 'resentFrom'),
    reference: delivery.requestRef,
    sentAt: sentAtOf(delivery),
  });

/** While it is being sent, the time of the claim, some ms earlier. */
const sentAtOf = ({ sentAt, claimedAt, state }: Listed): Date | null =>
  sentAt ?? (state === 'sending' ? claimedAt : null);

const MASKED = '•'.repeat(8);

/**
 * The request of a delivery, built by the code that sends it. Hash and signatures are masked, because they prove that
 * we sent it.
 */
function toDeliveryRequest(delivery: StoredDelivery, signedWith: Signers | null): Delivery['request'] {
  const isOpen = delivery.state === 'queued' || delivery.state === 'sending';
  const timestamp = delivery.sentTimestamp ?? (isOpen ? '(set when sent)' : '(not recorded)');
  const body = { ...eventBody(delivery, '', timestamp), hash: MASKED };
  const signatures = (signedWith?.secrets ?? []).map(() => `v1,${MASKED}`).join(' ');
  const headers = eventHeaders(delivery, delivery.sentTimestamp);
  return { headers: signatures === '' ? headers : { ...headers, 'webhook-signature': signatures }, body };
}
