import { useDatabase } from '@topup/testkit';
import type { Lookup, StatementRow } from '../../provider/provider.port';
import type { Db } from '../../shared/db';
import { lagosMidnight } from '../../time/lagos-time';
import { pullStatement } from './pull-statement';
import { readCoverage, recordPull, recordRows } from './statement.store';

const database = useDatabase({ eachTest: true });
const NAME = 'monnify';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ago = (ms: number) => new Date(Date.now() - ms);

const rowAt = (at: Date, own: Partial<StatementRow> = {}): StatementRow => ({
  rowId: `row-${at.toISOString()}`,
  at,
  direction: 'debit',
  kind: 'sale',
  amountKobo: 10_000n,
  raw: {},
  providerRef: null,
  providerTransactionId: null,
  balanceBeforeKobo: null,
  balanceAfterKobo: null,
  ...own,
});

/** A provider with these rows, which gives none of the spans that hold a moment of `broken`. */
function provider(rows: StatementRow[], broken: Date[] = []) {
  const asked: { from: Date; to: Date }[] = [];
  const statement = async (from: Date, to: Date): Promise<Lookup<StatementRow[]>> => {
    asked.push({ from, to });
    if (broken.some((at) => at >= from && at < to)) return { kind: 'unavailable', reason: 'HTTP 500' };
    return { kind: 'found', value: rows.filter(({ at }) => at >= from && at < to) };
  };
  return { name: NAME, statement, asked };
}

const covered = (db: Db, source: 'api' | 'csv', since: Date, until: Date) =>
  recordPull(db, { provider: NAME, source, since, until, rows: 0, added: 0, fault: null });

const keptOf = async (db: Db) =>
  (await db.statementRow.findMany({ orderBy: { at: 'asc' } })).map(({ rowId, source }) => `${source} ${rowId}`);

describe('a part of a statement is never read', () => {
  test('the first pull begins with yesterday; after three days down, it reads all of them and a day before', async () => {
    const { db } = database;
    const first = await pullStatement(db, provider([]));
    expect(first.since).toEqual(lagosMidnight(first.until, 1));

    const other = provider([4, 3, 2, 1, 0.01].map((days) => rowAt(ago(days * DAY_MS))));
    await db.statementPull.deleteMany();
    const end = ago(3 * DAY_MS);
    await covered(db, 'api', ago(10 * DAY_MS), end);
    expect(await pullStatement(db, other)).toMatchObject({ rows: 4, added: 4, fault: null });
    expect(other.asked[0]?.from).toEqual(new Date(end.getTime() - DAY_MS));
    expect(await pullStatement(db, other)).toMatchObject({ added: 0, fault: null }); // the same rows again
  });

  test('after a fault in the middle, the next pull begins before it', async () => {
    const { db } = database;
    const rows = [3.5, 2.5, 1.5, 0.5].map((days) => rowAt(ago(days * DAY_MS)));
    await covered(db, 'api', ago(10 * DAY_MS), ago(3 * DAY_MS));
    const failing = await pullStatement(db, provider(rows, [ago(1.5 * DAY_MS)]));
    expect(failing).toMatchObject({ rows: 2, added: 2, fault: 'HTTP 500' });
    const whole = await pullStatement(db, provider(rows));
    expect(whole).toMatchObject({ added: 2, fault: null });
    expect(whole.since.getTime()).toBeLessThan(ago(2.9 * DAY_MS).getTime());
    expect(await readCoverage(db, NAME)).toMatchObject({ to: whole.until });
  });

  test('a pull that begins too late leaves a hole, which the next one reads', async () => {
    const { db } = database;
    const rows = [4, 0.5].map((days) => rowAt(ago(days * DAY_MS)));
    const end = ago(5 * DAY_MS);
    await covered(db, 'api', ago(10 * DAY_MS), end);
    expect(await pullStatement(db, provider(rows), { from: ago(DAY_MS) })).toMatchObject({ added: 1 });
    const next = await pullStatement(db, provider(rows));
    expect(next).toMatchObject({ since: new Date(end.getTime() - DAY_MS), added: 1 });
    const last = await pullStatement(db, provider(rows));
    expect(last.since.getTime()).toBe(next.until.getTime() - DAY_MS);
  });

  test.each([
    ['in the past', 2],
    ['in the future', -30],
  ])('a file whose range ends %s does not keep the rows before it from being read', async (_, days) => {
    const { db } = database;
    const end = ago(4 * DAY_MS);
    await covered(db, 'api', ago(10 * DAY_MS), end);
    await covered(db, 'csv', ago(6 * DAY_MS), ago(days * DAY_MS));
    const pulled = await pullStatement(db, provider([3.5, 0.5].map((each) => rowAt(ago(each * DAY_MS)))));
    expect(pulled).toMatchObject({ since: new Date(end.getTime() - DAY_MS), added: 2 });
  });

  test('a file fills a hole that the provider does not give any more', async () => {
    const { db } = database;
    const [hole, filled, end] = [ago(8 * DAY_MS), ago(5 * DAY_MS), ago(HOUR_MS)];
    await covered(db, 'api', ago(10 * DAY_MS), hole);
    await covered(db, 'csv', hole, filled);
    await covered(db, 'api', filled, end);
    const pulled = await pullStatement(db, provider([], [ago(6 * DAY_MS)]));
    expect(pulled).toMatchObject({ since: new Date(end.getTime() - DAY_MS), fault: null });
  });
});

describe('a movement that a file has brought is counted a second time', () => {
  test('when the provider gives it later, with seconds and another id; a sale of the same minute is another', async () => {
    const { db } = database;
    const at = new Date(Math.floor(ago(5 * HOUR_MS).getTime() / 60_000) * 60_000);
    const later = (ms: number) => new Date(at.getTime() + ms);
    await recordRows(db, NAME, 'csv', [
      rowAt(at, { rowId: 'csv-1', providerRef: 'ref-1' }),
      rowAt(later(5 * 60_000), { rowId: 'same' }),
    ]);
    const rows = [
      rowAt(later(47_000), { rowId: 'api-1', providerTransactionId: 'T1', providerRef: 'ref-1' }),
      rowAt(later(48_000), { rowId: 'api-2', providerTransactionId: 'T2', providerRef: 'ref-2' }),
      rowAt(later(49_000), { rowId: 'api-3', providerTransactionId: 'T1', direction: 'credit' }),
      rowAt(later(5 * 60_000 + 30_000), { rowId: 'same', providerRef: 'ref-3' }),
    ];
    expect(await pullStatement(db, provider(rows))).toMatchObject({ rows: 4, added: 2 });
    expect(await keptOf(db)).toEqual(['csv csv-1', 'api api-2', 'api api-3', 'csv same']);
    expect(await db.reconciliationFinding.count()).toBe(0);
    await pullStatement(db, provider(rows.map((row) => ({ ...row, amountKobo: row.amountKobo + 1n }))));
    expect(await db.reconciliationFinding.count({ where: { kind: 'row_changed' } })).toBe(2); // of its own two rows
  });
});
