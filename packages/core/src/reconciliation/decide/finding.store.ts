import { type Db, type DbOrTransaction, jsonRows, type Sql, sql } from '../../shared/db';
import type {
  Difference,
  Finding,
  FindingKind,
  FindingState,
  FindingsOfDay,
  Resolution,
  StatementEvidence,
} from '../records';

/** Counts of the findings after a run: `opened` are new or have come back; `cleared` are gone. */
export type WrittenFindings = { opened: number; cleared: number; open: number };

/**
 * Makes the open findings of this day and these kinds those that were found now. One that is there already stays as it
 * is, even if a person resolved it; one that was not found again is cleared.
 */
export async function writeFindings(
  tx: DbOrTransaction,
  { provider, day, kinds }: { provider: string; day: string; kinds: readonly FindingKind[] },
  found: Difference[],
): Promise<WrittenFindings> {
  const list = sql`jsonb_to_recordset(${jsonRows(found)}::jsonb) AS item (
    kind text, subject text, day date, "differenceKobo" bigint, "purchaseId" uuid, number smallint, "rowId" bigint,
    "suggestedRowId" bigint, facts jsonb)`;
  const cleared = await tx.$executeRaw(sql`
    UPDATE reconciliation_finding f SET cleared_at = clock_timestamp()
     WHERE f.provider = ${provider} AND ${IS_OPEN} AND f.kind = ANY (${kinds})
       AND f.day = ${day}::date
       AND NOT EXISTS (SELECT FROM ${list} WHERE item.kind = f.kind AND item.subject = f.subject
                                             AND item."differenceKobo" = f.difference_kobo)`);
  const opened = await tx.$executeRaw(sql`
    INSERT INTO reconciliation_finding AS f (provider, day, kind, subject, difference_kobo, purchase_id, number, row_id,
                                             suggested_row_id, facts)
    SELECT ${provider}, greatest(item.day, ${day}::date), item.kind, item.subject, item."differenceKobo",
           item."purchaseId", item.number, item."rowId", item."suggestedRowId", item.facts FROM ${list}
    ON CONFLICT (provider, kind, subject, difference_kobo) DO UPDATE
       SET cleared_at = NULL, suggested_row_id = excluded.suggested_row_id
     WHERE f.resolved_at IS NULL
       AND (f.cleared_at IS NOT NULL OR f.suggested_row_id IS DISTINCT FROM excluded.suggested_row_id)`);
  await tx.$executeRaw(sql`
    UPDATE reconciliation_finding f SET facts = item.facts
      FROM ${list}
     WHERE f.provider = ${provider} AND item.kind = f.kind AND item.subject = f.subject
       AND item."differenceKobo" = f.difference_kobo AND ${IS_OPEN} AND f.facts <> item.facts`);
  const [open] = await tx.$queryRaw<{ n: number }[]>(sql`
    SELECT count(*)::integer AS n FROM reconciliation_finding f
     WHERE f.provider = ${provider} AND ${IS_OPEN} AND f.day = ${day}::date`);
  return { opened, cleared, open: open?.n ?? 0 };
}

const IS_OPEN = sql`f.cleared_at IS NULL AND f.resolved_at IS NULL`;

/** Days that begin at `from` or later, and before `to`. Undefined means no filter. */
export type Span = { from?: Date | undefined; to?: Date | undefined };

/** Undefined means no filter. `before`: older than the finding with this id. */
type FindingFilter = Span & {
  provider?: string | undefined;
  kind?: FindingKind | undefined;
  state?: FindingState | undefined;
  day?: string | undefined;
  purchaseId?: string | undefined;
  before?: bigint | undefined;
  limit: number;
};

/** Whether a column of days in Lagos lies in the span. */
export function dayWithin(day: Sql, { from, to }: Span) {
  const begins = sql`(${day}::timestamp AT TIME ZONE 'Africa/Lagos')`;
  return sql`(${from ?? null}::timestamptz IS NULL OR ${begins} >= ${from ?? null}::timestamptz)
         AND (${to ?? null}::timestamptz IS NULL OR ${begins} < ${to ?? null}::timestamptz)`;
}

/** Findings, newest first. */
export function listFindings(db: Db, filter: FindingFilter) {
  const { provider, kind, state, day, purchaseId, before, limit } = filter;
  return db.$queryRaw<Finding[]>(sql`
    ${FINDINGS}
     WHERE (${provider ?? null}::text IS NULL OR f.provider = ${provider ?? null})
       AND (${kind ?? null}::text IS NULL OR f.kind = ${kind ?? null})
       AND (${day ?? null}::date IS NULL OR f.day = ${day ?? null}::date)
       AND ${dayWithin(sql`f.day`, filter)}
       AND (${purchaseId ?? null}::uuid IS NULL OR f.purchase_id = ${purchaseId ?? null}::uuid)
       AND (${before ?? null}::bigint IS NULL OR f.id < ${before ?? null}::bigint)
       AND (${state ?? null}::text IS NULL OR ${STATE} = ${state ?? null})
     ORDER BY f.id DESC LIMIT ${limit}`);
}

/** Null when there is no such finding. `lock`: until the end of the transaction. */
export async function findFinding(db: DbOrTransaction, id: bigint, { lock = false } = {}): Promise<Finding | null> {
  const [row] = await db.$queryRaw<Finding[]>(sql`
    ${FINDINGS} WHERE f.id = ${id} ${lock ? sql`FOR UPDATE OF f` : sql``}`);
  return row ?? null;
}

const STATE = sql`
  CASE WHEN f.resolved_at IS NOT NULL THEN 'resolved' WHEN f.cleared_at IS NOT NULL THEN 'cleared' ELSE 'open' END`;

