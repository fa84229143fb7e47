import { userInfo } from 'node:os';
import { type AccountSummary, findAccount, type Mode, matchPaymentReference, readTwin } from '@topup/core/account';
import { type By, NO_ORIGIN } from '@topup/core/audit';
import { readApprovalPolicy } from '@topup/core/operator-guard';
import { assertProducts } from '@topup/core/product';
import { assertDatabaseKeepsPromises, type Db, openDatabase, roleFault, schemaGap } from '@topup/core/shared';
import { findUser } from '@topup/core/user';
import { connectionTo } from '@topup/runtime/postgres';
import { loadSettings } from '@topup/runtime/settings';
import { database, pools } from '@topup/settings';
import { done, Misuse, Refusal, reading, refusalOf } from './refusal';

/**
 * Runs `work`, which only reads, on the database of DATABASE_URL, and closes it. It first checks that the migrations,
 * products and money rules of that database are those of this version, and that the role is for `ops`.
 */
export function readDatabase<T>(work: (db: Db) => Promise<T>, options: Options = {}): Promise<T> {
  return reading(using(options, async (db) => requireOurs(db).then(() => work(db))));
}

/**
 * Runs a change after the same checks, and records who made it in the audit log: the operating system's name of the
 * user, and the operator of `--as`. Says so on standard error when approvals are off.
 * @throws Refusal when `--as` names nobody who may sign in as an operator
 */
export function changeDatabase<T>(
  { as }: ActingAs,
  work: (db: Db, by: By) => Promise<T>,
  options: Options = {},
): Promise<T> {
  return using(options, async (db) => work(db, await reading(prepareChange(db, as))));
}

async function prepareChange(db: Db, as: string | undefined): Promise<By> {
  await requireOurs(db);
  if ((await readApprovalPolicy(db)).approvals === 'off') process.stderr.write(`${APPROVALS_OFF}\n`);
  return actingAs(db, as);
}

async function requireOurs(db: Db): Promise<void> {
  const gap = (await schemaGap(db)) ?? (await roleFault(db, 'ops'));
  if (gap !== null) throw new Refusal(gap);
  await assertDatabaseKeepsPromises(db);
  await assertProducts(db);
}

const APPROVALS_OFF = 'OPERATOR_APPROVALS is off: no guarded action needs a second operator.';

async function actingAs(db: Db, as: string | undefined): Promise<By> {
  const operator = as === undefined ? null : await requireOperator(db, as);
  return { actor: { kind: 'ops', systemUser: systemUser(), as: operator }, origin: NO_ORIGIN };
}

export type ActingAs = { as?: string | undefined };

async function requireOperator(db: Db, email: string): Promise<{ userId: string; email: string }> {
  const user = await findUser(db, { email });
  if (user === null || user.role !== 'operator' || user.disabledAt !== null)
    throw refusalOf({ kind: 'not_an_operator', email });
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

/** A change after reading the whole database, which may take hours, and which may be a copy that cannot be written. */
export function withAuditDatabase<T>({ as }: ActingAs, work: (db: Db, by: By) => Promise<T>): Promise<T> {
  return using({ queryTimeoutMs: 6 * 3_600_000 }, async (db) => work(db, await actingAs(db, as)));
}

type Options = { queryTimeoutMs?: number };

/** The same without any check. */
export async function using<T>(options: Options, work: (db: Db) => Promise<T>): Promise<T> {
  const { DATABASE_URL: url, DATABASE_POOLER: pooler } = loadSettings(database);
  // a lost connection fails the statement that uses it, so there is nothing to do here
  const ours = { ...connectionTo(url), pooler, max: pools.ops['topup-ops'] };
  const db = openDatabase({ ...ours, name: 'topup-ops', onError: () => undefined, ...options });
  try {
    return await work(db);
  } finally {
    await db.$disconnect();
  }
}

/** @throws Refusal when there is no such account */
export async function requireAccount(db: Db, idOrName: string): Promise<AccountSummary> {
  const account = await findAccount(db, idOrName);
  if (account === null) throw refusalOf({ kind: 'no_such_account', account: idOrName });
  return account;
}

/**
 * The account that the options `--account` and `--mode` name: a live one, or its test account, which has the same name.
 * @throws Refusal when there is no such account
 */
export async function requireAccountOf(db: Db, idOrName: string, mode: Mode): Promise<{ id: string; name: string }> {
  const { id, name } = await requireAccount(db, idOrName);
  return { id: mode === 'test' ? (await readTwin(db, id)).id : id, name };
}

/** The options `--account` and `--payment-reference`: exactly one is given. */
export type NamedAccount = { account?: string | undefined; paymentReference?: string | undefined };

/** @throws Refusal when there is no such account, or the payment reference is mistyped; Misuse when not one is given */
export async function requireNamedAccount(
  db: Db,
  { account, paymentReference }: NamedAccount,
): Promise<AccountSummary> {
  if (account !== undefined && paymentReference === undefined) return requireAccount(db, account);
  if (account !== undefined || paymentReference === undefined)
    throw new Misuse('Give either --account <id or name> or --payment-reference <reference>.');
  return done(await matchPaymentReference(db, paymentReference)).account;
}
