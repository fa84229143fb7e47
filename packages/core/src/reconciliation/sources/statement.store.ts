import type { Refused } from '../../errors/refusal-catalog';
import type { StatementRow } from '../../provider/provider.port';
import { type Db, type DbOrTransaction, jsonRows, onlyRow, sql } from '../../shared/db';
import { dayInLagos } from '../../time/lagos-time';
import { signedAmount } from '../judge/amounts.store';
import type { Pull, StatementSource } from '../records';
import { createSameMovement, type Movement, SAME_WITHIN_MS } from './same-movement';

/** From `from` on and before `to`. */
export type Range = { from: Date; to: Date };

/** `known`: rows that were there before. `changed`: those of them that said something else. */
export type Recorded = { added: number; known: number; changed: number };

const BATCH = 2_000;
/** A statement of many rows: the usual limit is that of a purchase. */
const TIMEOUT_MS = 60_000;

/** `pullId`: the import that brought them. */
type Rows = { provider: string; source: StatementSource; rows: StatementRow[]; pullId?: bigint };

/**
 * Writes rows, each once, some at a time. A row that came before stays: when the same source says something else of it
 * now, that is a finding. A row of a closed day counts for the first day that is not closed.
 */
export const recordRows = (db: Db, provider: string, source: StatementSource, rows: StatementRow[]) =>
  inBatches(rows, (batch) =>
    db.$transaction((tx) => recordBatch(tx, { provider, source, rows: batch }), { timeout: TIMEOUT_MS }),
  );

/** The same, all of them in the transaction of the caller. */
export const recordRowsIn = (tx: DbOrTransaction, { rows, ...of }: Rows) =>
  inBatches(rows, (batch) => recordBatch(tx, { ...of, rows: batch }));

type Batch = Pick<Recorded, 'added' | 'changed'>;

async function inBatches(rows: StatementRow[], record: (batch: StatementRow[]) => Promise<Batch>): Promise<Recorded> {
  let [added, changed] = [0, 0];
  for (let start = 0; start < rows.length; start += BATCH) {
    const batch = await record(rows.slice(start, start + BATCH));
    added += batch.added;
    changed += batch.changed;
  }
  return { added, known: rows.length - added, changed };
}

async function recordBatch(tx: DbOrTransaction, { provider, source, rows, pullId }: Rows): Promise<Batch> {
  await lockProvider(tx, provider, 'shared');
  const isKnown = createSameMovement(await listOtherMovements(tx, { provider, source, rows }));
  const items = ITEMS(jsonRows(rows.map((row) => ({ ...toItem(row), is_known: isKnown(row) }))));
  const added = await tx.$executeRaw(sql`
    INSERT INTO statement_row (provider, row_id, source, at, day, direction, kind, amount_kobo, provider_ref,
                               provider_transaction_id, balance_before_kobo, balance_after_kobo, raw, pull_id)
    SELECT ${provider}, item.row_id, ${source}, item.at,
           greatest((item.at AT TIME ZONE 'Africa/Lagos')::date,
                    (SELECT max(day) + 1 FROM closed_day WHERE provider = ${provider})),
           item.direction, item.kind, item.amount_kobo, item.provider_ref, item.provider_transaction_id,
           item.balance_before_kobo, item.balance_after_kobo, item.raw, ${pullId ?? null}::bigint
      FROM ${items} WHERE NOT item.is_known
    ON CONFLICT (provider, row_id) DO NOTHING`);
  if (added === rows.length) return { added, changed: 0 };
  // LIMIT: one look-up for each row, also before the first statistics of the table
  const changed = await tx.$executeRaw(sql`
    INSERT INTO reconciliation_finding (provider, day, kind, subject, difference_kobo, row_id, facts)
    SELECT ${provider}, greatest(r.day, (SELECT max(day) + 1 FROM closed_day WHERE provider = ${provider})),
           'row_changed', 'row:' || r.row_id, ${signedAmount('item')} - ${signedAmount()}, r.id,
           jsonb_build_object('was', to_jsonb(r) - 'raw' - 'id', 'now', to_jsonb(item) - 'raw' - 'is_known')
      FROM ${items}
     CROSS JOIN LATERAL (SELECT * FROM statement_row s WHERE s.provider = ${provider} AND s.row_id = item.row_id LIMIT 1) r
     WHERE r.source = ${source}
       AND (r.at, r.direction, r.amount_kobo, r.provider_ref)
           IS DISTINCT FROM (item.at, item.direction, item.amount_kobo, item.provider_ref)
    ON CONFLICT (provider, kind, subject, difference_kobo) DO NOTHING`);
  return { added, changed };
}

