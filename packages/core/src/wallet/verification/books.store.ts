import { type Mode, modes } from '../../account/mode';
import { Prisma } from '../../generated/prisma/client';
import { type Db, onlyRow, type Sql, sql } from '../../shared/db';

/** One invariant, as a query: every row that it returns is a violation. */
export type Check = { id: string; title: string; violations(grace: Grace): Sql };

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

/** `count` violations of one check, and at most 20 of them as `rows`. Amounts are bigints with names in `Kobo`. */
export type Finding = { id: string; title: string; count: number; rows: FindingRow[] };

type FindingRow = Record<string, FindingValue>;
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
type Snapshot = Prisma.TransactionClient;

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

/** Adds up the wallets, ledger entries and purchases of each mode, in one pass. What belongs to no account is live. */
export async function sumBooks(snapshot: Snapshot): Promise<Record<Mode, BooksTotals>> {
  const mode = sql`coalesce(account.mode, 'live') AS mode`;
  const rows = await snapshot.$queryRaw<Record<string, unknown>[]>(sql`
    SELECT mode, now() AS "asOf", coalesce(a.accounts, 0) AS accounts, coalesce(p.purchases, 0) AS purchases,
           coalesce(e.entries, 0) AS "ledgerEntries", coalesce(e.funded, 0) AS "fundedKobo",
           coalesce(w.balances, 0) AS "balancesKobo", coalesce(p.held, 0) AS "heldKobo",
           coalesce(p.spent, 0) AS "spentKobo"
      FROM unnest(${[...modes]}::text[]) AS mode
      LEFT JOIN (SELECT mode, count(*) AS accounts FROM account GROUP BY 1) a USING (mode)
      LEFT JOIN (SELECT ${mode}, sum(balance_kobo) AS balances
                   FROM wallet LEFT JOIN account ON account.id = wallet.account_id GROUP BY 1) w USING (mode)
      LEFT JOIN (SELECT ${mode}, count(*) AS entries,
                        sum(amount_kobo) FILTER (WHERE kind IN ('funding', 'adjustment')) AS funded
                   FROM ledger_entry LEFT JOIN account ON account.id = ledger_entry.account_id
                  GROUP BY 1) e USING (mode)
      LEFT JOIN (SELECT ${mode}, count(*) AS purchases,
                        sum(amount_kobo) FILTER (WHERE purchase.status IN ('initiated', 'pending')) AS held,
                        sum(amount_kobo) FILTER (WHERE purchase.status = 'success') AS spent
                   FROM purchase LEFT JOIN account ON account.id = purchase.account_id GROUP BY 1) p USING (mode)`);
  const totals = rows.map(({ mode: ofMode, ...row }) => [ofMode, totalsOf(withBigInts(row))]);
  return Object.fromEntries(totals) as Record<Mode, BooksTotals>;
}

function totalsOf({ accounts, purchases, ledgerEntries, ...rest }: FindingRow): BooksTotals {
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

/** The differences between wallets and their ledgers, in kobo: always 0. It costs one look-up per account. */
export async function readDrift(db: Db): Promise<bigint> {
  const rows = await db.$queryRaw<{ driftKobo: bigint }[]>(sql`
    SELECT coalesce(sum(abs(w.balance_kobo - coalesce(e.balance_after_kobo, 0))), 0)::bigint AS "driftKobo"
      FROM wallet w
      LEFT JOIN LATERAL (SELECT balance_after_kobo FROM ledger_entry l
                          WHERE l.account_id = w.account_id ORDER BY l.id DESC LIMIT 1) e ON true`);
  return onlyRow(rows).driftKobo;
}
