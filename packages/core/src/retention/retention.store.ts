import { type DbOrTransaction, onlyRow, sql } from '../shared/db';

/** Text in place of personal data that was redacted, as in blank_purchases. */
export const REMOVED = 'removed';

/**
 * Adds the next month that the history needs. Returns its partition; null when nothing is left to do, or another
 * process does it. Fails without a lock within 200 ms.
 */
export async function keepPurchaseHistory(db: DbOrTransaction): Promise<string | null> {
  const [row] = await db.$queryRaw<{ partition: string | null }[]>(sql`SELECT keep_purchase_history() AS partition`);
  return row?.partition ?? null;
}

/** How many rows of the history have ids of a month without a partition. Anything but 0 is a fault. */
export async function countHistoryOutside(db: DbOrTransaction): Promise<number> {
  const [row] = await db.$queryRaw<{ rows: bigint }[]>(sql`SELECT history_outside_partitions() AS rows`);
  return Number(row?.rows ?? 0n);
}

/**
 * Deletes what is older than `days` of the `lot` events after the number `after`, 0 at first. `nextAfter`: where the
 * next lot begins; null when the rest is younger.
 */
export async function forgetEvents(
  db: DbOrTransaction,
  { days, after, lot }: { days: number; after: bigint; lot: number },
): Promise<{ deleted: number; nextAfter: bigint | null }> {
  const [row] = await db.$queryRaw<{ deleted: number; nextAfter: bigint | null }[]>(sql`
    SELECT deleted, next_after AS "nextAfter" FROM forget_events(${days}::integer, ${after}::bigint, ${lot}::integer)`);
  return row ?? { deleted: 0, nextAfter: null };
}

/**
 * Deletes one lot of what test accounts did more than 7 days ago, or a reset has closed. Returns 0 when nothing is left
 * to do, or another process does it. Fails without a lock within 200 ms.
 */
export async function forgetTestData(db: DbOrTransaction, lot: number): Promise<number> {
  const [row] = await db.$queryRaw<{ deleted: number }[]>(sql`SELECT forget_test_data(${lot}::integer) AS deleted`);
  return row?.deleted ?? 0;
}

export type RedactedLot = {
  purchases: number;
  attempts: number;
  events: number;
  statementRows: number;
  nextAfter: string | null;
};

/**
 * Of the `lot` purchases after the id `after`, null at first, those that have been final for `days` and about which
 * nothing is open. `nextAfter`: where the next lot begins; null at the end.
 */
export async function redactPurchases(
  db: DbOrTransaction,
  { days, after, lot, dryRun }: { days: number; after: string | null; lot: number; dryRun: boolean },
): Promise<RedactedLot> {
  const rows = await db.$queryRaw<RedactedLot[]>(sql`
    SELECT purchases, attempts, events, statement_rows AS "statementRows", next_after AS "nextAfter"
      FROM blank_purchases(${days}::integer, ${after}::uuid, ${lot}::integer, ${dryRun}::boolean)`);
  return onlyRow(rows, 'blank_purchases');
}

/**
 * Removes the orders of at most `lot` rows of batches that never became a purchase, `days` after their batch ended.
 * Returns how many; a dry run counts all of them.
 */
export async function redactBatchRows(
  db: DbOrTransaction,
  { days, lot, dryRun }: { days: number; lot: number; dryRun: boolean },
): Promise<number> {
  const rows = await db.$queryRaw<{ rows: number }[]>(
    sql`SELECT blank_batch_rows(${days}::integer, ${lot}::integer, ${dryRun}::boolean) AS rows`,
  );
  return onlyRow(rows, 'blank_batch_rows').rows;
}

/**
 * Of the `lot` rows after the number `after`, 0 at first, those that have been here for `days`, lead to no purchase or
 * to one that is redacted, and have no open finding. `nextAfter`: as above.
 */
export async function redactStatementRows(
  db: DbOrTransaction,
  { days, after, lot, dryRun }: { days: number; after: bigint; lot: number; dryRun: boolean },
): Promise<{ statementRows: number; nextAfter: bigint | null }> {
  const rows = await db.$queryRaw<{ statementRows: number; nextAfter: bigint | null }[]>(sql`
    SELECT statement_rows AS "statementRows", next_after AS "nextAfter"
      FROM blank_statement_rows(${days}::integer, ${after}::bigint, ${lot}::integer, ${dryRun}::boolean)`);
  return onlyRow(rows, 'blank_statement_rows');
}
