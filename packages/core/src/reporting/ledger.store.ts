import { type Db, type DbOrTransaction, onlyRow, sql } from '../shared/db';
import type { TimeSpan } from '../time/zoned-time';
import type { EntryKind, ListedEntry } from './records';

export { type EntryKind, entryKinds, type ListedEntry } from './records';

/** Undefined means no filter. Made at `from` or later, and before `to`. */
export type EntryFilter = { kind?: EntryKind | undefined; from?: Date | undefined; to?: Date | undefined };

const OF_TRANSFER = sql`FROM collection c WHERE e.kind = 'funding' AND c.entry_id = e.id`;

/** The columns of a `ListedEntry`, of the entry `e`. Transfers are looked up: for a join, a plan could read all. */
const ENTRY = sql`
  e.id, e.purchase_id AS "purchaseId", e.kind, e.amount_kobo AS "amountKobo",
  e.balance_before_kobo AS "balanceBeforeKobo", e.balance_after_kobo AS "balanceAfterKobo", e.reference,
  e.created_at AS "createdAt", e.corrects_id AS "correctsId", e.reason,
  (SELECT c.payer ${OF_TRANSFER}) AS payer, (SELECT c.payer_bank ${OF_TRANSFER}) AS "payerBank"`;

/**
 * At most `limit` ledger entries of an account, newest first, with ids below `after`; at any depth for the same cost.
 * Ids are drawn while the wallet is locked, so the balance before an entry is the balance after the next one here.
 */
export function listEntries(
  db: Db,
  accountId: string,
  { kind, from, to }: EntryFilter,
  { after, limit }: { after: bigint | null; limit: number },
): Promise<ListedEntry[]> {
  return db.$queryRaw<ListedEntry[]>(sql`
    SELECT ${ENTRY}
      FROM account_entries(${accountId}::uuid, ${kind ?? null}::text, ${from ?? null}::timestamptz,
                           ${to ?? null}::timestamptz, ${after}::bigint, ${limit}::integer)
      WITH ORDINALITY AS e ORDER BY e.ordinality`);
}

// ---- statements of a month

/** The changes of a wallet in a span, signed as in the ledger: they lead from the opening to the closing balance. */
type WalletSums = { openingKobo: bigint; closingKobo: bigint; changesKobo: Record<EntryKind, bigint> };

/** Costs the same for any number of debits: it takes them from both balances and from the sums of the other entries. */
export function sumWallet(db: Db, accountId: string, span: TimeSpan): Promise<WalletSums> {
  return db.$transaction(
    async (snapshot) => {
      const openingKobo = await balanceBefore(snapshot, accountId, span.since);
      const closingKobo = await balanceBefore(snapshot, accountId, span.until);
      const sums = await sumOthers(snapshot, accountId, span);
      const of = (kind: EntryKind) => sums.find((sum) => sum.kind === kind)?.kobo ?? 0n;
      const [funding, refund, adjustment] = [of('funding'), of('refund'), of('adjustment')];
      const debit = closingKobo - openingKobo - funding - refund - adjustment;
      return { openingKobo, closingKobo, changesKobo: { funding, debit, refund, adjustment } };
    },
    { isolationLevel: 'RepeatableRead' },
  );
}

/**
 * An entry has the time at which its transaction began, and its id from when it had locked the wallet, at most 5 s
 * later. So the entries with ids in these bounds are looked at one by one.
 */
const firstIdAround = (accountId: string, at: Date, seconds: -6 | 6) =>
  sql`first_entry_since(${accountId}::uuid, ${at}::timestamptz + make_interval(secs => ${seconds}))`;

/** The balance with all entries that were made before `at`, in kobo. */
async function balanceBefore(db: DbOrTransaction, accountId: string, at: Date): Promise<bigint> {
  // it compares rows: after an equality the primary key gives the same order, and has the entries of all accounts
  const rows = await db.$queryRaw<{ kobo: bigint }[]>(sql`
    WITH bounds AS MATERIALIZED (
      SELECT ${firstIdAround(accountId, at, -6)} AS low, ${firstIdAround(accountId, at, 6)} AS high)
    SELECT coalesce((SELECT balance_after_kobo FROM ledger_entry
                      WHERE (account_id, id) < (${accountId}::uuid, low) AND account_id >= ${accountId}::uuid
                      ORDER BY account_id DESC, id DESC LIMIT 1), 0)
         + coalesce((SELECT sum(amount_kobo)::bigint FROM ledger_entry
                      WHERE (account_id, id) >= (${accountId}::uuid, low)
                        AND (account_id, id) < (${accountId}::uuid, high) AND created_at < ${at}), 0) AS kobo
      FROM bounds`);
  return onlyRow(rows).kobo;
}

/** All changes but debits, by the index ledger_entry_not_debit. */
const sumOthers = (db: DbOrTransaction, accountId: string, { since, until }: TimeSpan) =>
  db.$queryRaw<{ kind: EntryKind; kobo: bigint }[]>(sql`
    WITH bounds AS MATERIALIZED (
      SELECT ${firstIdAround(accountId, since, -6)} AS low, ${firstIdAround(accountId, until, 6)} AS high)
    SELECT kinds.kind, (SELECT coalesce(sum(amount_kobo), 0)::bigint FROM ledger_entry e
                         WHERE (e.account_id, e.kind, e.id) >= (${accountId}::uuid, kinds.kind, low)
                           AND (e.account_id, e.kind, e.id) < (${accountId}::uuid, kinds.kind, high)
                           AND e.kind <> 'debit' AND e.created_at >= ${since} AND e.created_at < ${until}) AS kobo
      FROM bounds, unnest('{funding,refund,adjustment}'::text[]) AS kinds (kind)`);

/**
 * At most `limit` ledger entries of an account in a span of time, in the order of the ledger, with ids above `after`.
 */
export function listEntriesInOrder(
  db: Db,
  accountId: string,
  { since, until }: TimeSpan,
  { after, limit }: { after: bigint | null; limit: number },
): Promise<ListedEntry[]> {
  return db.$queryRaw<ListedEntry[]>(sql`
    WITH bounds AS MATERIALIZED (
      SELECT greatest(${firstIdAround(accountId, since, -6)}, ${after}::bigint + 1) AS low,
             ${firstIdAround(accountId, until, 6)} AS high)
    SELECT ${ENTRY} FROM bounds CROSS JOIN LATERAL (
      SELECT * FROM ledger_entry
       WHERE (account_id, id) >= (${accountId}::uuid, low) AND (account_id, id) < (${accountId}::uuid, high)
         AND created_at >= ${since} AND created_at < ${until}
       ORDER BY account_id, id LIMIT ${limit}::integer) e ORDER BY e.id`);
}
