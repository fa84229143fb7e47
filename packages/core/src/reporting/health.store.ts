import { LIVE } from '../purchase/purchase.store';
import { type Db, onlyRow, type Sql, sql } from '../shared/db';
import type { Backlog } from './records';

/** One statement over the sweeper's partial indexes: it costs the open purchases and queued events, not all. */
export async function readBacklog(db: Db): Promise<Backlog> {
  const rows = await db.$queryRaw<Backlog[]>(sql`
    SELECT (due.count + stopped.count)::integer AS open, review.count::integer AS "underReview",
           ${age(sql`due.unclaimed`)} AS "oldestUnclaimedS", ${age(sql`due.pending`)} AS "oldestPendingS",
           ${age(sql`least(due.oldest, stopped.oldest)`)} AS "oldestOpenS", ${age(sql`due.first`)} AS "overdueS",
           claims.count::integer AS "openClaims", ${age(sql`claims.oldest`)} AS "oldestClaimS",
           events.count::integer AS "webhooksWaiting", ${age(sql`events.oldest`)} AS "oldestWebhookS"
      FROM (SELECT count(*), min(created_at) FILTER (WHERE sends = 0) AS unclaimed,
                   min(created_at) FILTER (WHERE status = 'pending') AS pending, min(created_at) AS oldest,
                   min(next_check_at) AS first
              FROM purchase WHERE next_check_at IS NOT NULL AND ${LIVE}) due,
           (SELECT count(*), min(created_at) AS oldest FROM purchase
             WHERE needs_review AND next_check_at IS NULL AND final_at IS NULL AND ${LIVE}) stopped,
           (SELECT count(*) FROM purchase WHERE needs_review AND ${LIVE}) review,
           (SELECT count(*), min(filed_at) AS oldest FROM claim WHERE state = 'open') claims,
           (SELECT count(*), min(created_at) AS oldest FROM webhook_event WHERE state = 'queued') events`);
  return onlyRow(rows);
}

/** Seconds since `instant`; 0 when it is null or in the future. */
const age = (instant: Sql) => sql`greatest(coalesce(extract(epoch FROM clock_timestamp() - ${instant}), 0), 0)::float8`;

/**
 * When regular work was last done; null before the first time. For the first verification of the books the opening of
 * the first account stands, and for that of a backup the first backup, so that one that never runs is missed too.
 */
type RegularChecks = Record<
  'booksVerifiedAt' | 'catalogueSyncedAt' | 'backupMadeAt' | 'backupVerifiedAt',
  Date | null
> &
  Record<'booksSound' | 'backupSound', boolean | null>;

/** A verification that could not be ended does not count. */
export async function readRegularChecks(db: Db): Promise<RegularChecks> {
  const rows = await db.$queryRaw<RegularChecks[]>(sql`
    SELECT coalesce(books.finished_at, (SELECT min(created_at) FROM account)) AS "booksVerifiedAt",
           books.sound AS "booksSound",
           (SELECT max(cost_seen_at) FROM data_plan) AS "catalogueSyncedAt",
           made.at AS "backupMadeAt", coalesce(verified.at, made.first_at) AS "backupVerifiedAt",
           verified.sound AS "backupSound"
      FROM (SELECT) AS one
      LEFT JOIN last_backup made ON made.task = 'run'
      LEFT JOIN last_backup verified ON verified.task = 'verify'
      LEFT JOIN (SELECT finished_at, sound FROM books_check
                  WHERE sound IS NOT NULL ORDER BY finished_at DESC LIMIT 1) books ON true`);
  return onlyRow(rows);
}

/**
 * How far what follows the database server is behind. Standbys and slots: in bytes of the log; the archive: for how
 * many seconds its oldest segment has waited.
 */
type ServerLag =
  | { kind: 'standby' | 'slot'; name: string; behind: number }
  | { kind: 'archive'; name: null; behind: number };

/** Of everything that follows it; null when the owner of the tables is no member of pg_monitor and sees nothing. */
export async function readServerLags(db: Db): Promise<ServerLag[] | null> {
  const lags = await db.$queryRaw<ServerLag[]>(sql`SELECT kind, name, behind FROM server_lags()`);
  if (lags.length > 0) return lags;
  const [owner] = await db.$queryRaw<{ sees: boolean }[]>(sql`
    SELECT pg_has_role(proowner, 'pg_monitor', 'USAGE') AS sees
      FROM pg_proc WHERE oid = 'server_lags()'::regprocedure`);
  return owner?.sees === true ? lags : null;
}
