import { newOperator, useDatabase } from '@topup/testkit';
import type { StatementRow } from '../../provider/provider.port';
import { lagosMidnight } from '../../time/lagos-time';
import { reconcile } from '../judge/reconcile';
import { importStatement } from './import-statement';
import { pullStatement } from './pull-statement';
import { readCoverage } from './statement.store';

const database = useDatabase({ eachTest: true });
const MINUTE_MS = 60_000;
const shape = { zone: '+01:00', columns: { at: 'Date', amount: 'Amount', reference: 'Ref' } };

const line = (at: Date, amount: string, reference = '') => `${at.toISOString().slice(0, 16)}Z,${amount},${reference}`;
const csv = (...lines: string[]) => ['Date,Amount,Ref', ...lines].join('\n');

describe('a file makes findings, or coverage, that nobody can take back', () => {
  test('rows of a time that the provider has given are skipped: no finding, and the rest is kept', async () => {
    const { db } = database;
    const by = await newOperator(db);
    const start = lagosMidnight(new Date(), 1);
    const at = (minutes: number) => new Date(start.getTime() + minutes * MINUTE_MS);
    const rows = [1, 2, 3].map(
      (n): StatementRow => ({
        rowId: `api-${n}`,
        at: new Date(at(n).getTime() + 37_000),
        direction: 'debit',
        kind: 'sale',
        raw: {},
        amountKobo: 10_000n,
        providerRef: `r${n}`,
        providerTransactionId: null,
        balanceBeforeKobo: null,
        balanceAfterKobo: null,
      }),
    );
    await pullStatement(db, { name: 'reloadly', statement: async () => ({ kind: 'found', value: rows }) });
    await reconcile(db, 'reloadly', { matureMs: 0 });
    const before = await db.reconciliationFinding.count();
    const text = csv(line(at(-60), '-7', 'r0'), ...[1, 2, 3].map((n) => line(at(n), '-100.00')), line(at(9), '-5'));
    const file = { provider: 'reloadly', text, shape, range: { from: at(-120), to: at(30) } };
    expect(await importStatement(db, by, file)).toMatchObject({
      kind: 'imported',
      rows: 5,
      skipped: 4,
      added: 1,
      known: 0,
      changed: 0,
    });
    await reconcile(db, 'reloadly', { matureMs: 0 });
    const found = await db.reconciliationFinding.findMany({ orderBy: { id: 'asc' } });
    expect(found.slice(before).map(({ kind }) => kind)).toEqual(['missing_here']); // the row that is new
    const [action] = await db.auditLog.findMany({ where: { action: 'reconciliation.import' } });
    expect(action).toMatchObject({ details: { rows: '5', skipped: '4', added: '1' }, userEmail: by.actor.email });
  });

  test('a range that ends in the future is refused, and so is a row outside of it; nothing is kept', async () => {
    const { db } = database;
    const by = await newOperator(db);
    const now = Date.now();
    const [from, to] = [new Date(now - 60 * MINUTE_MS), new Date(now + MINUTE_MS)];
    const text = csv(line(new Date(now - 30 * MINUTE_MS), '-1'));
    const file = { provider: 'vtpass', text, shape, range: { from, to } };
    expect(await importStatement(db, by, file)).toMatchObject({ kind: 'range_not_over' });
    const short = { ...file, range: { from, to: new Date(now - 40 * MINUTE_MS) } };
    expect(await importStatement(db, by, short)).toMatchObject({
      kind: 'csv_unreadable',
      faults: [expect.stringContaining('rows outside the range: 1, the first of')],
    });
    expect([await readCoverage(db, 'vtpass'), await db.statementRow.count(), await db.auditLog.count()]).toEqual([
      ...[null, 0, 0],
    ]);
  });
});
