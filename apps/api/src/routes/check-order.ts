import { findPlanProduct } from '@topup/core/catalogue';
import { AppError } from '@topup/core/errors';
import type { ProviderTerms } from '@topup/core/provider';
import { findPurchase, type Order, type Purchase, toPublicStatus } from '@topup/core/purchase';
import { REMOVED } from '@topup/core/retention';
import { askTwice } from '@topup/core/shared';
import type { Response } from 'express';
import type { Deps } from '../deps';
import { callerOf } from '../http/request-context';

/** The fields of a request, as a purchase keeps them. Absent is what its client did not send. */
export type Asked = Pick<Order, 'productType' | 'requestRef' | 'recipient'> & {
  amountKobo?: bigint;
  providerOrder: Partial<ProviderTerms>;
  planId?: string;
};

/**
 * Runs a check that an order must pass before it is accepted. A used reference is reported before anything that is
 * looked up (specification 2.5), so a check that fails reads the reference first.
 * @throws AppError duplicate_reference, or what the check throws
 */
export async function checkOrder<T>(
  deps: Pick<Deps, 'db' | 'clock'>,
  response: Response,
  asked: Asked,
  check: () => Promise<T>,
): Promise<T> {
  try {
    return await check();
  } catch (error) {
    if (await tellOriginal(deps, response, asked)) throw new AppError('duplicate_reference');
    throw error;
  }
}

/**
 * Says in headers what an earlier purchase with the reference became, and whether its fields were the same. So a client
 * whose response was lost learns from a repeated request what it missed. Returns whether there is such a purchase.
 */
export async function tellOriginal(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  response: Response,
  asked: Asked,
): Promise<boolean> {
  const { accountId } = callerOf(response);
  const original = await askTwice(clock, () => findPurchase(db, { accountId, requestRef: asked.requestRef }));
  if (original === null) return false;
  response.set('X-Original-Status', toPublicStatus(original.status).status);
  if (original.providerOrder.contactPhone !== REMOVED) {
    const { planId } = asked;
    const plan = planId === undefined ? {} : await askTwice(clock, () => findPlanProduct(db, planId));
    const matches = plan !== null && isSame(original, asked, { ...asked.providerOrder, ...plan });
    response.set('X-Original-Matches', String(matches));
  }
  return true;
}

/** A purchase keeps the terms of its order at whichever provider it is tried. */
const isSame = (original: Purchase, { productType, recipient, amountKobo }: Asked, terms: Partial<ProviderTerms>) =>
  original.productType === productType &&
  original.recipient === recipient &&
  (amountKobo === undefined || (original.faceKobo ?? original.amountKobo) === amountKobo) &&
  Object.entries(terms).every(([name, value]) => original.providerOrder[name as keyof ProviderTerms] === value);
