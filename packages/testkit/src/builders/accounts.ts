import { createAccount, readTwin } from '@topup/core/account';
import { type Db, newId, openDatabase } from '@topup/core/shared';
import { AS_OPS } from './by-test';

/**
 * A pool on a test database. Lost connections are not reported, because some tests cause them. While other tests make
 * databases, a connection can take longer than a service would wait.
 */
export function testPool(url: string, max = 4): Db {
  return openDatabase({ url, max, name: 'topup-test', connectTimeoutMs: 10_000, onError: () => undefined });
}

/** A new account of tier `standard` with this balance. */
export async function fundedAccount(db: Db, balanceKobo: bigint): Promise<string> {
  const account = await createAccount(db, { name: `account ${newId()}`, tier: 'standard' }, AS_OPS);
  if (account.kind !== 'created') throw new Error(account.kind);
  if (balanceKobo > 0n) await giveMoney(db, account.id, balanceKobo, 'opening');
  return account.id;
}

/** Adds money to a wallet as the owner of the tables can: outside the limit and the cap of operators, in kobo. */
export async function giveMoney(db: Db, accountId: string, amountKobo: bigint, reference: string): Promise<void> {
  await db.$queryRaw`
    SELECT (write_entry(${accountId}::uuid, 'funding', ${amountKobo}::bigint, ${reference}, NULL, NULL)).id`;
}

/** The test twin of a new account, with this much test money. */
export async function fundedTwin(db: Db, balanceKobo: bigint): Promise<string> {
  const { id } = await readTwin(db, await fundedAccount(db, 0n));
  if (balanceKobo > 0n) await giveMoney(db, id, balanceKobo, 'opening');
  return id;
}
