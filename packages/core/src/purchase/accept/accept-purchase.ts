import { AppError } from '../../errors/error-catalog';
import type { ProductType, ProviderTerms } from '../../provider/provider.port';
import { assertNever } from '../../shared/assert-never';
import { newId } from '../../shared/ids';
import type { AcceptRow } from './accept.store';
import type { Accepter } from './accept-batcher';

/** What a client orders, checked: the amount is what its wallet is debited, `details` what it is answered with, all strings. */
export type Order = {
  productType: ProductType;
  requestRef: string;
  amountKobo: bigint;
  recipient: string;
  details: Record<string, string>;
  description: string;
  /** The same for the provider, in its words. */
  providerOrder: ProviderTerms;
};

export type AcceptedPurchase = Order & { id: string };

export type AcceptDeps = { accepter: Accepter; provider: { name: string } };

const ANSWER_GRACE_MS = 5_000; // what an API process may be late before the sweeper answers in its place

/**
 * Debits the wallet and writes the purchase, in one statement shared with whatever else arrives meanwhile. When this returns, the money is held and
 * the purchase will be sent even if this process dies now. `waitMs`: how long its client is going to be waited on.
 * @throws AppError duplicate_reference | insufficient_balance | overloaded | internal (nothing was debited) | outcome_unknown
 */
export async function acceptPurchase(
  deps: AcceptDeps,
  accountId: string,
  order: Order,
  waitMs: number,
): Promise<AcceptedPurchase> {
  const id = newId();
  const row = await deps.accepter.accept({
    ...order,
    id,
    accountId,
    provider: deps.provider.name,
    windowMs: waitMs + ANSWER_GRACE_MS,
  });
  refuse(row.outcome);
  return { ...order, id };
}

function refuse(outcome: AcceptRow['outcome']): void {
  switch (outcome) {
    case 'accepted':
      return;
    case 'duplicate':
      throw new AppError('duplicate_reference');
    case 'insufficient':
      throw new AppError('insufficient_balance');
    case 'busy':
    case 'no_wallet':
      throw new AppError('internal', undefined, { cause: new Error(`accept answered ${outcome}`) });
    default:
      assertNever(outcome);
  }
}
