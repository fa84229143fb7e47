import {
  type DeliveryState,
  deliveryStates,
  findDelivery,
  insertResend,
  type StoredDelivery,
  listDeliveries as storedDeliveries,
} from '@topup/core';
import type { RequestHandler } from 'express';
import Joi from 'joi';
import type { Delivery, DeliveryRow, Page } from '../../contract';
import { readFields } from '../../http/fields';
import { notFound, Refusal } from '../../http/refusal';
import { accountIdOf, signedInOf } from '../../http/signed-in';
import { deliveryRequest } from './delivery-request';
import { deliveryRow } from './delivery-row';
import type { DeveloperDeps } from './developer-routes';
import { idOf, isId } from './id-of';
import { notAsked } from './not-asked';

type Query = { state?: DeliveryState; event?: string; search?: string; cursor?: string; limit: number };

const query = Joi.object<Query>({
  state: Joi.string()
    .valid(...deliveryStates)
    .empty(''),
  event: Joi.string().max(60).empty(''),
  search: Joi.string().trim().max(50).empty(''),
  cursor: Joi.string().empty(''),
  limit: Joi.number().integer().min(1).max(100).default(25),
});

/** GET /api/deliveries: the youngest first. `search` is a whole reference. */
export function listDeliveries({ db }: DeveloperDeps): RequestHandler {
  return async (request, response) => {
    const { state, event, search, cursor, limit } = readFields(query, request.query);
    if (cursor !== undefined && !isId(cursor)) throw unknownCursor();
    const filter = { state, event, reference: search };
    const found = await storedDeliveries(db, accountIdOf(response), filter, { before: cursor, limit: limit + 1 });
    if (found === null) throw unknownCursor();
    response.json(pageOf(found, limit));
  };
}

/** GET /api/deliveries/:id */
export function getDelivery({ db }: DeveloperDeps): RequestHandler {
  return async (request, response) => {
    const found = await findDelivery(db, accountIdOf(response), idOf(request, 'delivery'));
    if (found === null) throw notFound('delivery');
    response.json({ ...deliveryRow(found), request: deliveryRequest(found), response: found.response } satisfies Delivery);
  };
}

/** POST /api/deliveries/:id/resend: the same event once more, to where events go now. */
export function resendDelivery({ db, wakeForEvent }: DeveloperDeps): RequestHandler {
  return async (request, response) => {
    const asking = { accountId: accountIdOf(response), askedBy: signedInOf(response).userId };
    const written = await insertResend(db, idOf(request, 'delivery'), asking);
    if (written === 'unknown') throw notFound('delivery');
    if (written === 'unfinished') throw new Refusal(409, 'not_finished', 'This delivery is still on its way. Wait for its end.');
    if (typeof written === 'string') throw notAsked(written, 'copy of this event');
    wakeForEvent(written.id);
    response.status(202).json({ id: written.id });
  };
}

function unknownCursor(): Refusal {
  const text = 'cursor is not one that a page of these deliveries gave';
  return new Refusal(400, 'validation_failed', text, { cursor: text });
}

function pageOf(found: StoredDelivery[], limit: number): Page<DeliveryRow> {
  const rows = found.slice(0, limit);
  return { rows: rows.map(deliveryRow), next: found.length > limit ? (rows.at(-1)?.id ?? null) : null };
}
