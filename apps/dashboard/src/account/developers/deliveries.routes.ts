import {
  type DeliveryState,
  deliveryStates,
  findDelivery,
  type HttpClass,
  httpClasses,
  listDeliveries as storedDeliveries,
} from '@topup/core/reporting';
import { isUuid } from '@topup/core/shared';
import { readSigners, resendDelivery as resend } from '@topup/core/webhook';
import type { Delivery, DeliveryRow, Page } from '@topup/dashboard-contract';
import type { RequestHandler } from 'express';
import Joi from 'joi';
import { accountIdOf, timeZoneOf } from '../../auth/signed-in';
import type { Deps } from '../../deps';
import { byOf } from '../../http/audit';
import { unknownCursor } from '../../http/pagination';
import { parseIdParam } from '../../http/parse-id-param';
import { query } from '../../http/query';
import { readQuery } from '../../http/read-fields';
import { notFound, Refusal } from '../../http/refusal';
import { toDeliveryRequest, toDeliveryRow } from './deliveries.presenter';
import { manualDeliveryRefusal } from './manual-delivery-refusal';

type Query = {
  state?: DeliveryState;
  event?: string;
  http?: HttpClass;
  search?: string;
  from?: Date;
  to?: Date;
  cursor?: string;
  limit: number;
};

const schema = Joi.object<Query>({
  state: query.oneOf(deliveryStates),
  event: query.text(60),
  http: query.oneOf(httpClasses),
  search: query.search(),
  from: query.from(),
  to: query.to(),
  cursor: query.cursor(),
  limit: query.limit(25),
});

/** GET /api/deliveries: newest first. `search` is a whole reference. */
export function listDeliveries({ db }: Pick<Deps, 'db'>): RequestHandler {
  return async (request, response) => {
    const { search, cursor, limit, ...filter } = readQuery(schema, request, timeZoneOf(response));
    if (cursor !== undefined && !isUuid(cursor)) throw unknownCursor();
    const page = { before: cursor, limit };
    const found = await storedDeliveries(db, accountIdOf(response), { ...filter, reference: search }, page);
    if (found === null) throw unknownCursor();
    response.json({ rows: found.rows.map(toDeliveryRow), next: found.next } satisfies Page<DeliveryRow>);
  };
}

/** GET /api/deliveries/:id */
export function getDelivery({ db }: Pick<Deps, 'db'>): RequestHandler {
  return async (request, response) => {
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
  };
}

/** POST /api/deliveries/:id/resend: sends the same event again, to the present webhook URL. */
export function resendDelivery({ db, enqueueEvent }: Pick<Deps, 'db' | 'enqueueEvent'>): RequestHandler {
  return async (request, response) => {
    const [accountId, id] = [accountIdOf(response), parseIdParam(request, 'delivery')];
    const written = await resend(db, byOf(response), accountId, id);
    if (written.kind === 'no_such_delivery') throw notFound('delivery');
    if (written.kind === 'unfinished')
      throw new Refusal(409, 'not_finished', 'This delivery is still being sent. Wait until it has finished.');
    if (written.kind !== 'written') throw manualDeliveryRefusal(written.kind, 'copy of this event');
    enqueueEvent(written.id);
    response.status(202).json({ id: written.id });
  };
}