const FINDINGS = sql`
  SELECT f.id, f.provider, f.kind, f.subject, f.day::text AS day, f.difference_kobo AS "differenceKobo",
         f.purchase_id AS "purchaseId", f.number, f.row_id AS "rowId", f.suggested_row_id AS "suggestedRowId", f.facts,
         ${STATE} AS state,
         CASE f.provider WHEN 'collections' THEN regexp_replace(f.subject, '^transfer:', '') ELSE p.request_ref END
           AS reference,
         coalesce(p.account_id, (f.facts ->> 'account_id')::uuid) AS "accountId", r.row_id AS "row",
         s.row_id AS "suggestedRow",
         coalesce(told.provider_ref, told.provider_transaction_id) AS "rowReference", told.at AS "rowAt",
         told.balance_after_kobo AS "rowBalanceKobo",
         f.purchase_id IS NOT NULL AND coalesce(f.suggested_row_id, f.row_id) IS NOT NULL AS suggested,
         f.found_at AS "foundAt", f.resolved_at AS "resolvedAt", f.resolved_by AS "resolvedBy", f.resolution, f.note
    FROM reconciliation_finding f
    LEFT JOIN purchase p ON p.id = f.purchase_id
    LEFT JOIN statement_row r ON r.id = f.row_id
    LEFT JOIN statement_row s ON s.id = f.suggested_row_id
    LEFT JOIN LATERAL (SELECT min(m.row_id) AS id FROM statement_match m
                        WHERE m.purchase_id = f.purchase_id AND m.number = f.number) matched ON true
    LEFT JOIN statement_row told ON told.id = coalesce(f.suggested_row_id, f.row_id, matched.id)`;

/** Resolves an open finding. False when it is not open any more. */
export async function endFinding(
  tx: DbOrTransaction,
  { id, by, resolution, note }: { id: bigint; by: string; resolution: Resolution; note: string },
): Promise<boolean> {
  const changed = await tx.$executeRaw(sql`
    UPDATE reconciliation_finding f
       SET resolved_at = clock_timestamp(), resolved_by = ${by}, resolution = ${resolution}, note = ${note}
     WHERE f.id = ${id} AND ${IS_OPEN}`);
  return changed === 1;
}

/** Writes what a person accepted into our float of that day. */
export async function insertFloatEntry(
  tx: DbOrTransaction,
  entry: { provider: string; day: string; amountKobo: bigint; findingId: bigint; note: string; by: string },
): Promise<void> {
  await tx.$executeRaw(sql`
    INSERT INTO float_entry (provider, day, amount_kobo, finding_id, note, written_by)
    VALUES (${entry.provider}, ${entry.day}::date, ${entry.amountKobo}, ${entry.findingId}, ${entry.note}, ${entry.by})`);
}

type FindingCount = { provider: string; kind: FindingKind; open: number; overchargedKobo: bigint };

/** The open findings by provider and kind; `overchargedKobo`: what they charged more, without what they left out. */
export function countOpenFindings(db: Db): Promise<FindingCount[]> {
  return db.$queryRaw<FindingCount[]>(sql`
    SELECT f.provider, f.kind, count(*)::integer AS open,
           coalesce(sum(f.difference_kobo) FILTER (WHERE f.difference_kobo > 0), 0)::bigint AS "overchargedKobo"
      FROM reconciliation_finding f WHERE ${IS_OPEN} GROUP BY 1, 2 ORDER BY 1, 2`);
}

/** Each of the last so many days, with today, in order. */
export function listFindingsByDay(db: Db, days: number): Promise<FindingsOfDay[]> {
  return db.$queryRaw<FindingsOfDay[]>(sql`
    SELECT each.at::date::text AS day, count(f.id) FILTER (WHERE f.resolved_at IS NULL)::integer AS open,
           count(f.resolved_at)::integer AS resolved, coalesce(sum(f.difference_kobo), 0)::bigint AS "differenceKobo"
      FROM generate_series((now() AT TIME ZONE 'Africa/Lagos')::date - ${days - 1}::integer,
                           (now() AT TIME ZONE 'Africa/Lagos')::date, interval '1 day') AS each (at)
      LEFT JOIN reconciliation_finding f ON f.day = each.at::date AND f.cleared_at IS NULL
     GROUP BY 1 ORDER BY 1`);
}

/** The providers whose statement or balance was ever read. */
export async function listReadProviders(db: Db): Promise<string[]> {
  const rows = await db.$queryRaw<{ provider: string }[]>(sql`
    SELECT provider FROM statement_pull UNION SELECT provider FROM balance_snapshot ORDER BY 1`);
  return rows.map(({ provider }) => provider);
}

/** The rows of statements about a purchase, oldest first, for a person who decides on it. None proves nothing. */
export function listStatementEvidence(db: Db, purchaseId: string): Promise<StatementEvidence[]> {
  return db.$queryRaw<StatementEvidence[]>(sql`
    SELECT r.provider, rows.number AS attempt, r.row_id AS "row", r.at, r.direction, r.kind,
           r.amount_kobo AS "amountKobo", rows.suggested
      FROM (SELECT m.row_id, m.number, false AS suggested FROM statement_match m
             WHERE m.purchase_id = ${purchaseId}::uuid
             UNION ALL
            SELECT coalesce(f.suggested_row_id, f.row_id), f.number, true FROM reconciliation_finding f
             WHERE f.purchase_id = ${purchaseId}::uuid AND f.resolved_at IS NULL AND f.cleared_at IS NULL
               AND coalesce(f.suggested_row_id, f.row_id) IS NOT NULL) rows
      JOIN statement_row r ON r.id = rows.row_id
     ORDER BY r.at, r.id`);
}
