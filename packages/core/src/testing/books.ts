import type { Db } from '../shared/db';
import { verifyBooks } from '../wallet/verification/verify-books';
import { getWalletBalance } from '../wallet/wallet.store';

/** Expects a verification of the books without findings. */
export async function expectSoundBooks(db: Db): Promise<void> {
  expect((await verifyBooks(db)).findings.filter(({ count }) => count > 0)).toEqual([]);
}

/** Expects that each ledger entry begins with the balance of the one before, and that the last one has the wallet's. */
export async function expectChainedLedger(db: Db, accountId: string): Promise<void> {
  const entries = await db.ledgerEntry.findMany({ where: { accountId }, orderBy: { id: 'asc' } });
  let balance = 0n;
  for (const entry of entries) {
    expect(entry.balanceBeforeKobo).toBe(balance);
    balance = entry.balanceAfterKobo;
  }
  expect(await getWalletBalance(db, accountId)).toBe(balance);
}