/** Lists the movements of other sources at the time of these rows: the same movements have other ids there. */
async function listOtherMovements(tx: DbOrTransaction, { provider, source, rows }: Rows): Promise<Movement[]> {
  const times = rows.map(({ at }) => at.getTime());
  const from = new Date(times.reduce((a, b) => Math.min(a, b)) - SAME_WITHIN_MS);
  const to = new Date(times.reduce((a, b) => Math.max(a, b)) + SAME_WITHIN_MS);
  return tx.$queryRaw<Movement[]>(sql`
    SELECT at, direction, amount_kobo AS "amountKobo", provider_ref AS "providerRef",
           provider_transaction_id AS "providerTransactionId"
      FROM statement_row
     WHERE provider = ${provider} AND source <> ${source} AND at BETWEEN ${from} AND ${to}
       AND day BETWEEN ${dayInLagos(from)}::date AND ${dayInLagos(to)}::date`);
}

const ITEMS = (items: string) => sql`
  jsonb_to_recordset(${items}::jsonb) AS item (
    row_id text, at timestamptz, direction text, kind text, amount_kobo bigint, provider_ref text,
    provider_transaction_id text, balance_before_kobo bigint, balance_after_kobo bigint, raw jsonb, is_known boolean)`;

/** Under the names of the table, which findings show. */
const toItem = (row: StatementRow) => ({
  row_id: row.rowId,
  at: row.at,
  direction: row.direction,
  kind: row.kind,
  amount_kobo: row.amountKobo,
  provider_ref: row.providerRef,
  provider_transaction_id: row.providerTransactionId,
  balance_before_kobo: row.balanceBeforeKobo,
  balance_after_kobo: row.balanceAfterKobo,
  raw: row.raw,
});

/** Until the end of the transaction: rows come in (`shared`) or a day is closed (`alone`), not both. */
export async function lockProvider(tx: DbOrTransaction, provider: string, how: 'shared' | 'alone'): Promise<void> {
  const lock = how === 'alone' ? sql`pg_advisory_xact_lock` : sql`pg_advisory_xact_lock_shared`;
  await tx.$executeRaw(sql`SELECT ${lock}(hashtextextended('reconciliation ' || ${provider}, 0))`);
}

/** Writes down that a statement was read, or why it could not be. Returns its number. */
export async function recordPull(db: DbOrTransaction, pull: Omit<Pull, 'id' | 'at'>): Promise<bigint> {
  const { id } = await db.statementPull.create({ data: pull, select: { id: true } });
  return id;
}

/** How many rows an import has added, which is known only after it. */
export async function setAdded(tx: DbOrTransaction, pullId: bigint, added: number): Promise<void> {
  await tx.$executeRaw(sql`UPDATE statement_pull SET added = ${added} WHERE id = ${pullId}`);
}

type Withdrawn = { kind: 'withdrawn'; provider: string; rows: number };
export type Withdrawal = Withdrawn | Refused<'no_such_import' | 'not_read' | 'rows_unknown' | 'import_day_closed'>;

/** withdraw_import: deletes the rows that an import brought, unless a day of it is closed. */
export async function deleteImport(tx: DbOrTransaction, id: bigint): Promise<Withdrawal> {
  type Row = Omit<Withdrawn, 'kind'> & {
    kind: 'withdrawn' | 'no_such_import' | 'not_read' | 'rows_unknown' | 'day_closed';
    day: string;
  };
  const found = await tx.$queryRaw<Row[]>(sql`
    SELECT outcome AS kind, provider, deleted AS rows, closed_day::text AS day FROM withdraw_import(${id}::bigint)`);
  const { kind, provider, rows, day } = onlyRow(found, 'withdraw_import');
  if (kind === 'withdrawn') return { kind, provider, rows };
  return kind === 'day_closed' ? { kind: 'import_day_closed', id, day } : { kind, id };
}

const PULL = sql`id, provider, source, since, until, rows, added, fault, pulled_at AS at`;

/** The last pulls of each provider, newest first. */
export function listPulls(db: Db, limit: number): Promise<Pull[]> {
  return db.$queryRaw<Pull[]>(sql`
    SELECT ${PULL}
      FROM (SELECT p.*, row_number() OVER (PARTITION BY provider ORDER BY id DESC) AS place FROM statement_pull p) p
     WHERE place <= ${limit} ORDER BY pulled_at DESC`);
}

type PullFilter = { from?: Date | undefined; to?: Date | undefined; before: bigint | null; limit: number };

