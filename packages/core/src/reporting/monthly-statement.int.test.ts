import { fundedAccount, testPool, useDatabase } from '@topup/testkit';
import { type Db, sql } from '../shared/db';
import { newId } from '../shared/ids';
import { tableStatistics } from '../testing/table-statistics';
import { startOfDay, type TimeSpan } from '../time/zoned-time';
import { type EntryKind, type ListedEntry, listEntriesInOrder, sumWallet } from './ledger.store';

const database = useDatabase();
const db = (): Db => database.db;

const ZONES = ['Africa/Lagos', 'America/New_York', 'Asia/Kathmandu'];
const MONTHS = ['2026-02', '2026-03', '2026-04', '2026-10', '2026-11', '2026-12'];

function monthIn(zone: string, month: string): TimeSpan {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const next = new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10);
  return { since: startOfDay(zone, `${month}-01`), until: startOfDay(zone, next) };
}

/** Inserts a ledger whose entries were made at these times, each up to 5 s away from the order of their ids. */
async function ledgerOf(accountId: string, times: Date[], random: () => number): Promise<void> {
  const kinds = ['debit', 'debit', 'debit', 'refund', 'funding', 'adjustment'] as const;
  let balance = 1_000_000_000n;
  const entries = times.map((at, place) => {
    const kind = place === 0 ? 'funding' : (kinds[Math.floor(random() * kinds.length)] ?? 'debit');
    const size = BigInt(1 + Math.floor(random() * 99_999));
    const amount = place === 0 ? balance : kind === 'debit' || (kind === 'adjustment' && random() < 0.5) ? -size : size;
    const before = place === 0 ? 0n : balance;
    balance = before + amount;
    const made = new Date(at.getTime() - Math.floor(random() * 5_000));
    return { kind, amount: String(amount), before: String(before), after: String(balance), at: made.toISOString() };
  });
  await db().$transaction([
    db().$executeRaw`SET LOCAL session_replication_role = replica`,
    db().$executeRaw(sql`
      INSERT INTO ledger_entry (account_id, kind, amount_kobo, balance_before_kobo, balance_after_kobo, reference,
                                purchase_id, reason, created_at)
      SELECT ${accountId}::uuid, e.kind, e.amount, e.before, e.after, gen_random_uuid(),
             CASE WHEN e.kind IN ('debit', 'refund') THEN gen_random_uuid() END,
             CASE WHEN e.kind = 'adjustment' THEN 'why' END, e.at
        FROM ROWS FROM (jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
                        AS (kind text, amount bigint, before bigint, after bigint, at timestamptz)) WITH ORDINALITY
             AS e (kind, amount, before, after, at, place) ORDER BY place`),
  ]);
}

/** A sequence that is the same in each run (xorshift). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** Computes the statement of a month of the zone in SQL, entry by entry. */
async function bySql(accountId: string, zone: string, month: string) {
  const rows = await db().$queryRaw<{ kind: EntryKind | 'opening'; kobo: bigint }[]>`
    SELECT CASE WHEN to_char(created_at AT TIME ZONE ${zone}, 'YYYY-MM') = ${month} THEN kind ELSE 'opening' END AS kind,
           sum(amount_kobo)::bigint AS kobo
      FROM ledger_entry
     WHERE account_id = ${accountId}::uuid AND to_char(created_at AT TIME ZONE ${zone}, 'YYYY-MM') <= ${month}
     GROUP BY 1`;
  const of = (kind: EntryKind | 'opening') => rows.find((row) => row.kind === kind)?.kobo ?? 0n;
  const changesKobo = {
    funding: of('funding'),
    debit: of('debit'),
    refund: of('refund'),
    adjustment: of('adjustment'),
  };
  return {
    openingKobo: of('opening'),
    closingKobo: rows.reduce((sum, { kobo }) => sum + kobo, 0n),
    changesKobo,
  };
}

