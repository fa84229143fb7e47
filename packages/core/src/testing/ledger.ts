import type { Db } from '../shared/db';
import { getWalletBalance } from '../wallet/wallet.store';

/** Each balance begins where the one before ended, and the last is the wallet's. */
export async function expectChained(db: Db, accountId: string): Promise<void> {
  const entries = await db.ledgerEntry.findMany({ where: { accountId }, orderBy: { id: 'asc' } });
  let balance = 0n;
  for (const entry of entries) {
    expect(entry.balanceBeforeKobo).toBe(balance);
    balance = entry.balanceAfterKobo;
  }
  expect(await getWalletBalance(db, accountId)).toBe(balance);
}
