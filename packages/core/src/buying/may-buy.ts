import type { Refused } from '../errors/refusal-catalog';
import type { DbOrTransaction } from '../shared/db';
import { findFactor } from '../user/factor.store';
import { type BuyingAccount, readBuyingAccount } from './batch.store';

export type BuyingRefusal = Refused<'buying_off' | 'second_factor_needed'>;

/**
 * Whether a person may begin to buy: for a live account an owner has allowed it, and the person has a second factor.
 * The caller asks for a fresh code. For a test account everybody may.
 */
export async function mayBuy(
  tx: DbOrTransaction,
  accountId: string,
  userId: string,
): Promise<{ kind: 'may_buy'; account: BuyingAccount } | BuyingRefusal> {
  const account = await readBuyingAccount(tx, accountId);
  if (account.mode === 'test') return { kind: 'may_buy', account };
  if (account.capKobo === null) return { kind: 'buying_off' };
  const factor = await findFactor(tx, userId);
  return factor?.verified ? { kind: 'may_buy', account } : { kind: 'second_factor_needed' };
}

/** What is left of the cap today; null without one. */
export const leftOf = ({ capKobo, spentKobo }: Pick<BuyingAccount, 'capKobo' | 'spentKobo'>): bigint | null => {
  if (capKobo === null) return null;
  return spentKobo > capKobo ? 0n : capKobo - spentKobo;
};
