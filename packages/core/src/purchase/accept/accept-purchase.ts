import { AppError } from '../../errors/error-catalog';
import { newId } from '../../shared/ids';
import type { Order } from './accept.store';
import type { Accepter } from './accept-batcher';

/** `amountKobo`: what was debited. `faceKobo`: null when that is the face value. */
export type AcceptedPurchase = Order & { id: string; faceKobo: bigint | null };

/** The account that pays, and the API key that it ordered with; null when it was no request of the API. */
type Buyer = { accountId: string; keyId: string | null };

/** `provider`: who serves a live account's order first. */
type AcceptDeps = { accepter: Accepter; provider: { name: string } };

const ANSWER_GRACE_MS = 5_000; // how late an API process may be before the sweeper answers in its place

/**
 * Debits the wallet and writes the purchase. When this returns, the purchase will be sent even if this process dies
 * now. `waitMs`: how long its client waits.
 * @throws AppError unauthorized (the key or the account may not buy any more) | duplicate_reference | key_limit_reached
 *   | insufficient_balance | unknown_plan, or unavailable of all but plans (its loss exceeds what may be lost today)
 *   | overloaded | unavailable (also `isRepriced`) or internal (nothing was debited) | outcome_unknown
 */
export async function acceptPurchase(
  deps: AcceptDeps,
  { accountId, keyId }: Buyer,
  order: Order,
  waitMs: number,
): Promise<AcceptedPurchase> {
  const id = newId();
  const { outcome, balanceBeforeKobo, balanceAfterKobo } = await deps.accepter.accept({
    ...order,
    id,
    accountId,
    keyId,
    provider: deps.provider.name,
    decision: order.decision ?? null,
    windowMs: waitMs + ANSWER_GRACE_MS,
  });
  if (outcome === 'repriced') throw new AppError('unavailable', undefined, { cause: REPRICED });
  if (outcome === 'accepted') {
    const amountKobo = (balanceBeforeKobo ?? order.amountKobo) - (balanceAfterKobo ?? 0n);
    return { ...order, id, amountKobo, faceKobo: amountKobo === order.amountKobo ? null : order.amountKobo };
  }
  // the accepter waits for a wallet that is busy, and a newer database may answer something else
  if (outcome === 'busy' || !(outcome in REFUSALS))
    throw new AppError('internal', undefined, { cause: new Error(`accept answered ${outcome}`) });
  if (outcome === 'loss_cap' && order.productType !== 'DATA') throw new AppError('discount_paused');
  throw new AppError(REFUSALS[outcome]);
}

const REFUSALS = {
  unauthorized: 'unauthorized',
  duplicate: 'duplicate_reference',
  key_limit: 'key_limit_reached',
  insufficient: 'insufficient_balance',
  loss_cap: 'unknown_plan',
} as const;

const REPRICED = new Error('a data plan costs more, or is out of sale, since it was looked up');

/** Whether an order was declined because its price is another one now: look the plan up again. */
export const isRepriced = (error: unknown): boolean => error instanceof AppError && error.cause === REPRICED;
