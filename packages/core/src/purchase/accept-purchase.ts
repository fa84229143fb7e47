import { assertNever } from '../assert-never';
import { AppError } from '../errors/error-catalog';
import { newId } from '../ids';
import type { ProductType } from '../provider/provider.port';
import type { Accepter } from './accept-batcher';
import type { AcceptRow } from './purchase.store';

/** What a client orders, checked: the amount is what its wallet is debited, `details` are its own words, all strings. */
export type Order = {
  productType: ProductType;
  requestRef: string;
  amountKobo: bigint;
  recipient: string;
  details: Record<string, string>;
  description: string;
};

export type AcceptedPurchase = Order & { id: string };

export type AcceptDeps = { accepter: Accepter; provider: { name: string } };

/**
 * Debits the wallet and writes the purchase, in one statement shared with whatever else arrives meanwhile. When this returns, the money is held and
 * the purchase will be sent even if this process dies now.
 * @throws AppError duplicate_reference | insufficient_balance | overloaded | internal (nothing was debited) | outcome_unknown
 */
export async function acceptPurchase(deps: AcceptDeps, accountId: string, order: Order): Promise<AcceptedPurchase> {
  const id = newId();
  const row = await deps.accepter.accept({ ...order, id, accountId, provider: deps.provider.name });
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
