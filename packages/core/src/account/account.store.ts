import type { Refused } from '../errors/refusal-catalog';
import type { GuardActor } from '../operator-guard/guarded-action';
import { type Db, type DbOrTransaction, onlyRow, type Sql, sql } from '../shared/db';
import { isUuid, newId } from '../shared/ids';
import { LAGOS } from '../time/zoned-time';
import { OWN_LIMITS, type OwnLimits } from './limits';
import type { AccountStatus } from './mode';
import { type ReadPaymentReference, readPaymentReference } from './payment-reference';

export type AccountSummary = {
  id: string;
  name: string;
  tier: string;
  status: AccountStatus;
  balanceKobo: bigint;
  webhookUrl: string | null;
  createdAt: Date;
  limits: OwnLimits;
  /** Below this the balance is low, in kobo; null: never. */
  lowBalanceKobo: bigint | null;
  /** For its bank transfers, such as TUP-7K2MRW. */
  paymentReference: string;
  /** In which its users read times, such as Africa/Lagos. */
  timeZone: string;
};

const COLUMNS = sql`
  a.id, a.name, t.name AS tier, a.status, coalesce(w.balance_kobo, 0) AS "balanceKobo", a.webhook_url AS "webhookUrl",
  a.created_at AS "createdAt", ${OWN_LIMITS} AS limits, a.low_balance_kobo AS "lowBalanceKobo",
  a.payment_reference AS "paymentReference", a.time_zone AS "timeZone"`;

const select = (db: DbOrTransaction, rest: Sql) =>
  db.$queryRaw<AccountSummary[]>(sql`
    SELECT ${COLUMNS} FROM account a JOIN tier t ON t.id = a.tier_id
      LEFT JOIN wallet w ON w.account_id = a.id ${rest}`);

/** `cap_exceeded`: it counts on the actor's daily cap. */
export type OpeningRefusal = Refused<'no_such_tier' | 'account_name_taken' | 'cap_exceeded'>;

/** Creates an active account with an empty wallet. A tier with a price below cost counts on the actor's daily cap. */
export async function createAccount(
  db: DbOrTransaction,
  { name, tier }: { name: string; tier: string },
  actor: GuardActor,
): Promise<({ kind: 'created' } & AccountSummary) | OpeningRefusal> {
  const id = newId();
  const outcome = await writeTier(db, id, name, tier, actor);
  if (outcome.kind !== 'set') return outcome;
  const accounts = await select(db, sql`WHERE a.id = ${id}::uuid`);
  return { kind: 'created', ...onlyRow(accounts, 'a new account') };
}

/** `name`: of the account to be opened. @throws Error for an outcome that no caller can cause */
async function writeTier(
  db: DbOrTransaction,
  id: string,
  name: string | null,
  tier: string,
  actor: GuardActor,
): Promise<{ kind: 'set' } | OpeningRefusal> {
  const rows = await db.$queryRaw<{ outcome: string; boundKobo: bigint | null }[]>(sql`
    SELECT outcome, bound_kobo AS "boundKobo" FROM set_account_tier(${id}::uuid, ${name}, ${tier}, ${actor.id})`);
  const { outcome, boundKobo } = onlyRow(rows, 'set_account_tier');
  if (outcome === 'cap_exceeded') return { kind: outcome, leftKobo: boundKobo ?? 0n };
  if (outcome === 'no_such_tier') return { kind: outcome, tier };
  if (outcome === 'name_taken') return { kind: 'account_name_taken', name: name ?? '' };
  if (outcome === 'set') return { kind: outcome };
  throw new Error(`the database answered ${outcome}`);
}

/** All live accounts, the oldest first. */
export const listAccounts = (db: Db): Promise<AccountSummary[]> =>
  select(db, sql`WHERE a.mode = 'live' ORDER BY a.created_at`);

/** A live account by id or by name: what looks like an id is taken for one. */
export async function findAccount(db: DbOrTransaction, idOrName: string): Promise<AccountSummary | null> {
  const isIt = isUuid(idOrName) ? sql`a.id = ${idOrName}::uuid` : sql`a.name = ${idOrName}`;
  const [account] = await select(db, sql`WHERE a.mode = 'live' AND ${isIt}`);
  return account ?? null;
}

type MatchedAccount =
  | { kind: 'matched'; account: AccountSummary }
  | Refused<'no_such_payment_reference'>
  | Exclude<ReadPaymentReference, { kind: 'read' }>;

/** Finds an account by the payment reference of a bank transfer, as somebody has typed it. */
export async function matchPaymentReference(db: DbOrTransaction, typed: string): Promise<MatchedAccount> {
  const read = readPaymentReference(typed);
  if (read.kind !== 'read') return read;
  const { reference } = read;
  const [account] = await select(db, sql`WHERE a.mode = 'live' AND a.payment_reference = ${reference}`);
  return account ? { kind: 'matched', account } : { kind: 'no_such_payment_reference', reference };
}

/** False when the account already has that status, or does not exist. */
export async function setAccountStatus(db: DbOrTransaction, id: string, status: AccountStatus): Promise<boolean> {
  const { count } = await db.account.updateMany({ where: { id, status: { not: status } }, data: { status } });
  return count === 1;
}

