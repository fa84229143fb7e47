import { type AccountSummary, findAccount } from '@topup/core/account';
import { refusalTexts } from '@topup/core/errors';
import { assertDatabaseKeepsPromises, type Db, openDatabase } from '@topup/core/shared';
import { loadSettings } from '@topup/runtime/settings';
import { database } from '@topup/settings';
import { Refusal } from './refusal';

/** Runs `work` on the database of DATABASE_URL, after a check that the money rules hold on it, and closes it. */
export function withDatabase<T>(work: (db: Db) => Promise<T>, options: Options = {}): Promise<T> {
  return using(options, async (db) => {
    await assertDatabaseKeepsPromises(db);
    return work(db);
  });
}

/** The same for reading the whole database, which may take hours. */
export function withAuditDatabase<T>(work: (db: Db) => Promise<T>): Promise<T> {
  return using({ queryTimeoutMs: 6 * 3_600_000 }, work);
}

type Options = { queryTimeoutMs?: number };

async function using<T>(options: Options, work: (db: Db) => Promise<T>): Promise<T> {
  const { DATABASE_URL: url } = loadSettings(database);
  // a lost connection fails the statement that uses it, so there is nothing to do here
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
  if (account === null)
    throw new Refusal(`${refusalTexts.no_such_account({ account: idOrName })} \`account list\` shows all accounts.`);
  return account;
}
