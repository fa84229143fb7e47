import { userInfo } from 'node:os';
import { type AccountSummary, findAccount } from '@topup/core/account';
import { type By, NO_ORIGIN } from '@topup/core/audit';
import { refusalTexts } from '@topup/core/errors';
import { assertDatabaseKeepsPromises, type Db, openDatabase } from '@topup/core/shared';
import { findUser } from '@topup/core/user';
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

/**
 * Runs a change, recorded in the audit log as made by whoever runs this program: by their name in the operating system,
 * and by the operator of `--as`.
 * @throws Refusal when `--as` names nobody who may sign in as an operator
 */
export function changeDatabase<T>(
  { as }: ActingAs,
  work: (db: Db, by: By) => Promise<T>,
  options: Options = {},
): Promise<T> {
  return withDatabase(async (db) => {
    const operator = as === undefined ? null : await requireOperator(db, as);
    return work(db, { actor: { kind: 'ops', systemUser: systemUser(), as: operator }, origin: NO_ORIGIN });
  }, options);
}

/** The global option `--as`. */
export type ActingAs = { as?: string };

async function requireOperator(db: Db, email: string): Promise<{ userId: string; email: string }> {
  const user = await findUser(db, { email });
  if (user === null || user.role !== 'operator' || user.disabledAt !== null)
    throw new Refusal(`${refusalTexts.not_an_operator({ email })} \`user list\` shows all users.`);
  return { userId: user.id, email: user.email };
}

/** In a container, the user may have a number only. */
function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}

/** Like withDatabase, for reading the whole database, which may take hours. */
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
