import { type Db, sql } from '../shared/db';

/** When what has to be done regularly was last done. */
export type RegularChecks = {
  /**
   * When the newest verification of the books ended, in the console or by `ops books verify`. Before the first one,
   * when the first account was opened, so that one that never runs is missed too. Null without any account.
   */
  booksVerifiedAt: Date | null;
  /** What it said. Null before the first one. */
  booksSound: boolean | null;
  /** When a sync last confirmed the cost of a data plan, whoever started it. Null when there are no data plans. */
  catalogueSyncedAt: Date | null;
};

/** Reads them all. A verification that could not be ended does not count. */
export async function readRegularChecks(db: Db): Promise<RegularChecks> {
  const [row] = await db.$queryRaw<RegularChecks[]>(sql`
    SELECT coalesce(books.finished_at, (SELECT min(created_at) FROM account)) AS "booksVerifiedAt",
           books.sound AS "booksSound",
           (SELECT max(cost_seen_at) FROM data_plan) AS "catalogueSyncedAt"
      FROM (SELECT) AS one
      LEFT JOIN (SELECT finished_at, sound FROM books_check
                  WHERE sound IS NOT NULL ORDER BY finished_at DESC LIMIT 1) books ON true`);
  if (!row) throw new Error('SELECT without a row');
  return row;
}
