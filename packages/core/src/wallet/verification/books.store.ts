import type { Mode } from '../../account/mode';
import { Prisma } from '../../generated/prisma/client';
import { type Db, sql } from '../../shared/db';

/** One invariant, as a query: every row that it returns is a violation. */
export type Check = { id: string; title: string; violations(grace: Grace): Prisma.Sql };

/** By how many milliseconds ordinary work may be late before it counts as forgotten. */
export type Grace = {
  /** After the end of the client's window, for a purchase that is still initiated. */
  answerMs: number;
  /** After the next check of an open purchase. */
  checkMs: number;
  /** For a queued webhook event, or a notification that is due. */
  deliveryMs: number;
  /** For an entry of the audit log that is not sealed. */
  sealMs: number;
};

/**
 * What one check found: `count` violations, and at most 20 of them as `rows`. Amounts are bigints with names in `Kobo`.
 */
export type Finding = { id: string; title: string; count: number; rows: FindingRow[] };

export type FindingRow = Record<string, FindingValue>;
export type FindingValue = string | number | bigint | boolean | Date | null | FindingValue[];

/** Where the money is, added up from four independent columns. `fundedKobo` includes adjustments. */
export type BooksTotals = {
  asOf: Date;
  accounts: number;
  purchases: number;
  ledgerEntries: number;
  fundedKobo: bigint;
  balancesKobo: bigint;
  /** Debited for purchases that are still open. */
  heldKobo: bigint;
  /** Debited for purchases that succeeded. */
  spentKobo: bigint;
};

/** The transaction that all checks read in. */
export type Snapshot = Prisma.TransactionClient;

const SHOWN_ROWS = 20;
const TIMEOUT_MS = 6 * 3_600_000;

/**
 * Runs `work` in one REPEATABLE READ READ ONLY transaction: everything it reads was true at one moment, and the service
 * goes on. It locks nothing and lifts the statement timeout, so the pool needs a `queryTimeoutMs` of hours.
 */
export function inSnapshot<T>(db: Db, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const run = async (snapshot: Snapshot): Promise<T> => {
    await snapshot.$executeRaw(sql`SET TRANSACTION READ ONLY`);
    await snapshot.$executeRaw(sql`SET LOCAL statement_timeout = 0`);
    // sorts millions of rows in memory, not on disk
    await snapshot.$executeRaw(sql`SET LOCAL work_mem = '64MB'`);
    return work(snapshot);
  };
  return db.$transaction(run, { isolationLevel: 'RepeatableRead', maxWait: 10_000, timeout: TIMEOUT_MS });
}

/** Counts all violations of a check and reads the first 20. */
export async function findViolations(
  snapshot: Snapshot,
  { id, title, violations }: Check,
  grace: Grace,
): Promise<Finding> {
  const found = await snapshot.$queryRaw<Record<string, unknown>[]>(sql`
    SELECT violation.*, count(*) OVER () AS "found" FROM (${violations(grace)}) violation LIMIT ${SHOWN_ROWS}`);
  const rows = found.map(withBigInts);
  const count = Number(rows[0]?.found ?? 0);
  return { id, title, count, rows: rows.map(({ found: _, ...row }) => row) };
}

/** Adds up the wallets, ledger entries and purchases of one mode. What belongs to no account is live. */
export async function sumBooks(snapshot: Snapshot, mode: Mode): Promise<BooksTotals> {
  const tests = sql`(SELECT id FROM account WHERE mode = 'test')`;
  const ofMode = mode === 'test' ? sql`account_id IN ${tests}` : sql`account_id NOT IN ${tests}`;
  const [row] = await snapshot.$queryRaw<Record<string, unknown>[]>(sql`
    SELECT now() AS "asOf", a.accounts, p.purchases, e.entries AS "ledgerEntries",
           e.funded AS "fundedKobo", w.balances AS "balancesKobo", p.held AS "heldKobo", p.spent AS "spentKobo"
      FROM (SELECT count(*) AS accounts FROM account WHERE mode = ${mode}) a,
           (SELECT coalesce(sum(balance_kobo), 0) AS balances FROM wallet WHERE ${ofMode}) w,
           (SELECT count(*) AS entries,
                   coalesce(sum(amount_kobo) FILTER (WHERE kind IN ('funding', 'adjustment')), 0) AS funded
              FROM ledger_entry WHERE ${ofMode}) e,
           (SELECT count(*) AS purchases,
                   coalesce(sum(amount_kobo) FILTER (WHERE status IN ('initiated', 'pending')), 0) AS held,
                   coalesce(sum(amount_kobo) FILTER (WHERE status = 'success'), 0) AS spent
              FROM purchase WHERE ${ofMode}) p`);
  const { accounts, purchases, ledgerEntries, ...rest } = withBigInts(row ?? {});
  const counts = { accounts: Number(accounts), purchases: Number(purchases), ledgerEntries: Number(ledgerEntries) };
  return { ...rest, ...counts } as BooksTotals;
}

/** PostgreSQL sums bigints to numeric, which arrives as Decimal. Ours are whole numbers. */
function withBigInts(row: Record<string, unknown>): FindingRow {
  const values = Object.entries(row).map(([name, value]) => [
    name,
    Prisma.Decimal.isDecimal(value) ? BigInt(value.toFixed(0)) : value,
  ]);
  return Object.fromEntries(values) as FindingRow;
}
