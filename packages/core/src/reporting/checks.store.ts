import { type Db, sql } from '../shared/db';

/** When what has to be done regularly was last done. */
type RegularChecks = {
  /**
   * When the newest verification of the books ended, in the console or by `ops books verify`. Before the first one,
   * when the first account was opened, so that one that never runs is missed too. Null without any account.
   */
  booksVerifiedAt: Date | null;
  /** What it said. Null before the first one. */
  booksSound: boolean | null;
  /** When a sync last confirmed the cost of a data plan, whoever started it. Null when there are no data plans. */
  catalogueSyncedAt: Date | null;
  /** When `ops backup run` last made a backup. Null before the first one. */
  backupMadeAt: Date | null;
  /** When `ops backup verify` last tried one. Before the first time, when `ops backup run` made the first one. */
  backupVerifiedAt: Date | null;
  /** What it said. Null before the first time. */
  backupSound: boolean | null;
};

/** Reads them all. A verification that could not be ended does not count. */
export async function readRegularChecks(db: Db): Promise<RegularChecks> {
  const [row] = await db.$queryRaw<RegularChecks[]>(sql`
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
  if (!row) throw new Error('SELECT without a row');
  return row;
}
