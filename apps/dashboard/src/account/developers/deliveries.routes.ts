import {
  type DeliveryState,
  deliveryStates,
  findDelivery,
  listDeliveries as storedDeliveries,
} from '@topup/core/reporting';
import { insertResend } from '@topup/core/webhook';
import type { Delivery, DeliveryRow, Page } from '@topup/dashboard-contract';
import type { RequestHandler } from 'express';
import Joi from 'joi';
import { accountIdOf, signedInOf } from '../../auth/signed-in';
import { pageOf, unknownCursor } from '../../http/pagination';
import { idOf, isId } from '../../http/parse-id-param';
import { query } from '../../http/query';
import { readFields } from '../../http/read-fields';
import { notFound, Refusal } from '../../http/refusal';
import { deliveryRow } from './deliveries.presenter';
import { notAsked } from './delivery-rejection';
import { deliveryRequest } from './delivery-request';
import type { DeveloperDeps } from './developers.routes';

type Query = { state?: DeliveryState; event?: string; search?: string; cursor?: string; limit: number };

const schema = Joi.object<Query>({
  state: query.oneOf(deliveryStates),
  event: query.text(60),
  search: query.search(),
  cursor: query.cursor(),
  limit: query.limit(25),
});

/** GET /api/deliveries: the youngest first. `search` is a whole reference. */
export function listDeliveries({ db }: DeveloperDeps): RequestHandler {
  return async (request, response) => {
    const { state, event, search, cursor, limit } = readFields(schema, request.query);
    if (cursor !== undefined && !isId(cursor)) throw unknownCursor();
    const [accountId, filter] = [accountIdOf(response), { state, event, reference: search }];
    const { rows, next } = await pageOf(limit, async (atMost) => {
      const found = await storedDeliveries(db, accountId, filter, { before: cursor, limit: atMost });
      if (found === null) throw unknownCursor();
      return found;
    });
    response.json({ rows: rows.map(deliveryRow), next: next?.id ?? null } satisfies Page<DeliveryRow>);
  };
}

/** GET /api/deliveries/:id */
export function getDelivery({ db }: DeveloperDeps): RequestHandler {
  return async (request, response) => {
    const found = await findDelivery(db, accountIdOf(response), idOf(request, 'delivery'));
    if (found === null) throw notFound('delivery');
    response.json({
      ...deliveryRow(found),
      request: deliveryRequest(found),
      response: found.response,
    } satisfies Delivery);
  };
}

/** POST /api/deliveries/:id/resend: the same event once more, to where events go now. */
export function resendDelivery({ db, enqueueEvent }: DeveloperDeps): RequestHandler {
  return async (request, response) => {
    const asking = { accountId: accountIdOf(response), askedBy: signedInOf(response).userId };
    const written = await insertResend(db, idOf(request, 'delivery'), asking);
    if (written === 'unknown') throw notFound('delivery');
    if (written === 'unfinished')
      throw new Refusal(409, 'not_finished', 'This delivery is still on its way. Wait for its end.');
    if (typeof written === 'string') throw notAsked(written, 'copy of this event');
    enqueueEvent(written.id);
    response.status(202).json({ id: written.id });
  };
}
