import { type ClaimState, claimStates, confirmClaim, listClaims } from '@topup/core/purchase';
import { Router } from 'express';
import Joi from 'joi';
import { serveChange } from '../../http/change';
import { columnsOf, OF_ACCOUNT } from '../../http/csv';
import { type ListDeps, SPAN, type Span, serveStored } from '../../http/lists';
import { PLACE, type Place } from '../../http/pagination';
import { query } from '../../http/query';
import { line } from '../../http/read-fields';
import { requestedPurchase } from '../purchases/decide-purchase';

type Stored = Awaited<ReturnType<typeof listClaims>>[number];

const byPlace: Place<Stored, bigint> = {
  pattern: PLACE.number,
  of: ({ place }) => String(place),
  read: BigInt,
};

/** Serves the claims of clients that a purchase was not received, and the operators' answers. */
export function claimRoutes(deps: ListDeps): Router {
  const { db } = deps;
  const router = Router();
  serveStored(router, deps, {
    path: '/claims',
    file: 'claims',
    filters: { state: query.oneOf(claimStates), ...SPAN },
    place: byPlace,
    read: (asked: Span & { state?: ClaimState }, page) => listClaims(db, { ...asked, ...page }),
    toRow: ({ place: _place, ...claim }) => claim,
    columns: columnsOf<Omit<Stored, 'place'>>()([
      'id,reference',
      ...OF_ACCOUNT,
      'product,amount,charged,state,note,filed_at,answered_at,answer',
    ]),
  });
  serveChange(router, '/purchases/:reference/claim/confirm', {
    of: (request) => requestedPurchase(db, request),
    body: Joi.object<{ proof: string }>({ proof: line.label('Proof') }),
    make: ({ proof }, by, { id, reference: requestRef }) => confirmClaim(db, by, { id, requestRef }, proof),
  });
  return router;
}
