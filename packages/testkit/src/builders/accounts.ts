import { createAccount } from '@topup/core/account';
import { type Db, newId, openDatabase } from '@topup/core/shared';
import { fundWallet } from '@topup/core/wallet';

/** A pool on a test database. A lost connection is what some tests are about, so it is not reported. */
export function testPool(url: string, max = 4): Db {
  return openDatabase({ url, max, name: 'topup-test', onError: () => undefined });
}

/** An account of its own with this much in its wallet. */
export async function fundedAccount(db: Db, balanceKobo: bigint): Promise<string> {
  const account = await createAccount(db, { name: `account ${newId()}`, tier: 'standard' });
  if (typeof account === 'string') throw new Error(account);
  if (balanceKobo > 0n) await fundWallet(db, account.id, balanceKobo, 'opening');
  return account.id;
}
