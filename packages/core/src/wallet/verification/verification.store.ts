import { type Db, type DbOrTransaction, sql } from '../../shared/db';
import { newId } from '../../shared/ids';
import { toInterval } from '../../shared/interval';
import type { Verification } from '../records';
import type { BooksReportJson } from './verify-books';

export type { Verification } from '../records';

type VerificationDetail = Verification &
  Pick<BooksReportJson, 'findings'> & { totals: BooksReportJson['totals'] | null };

/** How a verification ended. */
export type VerificationEnd = BooksReportJson | { fault: string };

/** How often the process of a verification calls `touchVerification`. */
export const VERIFICATION_HEARTBEAT_MS = 10_000;
/** After so long without a heartbeat the process has died: six times the interval. */
const LOST_AFTER = sql`interval '60 seconds'`;
const LOST = 'The process ended before the check had finished. Start it again.';

/** Begins a verification. Null when one is under way in any process. */
export async function insertRunningVerification(db: DbOrTransaction, startedBy: string): Promise<Verification | null> {
  await db.$executeRaw(sql`
    UPDATE books_check SET finished_at = clock_timestamp(), fault = ${LOST}
     WHERE finished_at IS NULL AND seen_at < clock_timestamp() - ${LOST_AFTER}`);
  const [row] = await db.$queryRaw<Verification[]>(sql`
    INSERT INTO books_check AS c (id, started_by) VALUES (${newId()}::uuid, ${startedBy})
    ON CONFLICT DO NOTHING RETURNING ${COLUMNS}`);
  return row ?? null;
}

/** Records that a verification is still running. */
export async function touchVerification(db: Db, id: string): Promise<void> {
  await db.$executeRaw(
    sql`UPDATE books_check SET seen_at = clock_timestamp() WHERE id = ${id}::uuid AND finished_at IS NULL`,
  );
}

/** Ends a verification. False when it was closed as lost before, which stays. */
export async function endVerification(db: Db, id: string, end: VerificationEnd): Promise<boolean> {
  const { sound, totals, findings, fault } = asColumns(end);
  const changed = await db.$executeRaw(sql`
    UPDATE books_check SET finished_at = clock_timestamp(), sound = ${sound}::boolean, totals = ${totals}::jsonb,
                           findings = ${findings}::jsonb, fault = ${fault}
     WHERE id = ${id}::uuid AND finished_at IS NULL`);
  return changed === 1;
}

/** Stores a verification that has ended, also while another one is under way. Returns its id. */
export async function insertVerification(
  db: DbOrTransaction,
  startedBy: string,
  tookMs: number,
  end: VerificationEnd,
): Promise<string> {
  const id = newId();
  const { sound, totals, findings, fault } = asColumns(end);
  await db.$executeRaw(sql`
    INSERT INTO books_check (id, started_by, started_at, finished_at, sound, totals, findings, fault)
    VALUES (${id}::uuid, ${startedBy}, clock_timestamp() - ${toInterval(tookMs)}::interval, clock_timestamp(),
            ${sound}::boolean, ${totals}::jsonb, ${findings}::jsonb, ${fault})`);
  return id;
}

function asColumns(end: VerificationEnd) {
  if ('fault' in end) return { sound: null, totals: null, findings: '[]', fault: end.fault };
  return { sound: end.sound, totals: JSON.stringify(end.totals), findings: JSON.stringify(end.findings), fault: null };
}

/** Begun at `from` or later, before `to`; undefined means no filter. */
type VerificationFilter = { from?: Date | undefined; to?: Date | undefined };

/** At most `limit` verifications, newest first, older than the one with the id `before`. */
export function listVerifications(
  db: Db,
  { from, to, before = null, limit }: VerificationFilter & { before?: string | null; limit: number },
): Promise<Verification[]> {
  return db.$queryRaw<Verification[]>(sql`
    SELECT ${COLUMNS} FROM books_check c
     WHERE (${before}::uuid IS NULL OR id < ${before}::uuid)
       AND (${from ?? null}::timestamptz IS NULL OR c.started_at >= ${from ?? null}::timestamptz)
       AND (${to ?? null}::timestamptz IS NULL OR c.started_at < ${to ?? null}::timestamptz)
     ORDER BY id DESC LIMIT ${limit}`);
}

/** The verification that began last of those that came to a result; null when there is none. */
export async function latestResult(db: Db): Promise<Verification | null> {
  const [row] = await db.$queryRaw<Verification[]>(sql`
    SELECT ${COLUMNS} FROM books_check c WHERE c.sound IS NOT NULL ORDER BY c.id DESC LIMIT 1`);
  return row ?? null;
}

export async function findVerification(db: Db, id: string): Promise<VerificationDetail | null> {
  const [row] = await db.$queryRaw<VerificationDetail[]>(
    sql`SELECT ${COLUMNS}, totals, findings FROM books_check c WHERE id = ${id}::uuid`,
  );
  return row ?? null;
}

/** A lost verification is shown as lost at once, not only when the next one begins. */
const IS_LOST = sql`c.finished_at IS NULL AND c.seen_at < clock_timestamp() - ${LOST_AFTER}`;

const COLUMNS = sql`
  c.id, c.started_at AS "startedAt", c.started_by AS "startedBy", c.sound,
  CASE WHEN ${IS_LOST} THEN c.seen_at ELSE c.finished_at END AS "finishedAt",
  CASE WHEN ${IS_LOST} THEN ${LOST} ELSE c.fault END AS fault,
  ARRAY(SELECT f ->> 'id' FROM jsonb_array_elements(c.findings) WITH ORDINALITY AS e (f, n)
         WHERE (f ->> 'count')::bigint > 0 ORDER BY n) AS broken`;