describe('a statement whose balances its entries do not explain', () => {
  test.each(ZONES)(
    'of any ledger, each month in %s has the sums that SQL has, and continues the last',
    async (zone) => {
      for (let seed = 1; seed <= 6; seed += 1) {
        const random = randomFrom(seed * 7919);
        const accountId = await fundedAccount(db(), 0n);
        const borders = MONTHS.map((month) => monthIn(zone, month).since.getTime());
        const times = Array.from({ length: 120 }, () => {
          const border = borders[Math.floor(random() * borders.length)] ?? 0;
          return new Date(border + (random() < 0.7 ? (random() - 0.5) * 12_000 : (random() - 0.5) * 40 * 86_400_000));
        }).sort((a, b) => a.getTime() - b.getTime());
        await ledgerOf(accountId, times, random);
        let closing: bigint | undefined;
        for (const month of MONTHS) {
          const span = monthIn(zone, month);
          const sums = await sumWallet(db(), accountId, span);
          expect(sums).toEqual(await bySql(accountId, zone, month));
          if (month === '2026-03' || month === '2026-04' || month >= '2026-11') expect(sums.openingKobo).toBe(closing);
          closing = sums.closingKobo;
          const entries = await all(accountId, span);
          expect(entries.reduce((sum, { amountKobo }) => sum + amountKobo, sums.openingKobo)).toBe(closing);
          expect(entries.map(({ id }) => id)).toEqual(entries.map(({ id }) => id).sort((a, b) => (a < b ? -1 : 1)));
        }
      }
    },
  );

  test('before the first entry and after the last it is empty', async () => {
    const accountId = await fundedAccount(db(), 0n);
    const nothing = { funding: 0n, debit: 0n, refund: 0n, adjustment: 0n };
    const [early, late] = [monthIn('Africa/Lagos', '2026-01'), monthIn('Africa/Lagos', '2027-01')];
    expect(await sumWallet(db(), accountId, early)).toEqual({ openingKobo: 0n, closingKobo: 0n, changesKobo: nothing });
    await ledgerOf(accountId, [new Date('2026-06-01T12:00:00Z')], () => 0.5);
    expect(await sumWallet(db(), accountId, early)).toEqual({ openingKobo: 0n, closingKobo: 0n, changesKobo: nothing });
    expect(await sumWallet(db(), accountId, late)).toMatchObject({ openingKobo: 1_000_000_000n, changesKobo: nothing });
    expect(await all(accountId, late)).toEqual([]);
  });
});

test('the sums of a month read as few rows, however many debits it has', async () => {
  const [accountId, other] = [await fundedAccount(db(), 0n), await fundedAccount(db(), 0n)];
  const span = monthIn('Africa/Lagos', '2026-05');
  await ledgerOf(accountId, [new Date('2026-04-15T12:00:00Z')], () => 0.5);
  for (const id of [accountId, other, newId()])
    await db().$transaction([
      db().$executeRaw`SET LOCAL session_replication_role = replica`,
      db().$executeRaw(sql`
        INSERT INTO ledger_entry (account_id, kind, amount_kobo, balance_before_kobo, balance_after_kobo, reference,
                                  purchase_id, created_at)
        SELECT ${id}::uuid, 'debit', -1, 1000000001 - n, 1000000000 - n, n::text, gen_random_uuid(),
               ${span.since}::timestamptz + n * interval '1 min'
          FROM generate_series(1, 20000) AS n`),
    ]);
  await db().$executeRaw`ANALYZE ledger_entry`;
  const one = testPool(database.url, 1);
  try {
    const before = await tableStatistics(one, 'ledger_entry');
    const sums = await sumWallet(one, accountId, span);
    const after = await tableStatistics(one, 'ledger_entry');
    expect(sums.changesKobo.debit).toBe(-20_000n);
    expect(after.entriesRead - before.entriesRead).toBeLessThan(500);
    expect(after.sequentialScans).toBe(before.sequentialScans);
  } finally {
    await one.$disconnect();
  }
});

/** All entries of the span, read in pages of 7. */
async function all(accountId: string, span: TimeSpan): Promise<ListedEntry[]> {
  const listed: ListedEntry[] = [];
  for (;;) {
    const page = await listEntriesInOrder(db(), accountId, span, { after: listed.at(-1)?.id ?? null, limit: 7 });
    listed.push(...page);
    if (page.length < 7) return listed;
  }
}
