import { checkPurchase as check, findPurchase, readCheckWait } from '@topup/core/purchase';
import { type Db, isOneLine } from '@topup/core/shared';
import type { PurchaseCheck } from '@topup/dashboard-contract';
import type { RequestHandler } from 'express';
import { accountIdOf } from '../../auth/signed-in';
import type { Deps } from '../../deps';
import { byOf } from '../../http/audit';
import { notFound, Refusal } from '../../http/refusal';

/**
 * POST /api/transactions/:reference/check: has a worker ask the provider about a pending purchase next. The worker
 * alone decides what the answer proves.
 */
export function checkPurchase({ db }: Pick<Deps, 'db'>): RequestHandler<{ reference: string }> {
  return async (request, response) => {
    const accountId = accountIdOf(response);
    const { reference: requestRef } = request.params;
    const purchase = isOneLine(requestRef) ? await findPurchase(db, { accountId, requestRef }) : null;
    if (purchase === null) throw notFound('transaction');
    if (purchase.finalAt !== null) throw completed();
    const checked = await check(db, byOf(response), purchase);
    if (checked.kind === 'not_sent') throw notSent();
    if (checked.kind === 'too_soon') {
      response.setHeader('Retry-After', checked.waitS);
      throw new Refusal(429, 'too_soon', `This was checked a moment ago. Try again in ${checked.waitS} s.`);
    }
    response.json((await readCheck(db, purchase)) satisfies PurchaseCheck | null);
  };
}

/** Whether a purchase can be checked, and how long its next check has to wait; null: it cannot. */
export async function readCheck(db: Db, purchase: Parameters<typeof readCheckWait>[1]): Promise<PurchaseCheck | null> {
  const waitS = await readCheckWait(db, purchase);
  return waitS === null ? null : { waitS };
}

const completed = () => new Refusal(409, 'completed', 'This purchase is completed: there is nothing to check.');

const notSent = () =>
  new Refusal(409, 'not_sent', 'This purchase is not at the provider yet, or has just been sent. Try again shortly.');
