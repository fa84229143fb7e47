import { purchaseAction, withAuditLog } from '@topup/core/audit';
import { findPurchase, makeDue, type Purchase } from '@topup/core/purchase';
import { type Db, isOneLine } from '@topup/core/shared';
import { type AttemptRule, attemptWait, consumeAttempt } from '@topup/core/user';
import type { PurchaseCheck } from '@topup/dashboard-contract';
import type { RequestHandler } from 'express';
import { accountIdOf } from '../../auth/signed-in';
import type { Deps } from '../../deps';
import { actorOf, originOf } from '../../http/audit';
import { notFound, Refusal } from '../../http/refusal';

/** One purchase. Each check is one requery, so this is the most that its clients can add to what workers ask. */
const PURCHASE: AttemptRule = { name: 'check', limit: 1, windowMs: 60_000 };
/** All purchases of an account, whoever asks. */
const ACCOUNT: AttemptRule = { name: 'check-account', limit: 30, windowMs: 60_000 };

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
    await withAuditLog(db, actorOf(response), originOf(response), async (tx) => {
      const waits = [await consumeAttempt(tx, PURCHASE, purchase.id), await consumeAttempt(tx, ACCOUNT, accountId)];
      const waitS = Math.max(...waits);
      if (waitS > 0) {
        response.setHeader('Retry-After', waitS);
        throw new Refusal(429, 'too_soon', `This was checked a moment ago. Try again in ${waitS} s.`);
      }
      if (!(await makeDue(tx, purchase.id))) throw notSent();
      return { result: null, action: purchaseAction('check', purchase) };
    });
    response.json((await readCheck(db, purchase)) satisfies PurchaseCheck | null);
  };
}

/** Whether a purchase can be checked, and how long its next check has to wait; null: it cannot. */
export async function readCheck(
  db: Db,
  { id, finalAt, sends }: Pick<Purchase, 'id' | 'finalAt' | 'sends'>,
): Promise<PurchaseCheck | null> {
  return finalAt !== null || sends === 0 ? null : { waitS: await attemptWait(db, PURCHASE, id) };
}

const completed = () => new Refusal(409, 'completed', 'This purchase is completed: there is nothing to check.');

const notSent = () =>
  new Refusal(409, 'not_sent', 'This purchase is not at the provider yet, or has just been sent. Try again shortly.');
