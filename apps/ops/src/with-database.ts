import { type AccountSummary, findAccount } from '@topup/core/account';
import { assertDatabaseKeepsPromises, type Db, openDatabase } from '@topup/core/shared';
import { loadSettings } from '@topup/runtime/settings';
import { Refusal } from './refusal';

/** Runs `work` on the database of DATABASE_URL, which must be one on which the money rules hold, and closes it. */
export function withDatabase<T>(work: (db: Db) => Promise<T>, options: Options = {}): Promise<T> {
  return using(options, async (db) => {
    await assertDatabaseKeepsPromises(db);
    return work(db);
  });
}

/** The same for reading all of it, which may take hours. */
export function withAuditDatabase<T>(work: (db: Db) => Promise<T>): Promise<T> {
  return using({ queryTimeoutMs: 6 * 3_600_000 }, work);
}

type Options = { queryTimeoutMs?: number };

async function using<T>(options: Options, work: (db: Db) => Promise<T>): Promise<T> {
  const { DATABASE_URL: url } = loadSettings(['DATABASE_URL']);
  // a lost connection fails the statement that was using it, which is how it is noticed here
  const db = openDatabase({ url, max: 2, name: 'topup-ops', onError: () => undefined, ...options });
  try {
    return await work(db);
  } finally {
    await db.$disconnect();
  }
}

/** @throws Refusal when there is no such account */
export async function requireAccount(db: Db, idOrName: string): Promise<AccountSummary> {
  const account = await findAccount(db, idOrName);
  if (account === null) throw new Refusal(`There is no account "${idOrName}": \`account list\` shows them.`);
  return account;
}
