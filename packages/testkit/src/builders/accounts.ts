import { createAccount } from '@topup/core/account';
import { type Db, newId, openDatabase } from '@topup/core/shared';
import { fundWallet } from '@topup/core/wallet';

/** A pool on a test database. Lost connections are not reported, because some tests cause them. */
export function testPool(url: string, max = 4): Db {
  return openDatabase({ url, max, name: 'topup-test', onError: () => undefined });
}

/** A new account of tier `standard` with this balance. */
export async function fundedAccount(db: Db, balanceKobo: bigint): Promise<string> {
  const account = await createAccount(db, { name: `account ${newId()}`, tier: 'standard' });
  if (account.kind !== 'created') throw new Error(account.kind);
  if (balanceKobo > 0n) await fundWallet(db, account.id, balanceKobo, 'opening');
  return account.id;
}
