import { Prisma } from '../../generated/prisma/client';
import { type Db, sql } from '../../shared/db';
import { toInterval } from '../../shared/interval';

/** One invariant, as a query whose every row is a violation of it. */
export type Check = { id: string; title: string; violations(grace: Grace): Prisma.Sql };

/** Milliseconds that ordinary work may be late before it counts as forgotten. */
export type Grace = {
  /** After the end of the client's window, for a purchase nobody was answered about. */
  answerMs: number;
  /** After the time at which an open purchase was to be looked at. */
  checkMs: number;
  /** For a webhook event, or a message to a customer whose time has come, to be on its way. */
  deliveryMs: number;
};

/** What one check found: `count` violations, of which the first `rows` are shown. Money is in bigint columns whose names end in `Kobo`. */
export type Finding = { id: string; title: string; count: number; rows: FindingRow[] };

export type FindingRow = Record<string, FindingValue>;
export type FindingValue = string | number | bigint | boolean | Date | null | FindingValue[];

/** Where the money is, summed from four independent columns. `fundedKobo` includes adjustments. */
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

/** What the checks read from: the connection of the one transaction. */
export type Snapshot = Prisma.TransactionClient;

export const interval = (ms: number): Prisma.Sql => sql`${toInterval(ms)}::interval`;

const SHOWN = 20;
const LONGEST_MS = 6 * 3_600_000;

/**
 * Runs `work` in one REPEATABLE READ READ ONLY transaction, so that all it reads was true at one moment, while the service goes on. It locks nothing and
 * has no statement timeout of the server's; the pool must be opened with a `queryTimeoutMs` to match.
 */
export function inSnapshot<T>(db: Db, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const run = async (snapshot: Snapshot): Promise<T> => {
    await snapshot.$executeRaw(sql`SET TRANSACTION READ ONLY`);
    await snapshot.$executeRaw(sql`SET LOCAL statement_timeout = 0`);
    // sorts of millions of rows in memory rather than in small pieces on disk
    await snapshot.$executeRaw(sql`SET LOCAL work_mem = '64MB'`);
    return work(snapshot);
  };
  return db.$transaction(run, { isolationLevel: 'RepeatableRead', maxWait: 10_000, timeout: LONGEST_MS });
}

/** Counts all violations of a check and reads the first 20. */
export async function findViolations(
  snapshot: Snapshot,
  { id, title, violations }: Check,
  grace: Grace,
): Promise<Finding> {
  const found = await snapshot.$queryRaw<Record<string, unknown>[]>(sql`
    SELECT violation.*, count(*) OVER () AS "found" FROM (${violations(grace)}) violation LIMIT ${SHOWN}`);
  const rows = found.map(plain);
  const count = Number(rows[0]?.found ?? 0);
  return { id, title, count, rows: rows.map(({ found: _, ...row }) => row) };
}

export async function sumBooks(snapshot: Snapshot): Promise<BooksTotals> {
  const [row] = await snapshot.$queryRaw<Record<string, unknown>[]>(sql`
    SELECT now() AS "asOf", a.accounts, p.purchases, e.entries AS "ledgerEntries",
           e.funded AS "fundedKobo", w.balances AS "balancesKobo", p.held AS "heldKobo", p.spent AS "spentKobo"
      FROM (SELECT count(*) AS accounts FROM account) a,
           (SELECT coalesce(sum(balance_kobo), 0) AS balances FROM wallet) w,
           (SELECT count(*) AS entries, coalesce(sum(amount_kobo) FILTER (WHERE kind IN ('funding', 'adjustment')), 0) AS funded FROM ledger_entry) e,
           (SELECT count(*) AS purchases, coalesce(sum(amount_kobo) FILTER (WHERE status IN ('initiated', 'pending')), 0) AS held,
                   coalesce(sum(amount_kobo) FILTER (WHERE status = 'success'), 0) AS spent FROM purchase) p`);
  const { accounts, purchases, ledgerEntries, ...rest } = plain(row ?? {});
  const counts = { accounts: Number(accounts), purchases: Number(purchases), ledgerEntries: Number(ledgerEntries) };
  return { ...rest, ...counts } as BooksTotals;
}

/** Sums of bigint are numeric in Postgres and come as decimals; all of ours are whole. */
function plain(row: Record<string, unknown>): FindingRow {
  const values = Object.entries(row).map(([name, value]) => [
    name,
    Prisma.Decimal.isDecimal(value) ? BigInt(value.toFixed(0)) : value,
  ]);
  return Object.fromEntries(values) as FindingRow;
}
