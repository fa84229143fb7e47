import { AppError } from '../../errors/error-catalog';
import type { ProductType } from '../../product/products';
import type { ProviderTerms } from '../../provider/provider.port';
import type { Decision } from '../../routing/router.port';
import { assertNever } from '../../shared/assert-never';
import { newId } from '../../shared/ids';
import type { AcceptRow } from './accept.store';
import type { Accepter } from './accept-batcher';

/**
 * An order whose fields were checked. `amountKobo` is debited; `details`, all strings, is what its client is answered.
 */
export type Order = {
  productType: ProductType;
  requestRef: string;
  amountKobo: bigint;
  recipient: string;
  details: Record<string, string>;
  description: string;
  /** The same in the provider's words. */
  providerOrder: ProviderTerms;
  /** Why it goes to its provider; absent: there was no choice. */
  decision?: Decision;
};

export type AcceptedPurchase = Order & { id: string };

/** The account that pays, and the API key that it ordered with; null when it was no request of the API. */
type Buyer = { accountId: string; keyId: string | null };

/** `provider`: who serves a live account's order first. */
type AcceptDeps = { accepter: Accepter; provider: { name: string } };

const ANSWER_GRACE_MS = 5_000; // how late an API process may be before the sweeper answers in its place

/**
 * Debits the wallet and writes the purchase, in one statement with other orders that arrive at the same time. When this
 * returns, the purchase will be sent even if this process dies now. `waitMs`: how long its client waits.
 * @throws AppError unauthorized (the key or the account may not buy any more) | duplicate_reference |
 *   key_limit_reached | insufficient_balance | unknown_plan (its loss exceeds what may be lost today) | overloaded |
 *   unavailable (also `isRepriced`) or internal (nothing was debited) | outcome_unknown
 */
export async function acceptPurchase(
  deps: AcceptDeps,
  { accountId, keyId }: Buyer,
  order: Order,
  waitMs: number,
): Promise<AcceptedPurchase> {
  const id = newId();
  const row = await deps.accepter.accept({
    ...order,
    id,
    accountId,
    keyId,
    provider: deps.provider.name,
    decision: order.decision ?? null,
    windowMs: waitMs + ANSWER_GRACE_MS,
  });
  refuse(row.outcome);
  return { ...order, id };
}

const REPRICED = new Error('a data plan costs more, or is out of sale, since it was looked up');

/** Whether an order was declined because its price is another one now: look the plan up again. */
export const isRepriced = (error: unknown): boolean => error instanceof AppError && error.cause === REPRICED;

function refuse(outcome: AcceptRow['outcome']): void {
  switch (outcome) {
    case 'accepted':
      return;
    case 'unauthorized':
      throw new AppError('unauthorized');
    case 'duplicate':
      throw new AppError('duplicate_reference');
    case 'key_limit':
      throw new AppError('key_limit_reached');
    case 'insufficient':
      throw new AppError('insufficient_balance');
    case 'loss_cap':
      throw new AppError('unknown_plan');
    case 'repriced':
      throw new AppError('unavailable', undefined, { cause: REPRICED });
    case 'busy': // the accepter waits for a wallet that is busy
      throw new AppError('internal', undefined, { cause: new Error(`accept answered ${outcome}`) });
    default:
      assertNever(outcome);
  }
}
