import { fundedAccount, useDatabase } from '@topup/testkit';
import type { StatementRow } from '../../provider/provider.port';
import type { Db } from '../../shared/db';
import { reconcile } from '../judge/reconcile';
import type { Resolution } from '../records';
import { recordPull, recordRows } from '../sources/statement.store';
import { dropRow, loseSilently } from '../testing/damage-statement';
import { insertTrueDay, makeTrueDay, type TrueDay } from '../testing/true-day';
import { closeDay } from './close-day';
import { listFindings } from './finding.store';
import { resolveFinding } from './resolve-finding';

const database = useDatabase({ eachTest: true });
const DAY = '2026-11-20';
const PROVIDER = 'monnify';
const SINCE = new Date(`${DAY}T00:00:00+01:00`);
const NOW = new Date('2026-11-24T09:00:00Z');
const DAY_MS = 86_400_000;

/** A day without open purchases, whose statement is read up to an hour after the end of the day after. */
async function reconciled(change: (rows: StatementRow[], day: TrueDay) => StatementRow[] = (rows) => rows) {
  const { db } = database;
  const made = makeTrueDay(400, 5);
  const open = new Set(made.sold.filter(({ status }) => status === 'pending').map(({ id }) => id));
  for (const one of made.sold) if (open.has(one.id)) Object.assign(one, { status: 'success', costKobo: one.grossKobo });
  await insertTrueDay(db, await fundedAccount(db, 1_000n), made);
  const rows = change(made.rows, made);
  await record(db, rows);
  await reconcile(db, PROVIDER);
  return { db, made, rows };
}

async function record(db: Db, rows: StatementRow[]): Promise<void> {
  const { added } = await recordRows(db, PROVIDER, 'api', rows);
  const until = new Date(SINCE.getTime() + 2 * DAY_MS + 3_600_000);
  await recordPull(db, {
    provider: PROVIDER,
    source: 'api',
    since: SINCE,
    until,
    rows: rows.length,
    added,
    fault: null,
  });
}

const close = (db: Db, day = DAY, now = NOW) =>
  db.$transaction((tx) => closeDay(tx, { provider: PROVIDER, day, now, by: 'ada@example.com' }));

async function resolveAll(db: Db, resolution: Resolution): Promise<void> {
  for (const { id } of await listFindings(db, { state: 'open', limit: 100 })) {
    const resolved = await db.$transaction((tx) =>
      resolveFinding(tx, { id, resolution, note: 'asked them', by: 'ada@example.com' }),
    );
    expect(resolved.kind).toBe('resolved');
  }
}