/** Moves an account. A tier with a price below cost counts on the daily cap. @throws Error when there is no account */
export async function setAccountTier(
  db: DbOrTransaction,
  id: string,
  tier: string,
  actor: GuardActor,
): Promise<{ kind: 'set' } | Refused<'no_such_tier' | 'cap_exceeded'>> {
  const outcome = await writeTier(db, id, null, tier, actor);
  if (outcome.kind === 'account_name_taken') throw new Error('the account is there already');
  return outcome;
}

/** Sets all its own limits; null: the default of the service. @throws Error when there is no such account */
export async function setAccountLimits(db: DbOrTransaction, id: string, limits: OwnLimits): Promise<void> {
  const { purchases, status, lookups, other } = limits;
  const data = { limitPurchases: purchases, limitStatus: status, limitLookups: lookups, limitOther: other };
  await db.account.update({ where: { id }, data });
}

/** The time zone in which the users of an account read times; Lagos when there is no such account. */
export async function readTimeZone(db: DbOrTransaction, accountId: string): Promise<string> {
  const row = await db.account.findUnique({ where: { id: accountId }, select: { timeZone: true } });
  return row?.timeZone ?? LAGOS;
}

/** `timeZone`: as `parseTimeZone` has read it. @throws Error when there is no such account */
export async function setTimeZone(db: DbOrTransaction, id: string, timeZone: string): Promise<void> {
  await db.account.update({ where: { id }, data: { timeZone }, select: { id: true } });
}

/** @throws Error when there is no such account */
export async function getWebhookUrl(db: Db, accountId: string): Promise<string | null> {
  const row = await db.account.findUniqueOrThrow({ where: { id: accountId }, select: { webhookUrl: true } });
  return row.webhookUrl;
}

/** Null removes the URL: no more events are written, and queued ones wait. Returns the URL before. @throws Error */
export async function setWebhookUrl(
  db: DbOrTransaction,
  accountId: string,
  webhookUrl: string | null,
): Promise<string | null> {
  const before = await replaceWebhookUrl(db, accountId, webhookUrl, sql`true`);
  if (before === null) throw new Error(`there is no account ${accountId}`);
  return before.url;
}

/** The same; null, and nothing is changed, when the account `account` is not as `allowed` says. */
export async function replaceWebhookUrl(
  db: DbOrTransaction,
  accountId: string,
  webhookUrl: string | null,
  allowed: Sql,
): Promise<{ url: string | null } | null> {
  const [before] = await db.$queryRaw<{ url: string | null }[]>(sql`
    WITH before AS (
      SELECT id, webhook_url FROM account WHERE id = ${accountId}::uuid AND ${allowed} FOR NO KEY UPDATE)
    UPDATE account a SET webhook_url = ${webhookUrl} FROM before WHERE a.id = before.id
    RETURNING before.webhook_url AS url`);
  return before ?? null;
}

/** Locks the account row until the transaction ends. Other changes of the account wait; its purchases do not. */
export async function lockAccount(tx: DbOrTransaction, id: string): Promise<AccountSummary | null> {
  const [account] = await select(tx, sql`WHERE a.id = ${id}::uuid FOR NO KEY UPDATE OF a`);
  return account ?? null;
}

/** `search`: a part of the name in any case, an id, or a payment reference. Undefined means no filter. */
type AccountFilter = {
  search?: string | undefined;
  status?: AccountStatus | undefined;
  ids?: readonly string[] | undefined;
};

/** At most `limit` live accounts by name, in any case, after the name `after`. The cost grows with all accounts. */
export function searchAccounts(
  db: Db,
  { search, status, ids, after = null, limit }: AccountFilter & { after?: string | null; limit: number },
): Promise<AccountSummary[]> {
  const [text, payment] = [search ?? null, readPaymentReference(search ?? '')];
  const paymentReference = payment.kind === 'read' ? payment.reference : null;
  const found = sql`
     WHERE a.mode = 'live'
       AND (${after}::text IS NULL OR (lower(a.name), a.name) > (lower(${after}::text), ${after}::text))
       AND (${text}::text IS NULL OR position(lower(${text}::text) IN lower(a.name)) > 0
            OR a.id::text = lower(${text}::text) OR a.payment_reference = ${paymentReference}::text)
       AND (${status ?? null}::text IS NULL OR a.status = ${status ?? null}::text)
       AND (${ids ?? null}::uuid[] IS NULL OR a.id = ANY (${ids ?? null}::uuid[]))
     ORDER BY lower(a.name), a.name LIMIT ${limit}`;
  return select(db, found);
}

/** `firstAt`: when the oldest account was opened; null without any. */
export type AccountSums = { active: number; suspended: number; balancesKobo: bigint; firstAt: Date | null };

/** How many live accounts have each status, and the sum of all their balances. */
export async function sumAccounts(db: Db): Promise<AccountSums> {
  const rows = await db.$queryRaw<AccountSums[]>(sql`
    SELECT count(*) FILTER (WHERE a.status = 'active')::integer AS active,
           count(*) FILTER (WHERE a.status = 'suspended')::integer AS suspended,
           coalesce(sum(w.balance_kobo), 0)::bigint AS "balancesKobo", min(a.created_at) AS "firstAt"
      FROM account a JOIN wallet w ON w.account_id = a.id WHERE a.mode = 'live'`);
  return onlyRow(rows);
}