/** Pulls of all providers, newest first, with ids below `before`; of those at `from` or later, and before `to`. */
export function searchPulls(db: Db, { from, to, before, limit }: PullFilter): Promise<Pull[]> {
  return db.$queryRaw<Pull[]>(sql`
    SELECT ${PULL} FROM statement_pull
     WHERE (${before}::bigint IS NULL OR id < ${before}::bigint)
       AND (${from ?? null}::timestamptz IS NULL OR pulled_at >= ${from ?? null}::timestamptz)
       AND (${to ?? null}::timestamptz IS NULL OR pulled_at < ${to ?? null}::timestamptz)
     ORDER BY id DESC LIMIT ${limit}`);
}

/** The span up to the latest end that all statements of a provider cover without a hole; null when none was read. */
export async function readCoverage(db: DbOrTransaction, provider: string): Promise<Range | null> {
  const [row] = await db.$queryRaw<{ from: Date | null; to: Date | null }[]>(sql`
    WITH pulls AS (
      SELECT since, until, since > max(until) OVER (ORDER BY since, id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
                           AS is_after_hole
        FROM statement_pull WHERE provider = ${provider} AND fault IS NULL)
    SELECT coalesce(max(since) FILTER (WHERE is_after_hole), min(since)) AS "from", max(until) AS "to" FROM pulls`);
  return row?.from && row.to ? { from: row.from, to: row.to } : null;
}

/** The spans that the API of a provider has read. */
export function listApiSpans(db: DbOrTransaction, provider: string): Promise<Range[]> {
  return db.$queryRaw<Range[]>(sql`
    SELECT lower(span) AS "from", upper(span) AS "to"
      FROM (SELECT unnest(range_agg(tstzrange(since, until))) AS span FROM statement_pull
             WHERE provider = ${provider} AND source = 'api' AND fault IS NULL) spans`);
}

/**
 * Up to when the API of a provider was read, where files may fill holes: the next pull begins there. A file alone
 * brings it no further, because its end is only a person's word. Null when the API was never read.
 */
export async function readApiEnd(db: DbOrTransaction, provider: string): Promise<Date | null> {
  const [row] = await db.$queryRaw<{ end: Date }[]>(sql`
    WITH pulls AS (
      SELECT since, until, source FROM statement_pull WHERE provider = ${provider} AND fault IS NULL),
    api AS (SELECT min(since) AS since, max(until) AS until FROM pulls WHERE source = 'api')
    SELECT least(upper(span), api.until) AS "end"
      FROM (SELECT unnest(range_agg(tstzrange(since, until))) AS span FROM pulls) spans, api
     WHERE span @> api.since`);
  return row?.end ?? null;
}

/** `matched`: with an order that this database knows, or a person has resolved the finding that it is of none. */
type ListedSale = Pick<Movement, 'at' | 'amountKobo' | 'providerRef' | 'providerTransactionId'> & {
  provider: string;
  matched: boolean;
};

/** The sales that statements list from `since` on, and that the provider has not paid back, the oldest first. */
export function listSales(db: Db, since: Date, provider: string | undefined): Promise<ListedSale[]> {
  return db.$queryRaw<ListedSale[]>(sql`
    SELECT provider, at, amount_kobo AS "amountKobo", provider_ref AS "providerRef",
           provider_transaction_id AS "providerTransactionId",
           EXISTS (SELECT FROM statement_match m WHERE m.row_id = r.id)
             OR EXISTS (SELECT FROM reconciliation_finding f
                         WHERE f.provider = r.provider AND f.row_id = r.id AND f.kind = 'missing_here'
                           AND f.resolved_at IS NOT NULL) AS matched
      FROM statement_row r
     WHERE at >= ${since} AND kind = 'sale'
       AND (${provider ?? null}::text IS NULL OR provider = ${provider ?? null})
       AND amount_kobo > (SELECT coalesce(sum(back.amount_kobo), 0) FROM statement_row back
                           WHERE back.provider = r.provider AND back.direction = 'credit' AND back.kind <> 'commission'
                             AND (back.provider_transaction_id = r.provider_transaction_id
                                  OR back.provider_ref = r.provider_ref))
     ORDER BY at, id`);
}

/** Those of the ids that no purchase has, and that are the reference of no adjustment by which a wallet has paid. */
export async function findUnknownPurchases(db: Db, ids: string[]): Promise<Set<string>> {
  const rows = await db.$queryRaw<{ id: string }[]>(sql`
    SELECT id FROM unnest(${ids}::uuid[]) AS asked (id)
     WHERE NOT EXISTS (SELECT FROM purchase p WHERE p.id = asked.id)
       AND funding_key(asked.id::text) NOT IN (
         SELECT funding_key(e.reference)
           FROM account a JOIN ledger_entry e ON e.account_id = a.id AND e.kind = 'adjustment'
          WHERE e.purchase_id IS NULL AND e.amount_kobo < 0)`);
  return new Set(rows.map(({ id }) => id));
}
