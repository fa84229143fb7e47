import type { By } from '../../audit/actor';
import { TakenBack, withAuditLog } from '../../audit/with-audit-log';
import type { Db } from '../../shared/db';
import { type AttemptRule, attemptWait, consumeAttempt } from '../../user/attempt.store';
import type { Purchase } from '../purchase.store';
import { purchaseAction } from '../purchase-actions';
import { makeDue } from './requery-by-hand';

/** One purchase. Each check is one requery, so this is the most that its clients can add to what workers ask. */
const PURCHASE: AttemptRule = { name: 'check', limit: 1, windowMs: 60_000 };
/** All purchases of an account, no matter who asks. */
const ACCOUNT: AttemptRule = { name: 'check-account', limit: 30, windowMs: 60_000 };

/** `not_sent`: it is not at the provider yet, or has just been sent. */
type Checked = { kind: 'due' } | { kind: 'too_soon'; waitS: number } | { kind: 'not_sent' };

/** Has a worker ask the provider about a pending purchase next. The worker alone decides what the answer proves. */
export const checkPurchase = (db: Db, by: By, purchase: Pick<Purchase, 'id' | 'accountId' | 'requestRef'>) =>
  withAuditLog<Checked>(db, by, async (tx) => {
    const { id, accountId } = purchase;
    const waits = [await consumeAttempt(tx, PURCHASE, id), await consumeAttempt(tx, ACCOUNT, accountId)];
    const waitS = Math.max(...waits);
    // what was refused is counted as no attempt
    if (waitS > 0) throw new TakenBack({ kind: 'too_soon', waitS } as Checked);
    if (!(await makeDue(tx, id))) throw new TakenBack({ kind: 'not_sent' });
    return { result: { kind: 'due' }, action: purchaseAction('check', purchase) };
  });

/** How many seconds the next check of a purchase has to wait; null: it cannot be checked. */
export const readCheckWait = async (
  db: Db,
  { id, finalAt, sends }: Pick<Purchase, 'id' | 'finalAt' | 'sends'>,
): Promise<number | null> => (finalAt !== null || sends === 0 ? null : attemptWait(db, PURCHASE, id));