describe('a day is signed whose sums are wrong, or a right one never is', () => {
  test('a true day closes with its sums, once, and never changes', async () => {
    const { db, made } = await reconciled();
    const costKobo = made.rows.reduce(
      (sum, { direction, amountKobo }) => sum + (direction === 'debit' ? amountKobo : -amountKobo),
      0n,
    );
    const [first, last] = [made.rows[0]?.balanceBeforeKobo, made.rows.at(-1)?.balanceAfterKobo];
    expect(await close(db)).toMatchObject({ kind: 'closed', report: { driftKobo: 0n, unknownCosts: 0 } });
    expect(await db.closedDay.findMany()).toMatchObject([
      {
        basis: 'rows',
        rows: made.rows.length,
        openingKobo: first,
        closingKobo: last,
        unlistedKobo: 0n,
        costKobo,
        floatOpeningKobo: first,
        floatClosingKobo: last,
        carriedKobo: 0n,
        closedBy: 'ada@example.com',
      },
    ]);
    expect((await close(db)).kind).toBe('day_closed_before');
    await expect(db.closedDay.updateMany({ data: { costKobo: 1n } })).rejects.toThrow('closed_day_is_fixed');
    await expect(db.closedDay.deleteMany()).rejects.toThrow('closed_day_is_kept');
    await expect(db.statementRow.deleteMany()).rejects.toThrow('statement_row_is_kept');
  });

  test('a day that is not over, or not read to its end, or after one that is open, is not closed', async () => {
    const { db } = await reconciled();
    expect((await close(db, DAY, new Date('2026-11-20T23:30:00Z'))).kind).toBe('day_not_over');
    expect((await close(db, '2026-11-19')).kind).toBe('statement_incomplete');
    expect((await close(db)).kind).toBe('closed');
    expect((await close(db, '2026-11-22')).kind).toBe('day_before_is_open');
    expect(await close(db, '2026-11-21')).toMatchObject({ kind: 'closed', report: { rows: 0, costKobo: 0n } });
  });

  test('an open purchase keeps its day open', async () => {
    const { db, made } = await reconciled();
    await db.$transaction([
      db.$executeRaw`SET LOCAL session_replication_role = replica`,
      db.$executeRaw`UPDATE purchase SET status = 'pending', final_at = NULL WHERE id = ${made.sold[3]?.id}::uuid`,
    ]);
    expect(await close(db)).toMatchObject({ kind: 'day_has_open_orders', report: { openOrders: 1 } });
  });

  test.each<[string, Resolution, bigint]>([
    ['accepted', 'accepted', -12_345n],
    ['explained, but it is gone', 'explained', 0n],
  ])('money that went without a row, %s: the float follows or the day drifts', async (_, resolution, entry) => {
    const { db } = await reconciled((rows) => loseSilently(rows, 12_345n));
    expect(await close(db)).toMatchObject({ kind: 'day_has_findings', report: { openFindings: 1 } });
    await resolveAll(db, resolution);
    const closing = await close(db);
    if (entry === 0n) expect(closing).toMatchObject({ kind: 'day_drifts', report: { driftKobo: -12_345n } });
    else
      expect(closing).toMatchObject({
        kind: 'closed',
        report: { entriesKobo: entry, unlistedKobo: entry, driftKobo: 0n },
      });
  });

  test('a sale that the statement lacks and the balance shows closes without a change of the float', async () => {
    const { db } = await reconciled((rows, { sold }) => dropRow(rows, sold, 'debit'));
    await resolveAll(db, 'accepted');
    const { report, kind } = await close(db);
    expect([kind, report?.entriesKobo]).toEqual(['closed', 0n]);
    expect(report?.unlistedKobo).toBeLessThan(0n);
  });

  test('a drift of either sign keeps a day open, also one that no row shows', async () => {
    const { db } = await reconciled();
    for (const [findingId, amountKobo, driftKobo] of [
      [1n, 7n, -7n],
      [2n, -14n, 7n],
    ] as const) {
      await db.floatEntry.create({
        data: { provider: PROVIDER, day: new Date(DAY), amountKobo, findingId, note: 'x', writtenBy: 'x' },
      });
      expect(await close(db)).toMatchObject({ kind: 'day_drifts', report: { driftKobo } });
    }
    await db.floatEntry.create({
      data: { provider: PROVIDER, day: new Date(DAY), amountKobo: 7n, findingId: 3n, note: 'x', writtenBy: 'x' },
    });
    expect((await close(db)).kind).toBe('closed');
  });

  test('an order whose row is of the next day is carried over, and a later reversal counts where it comes', async () => {
    const { db, made } = await reconciled((rows) =>
      rows.map((row, n) => (n < rows.length - 1 ? row : { ...row, at: new Date(SINCE.getTime() + DAY_MS + 5_000) })),
    );
    const last = made.rows.at(-1);
    const carriedKobo = last?.direction === 'debit' ? last.amountKobo : -(last?.amountKobo ?? 0n);
    for (const { id } of await listFindings(db, { state: 'open', kind: 'time_differs', limit: 5 }))
      await db.$transaction((tx) => resolveFinding(tx, { id, resolution: 'explained', note: 'late', by: 'ada' }));
    expect(await close(db)).toMatchObject({ kind: 'closed', report: { carriedKobo } });

    const sold = made.sold.find(({ status, costKobo }) => status === 'success' && costKobo !== null);
    if (sold === undefined || last === undefined) throw new Error('nothing was sold');
    const costKobo = sold.costKobo ?? 0n;
    await db.$transaction([
      db.$executeRaw`SET LOCAL session_replication_role = replica`,
      db.$executeRaw`UPDATE purchase SET status = 'refunded' WHERE id = ${sold.id}::uuid`,
      db.$executeRaw`INSERT INTO purchase_history (purchase_id, from_status, to_status, cause)
                     VALUES (${sold.id}::uuid, 'success', 'refunded', 'test')`,
    ]);
    const afterKobo = last.balanceAfterKobo ?? 0n;
    await record(db, [
      {
        ...last,
        rowId: 'back',
        at: new Date(SINCE.getTime() + DAY_MS + 60_000),
        direction: 'credit',
        kind: 'reversal',
        amountKobo: costKobo,
        providerRef: null,
        providerTransactionId: sold.transactionId,
        balanceBeforeKobo: afterKobo,
        balanceAfterKobo: afterKobo + costKobo,
      },
    ]);
    await reconcile(db, PROVIDER);
    expect(await listFindings(db, { state: 'open', limit: 5 })).toEqual([]);
    expect(await close(db, '2026-11-21')).toMatchObject({
      kind: 'closed',
      report: { earlierKobo: -costKobo, costKobo: 0n, carriedKobo: 0n, driftKobo: 0n },
    });
  });
});
