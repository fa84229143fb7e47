import { listPurchaseCandidates, type PurchaseCandidate } from '@topup/core/reporting';
import { type Db, isOneLine } from '@topup/core/shared';
import type { Request } from 'express';
import Joi from 'joi';
import { readQuery } from '../../http/read-fields';
import { notFound, refusalOf } from '../../http/refusal';
import { uuid } from '../operator.input';

const ASKED = Joi.object<{ account?: string; token: boolean }>({
  account: uuid.optional(),
  token: Joi.boolean().default(false),
});

type Requested = PurchaseCandidate & { reference: string; token: boolean };

/**
 * The purchase of a request to /purchases/:reference?account=<id>. The account is needed only when several accounts
 * have a purchase with that reference. `token`: whether the token is asked for in full.
 * @throws Refusal 404 when there is none; 409 `several_purchases`, which names the accounts
 */
export async function requestedPurchase(db: Db, request: Request): Promise<Requested> {
  const { account: accountId = null, token } = readQuery(ASKED, request);
  const reference = String(request.params.reference);
  if (!isOneLine(reference)) throw notFound('purchase');
  const candidates = await listPurchaseCandidates(db, reference, { accountId, limit: 4 });
  const [found] = candidates;
  if (found === undefined) throw notFound('purchase');
  const accounts = candidates.map(({ account }) => account);
  if (accounts.length > 1) throw refusalOf({ kind: 'several_purchases', reference, accounts });
  return { ...found, reference, token };
}
