import { grantedRole, newOperator, testPool, useDatabase } from '@topup/testkit';
import { signDay } from '../decide/close-day';
import { listFindings } from '../decide/finding.store';
import { reconcile } from '../judge/reconcile';
import { DAY, lagos, sell } from '../testing/small-day';
import { importStatement, withdrawImport } from './import-statement';
import { readCoverage } from './statement.store';

const database = useDatabase({ eachTest: true });
const NOW = new Date('2026-11-24T09:00:00Z');
const shape = {
  zone: '+01:00',
  columns: { at: 'Date', amount: 'Amount', reference: 'Ref', before: 'Before', after: 'After' },
};
const range = { from: lagos(DAY, '00:00'), to: lagos('2026-11-21', '02:00') };
/** Our money there before and after the one sale of the day. */
const GOOD = `${DAY} 09:00,-100.00,ref-0,1000.00,900.00`;
const WRONG = `${DAY} 09:00,-10.00,ref-0,1000.00,990.00`;
const csv = (...lines: string[]) => ['Date,Amount,Ref,Before,After', ...lines].join('\n');

async function imported(by: Awaited<ReturnType<typeof newOperator>>, ...lines: string[]): Promise<bigint> {
  const { db } = database;
  const read = await importStatement(db, by, { provider: 'monnify', text: csv(...lines), shape, range });
  expect(read).toMatchObject({ kind: 'imported', added: lines.length });
  await reconcile(db, 'monnify');
  return (await db.statementPull.findFirstOrThrow({ orderBy: { id: 'desc' } })).id;
}

const open = async () => (await listFindings(database.db, { state: 'open', limit: 50 })).map(({ kind }) => kind);

describe('a wrong statement file stays in the books of a provider forever', () => {
  test('rows, matches, findings and coverage of a withdrawn import are gone, and it is recorded', async () => {
    const { db } = database;
    const by = await newOperator(db);
    await sell(db, lagos(DAY, '09:00'));
    const id = await imported(by, WRONG, `${DAY} 10:00,-7,,990.00,983.00`);
    expect(await open()).toEqual(expect.arrayContaining(['missing_here', 'amount_differs']));
    expect(await withdrawImport(db, by, id)).toEqual({ kind: 'withdrawn', provider: 'monnify', rows: 2 });
    expect([await db.statementRow.count(), await db.statementMatch.count(), await open()]).toEqual([0, 0, []]);
    expect(await readCoverage(db, 'monnify')).toBeNull();
    expect(await db.auditLog.findFirstOrThrow({ orderBy: { id: 'desc' } })).toMatchObject({
      action: 'reconciliation.withdraw',
      subject: 'monnify',
      subjectId: String(id),
      details: { rows: '2' },
    });
    await imported(by, GOOD);
    expect(await open()).toEqual([]);
  });

  test('what another file has brought stays, and what it says is compared again', async () => {
    const { db } = database;
    const by = await newOperator(db);
    await sell(db, lagos(DAY, '09:00'));
    await imported(by, GOOD);
    const id = await imported(by, `${DAY} 10:00,-7,,900.00,893.00`);
    expect(await open()).toEqual(['missing_here']);
    expect(await withdrawImport(db, by, id)).toMatchObject({ kind: 'withdrawn', rows: 1 });
    expect((await reconcile(db, 'monnify')).open).toBe(0);
    expect(await db.statementRow.count()).toBe(1);
    expect(await readCoverage(db, 'monnify')).toEqual(range);
  });

  test('once a day of it is closed it stays, and the refusal names the day', async () => {
    const { db } = database;
    const by = await newOperator(db);
    await sell(db, lagos(DAY, '09:00'));
    const id = await imported(by, GOOD);
    expect(await signDay(db, by, { provider: 'monnify', day: DAY, now: NOW })).toMatchObject({ kind: 'closed' });
    expect(await withdrawImport(db, by, id)).toEqual({ kind: 'import_day_closed', id, day: DAY });
    expect(await db.statementRow.count()).toBe(1);
  });

  test('two at once withdraw it once; what is no import, or of an older version, is refused', async () => {
    const { db } = database;
    const by = await newOperator(db);
    const id = await imported(by, GOOD);
    const kinds = (await Promise.all([1, 2, 3].map(() => withdrawImport(db, by, id)))).map(({ kind }) => kind);
    expect(kinds.sort()).toEqual(['not_read', 'not_read', 'withdrawn']);
    expect(await withdrawImport(db, by, 4711n)).toEqual({ kind: 'no_such_import', id: 4711n });
    const of = { provider: 'monnify', since: range.from, until: range.to, rows: 3, added: 3 };
    const old = await db.statementPull.create({ data: { ...of, source: 'csv' } });
    expect(await withdrawImport(db, by, old.id)).toEqual({ kind: 'rows_unknown', id: old.id });
    const pulled = await db.statementPull.create({ data: { ...of, source: 'api' } });
    expect(await withdrawImport(db, by, pulled.id)).toEqual({ kind: 'no_such_import', id: pulled.id });
  });

  test('rows of an import that was not withdrawn cannot be deleted, by nobody', async () => {
    const { db } = database;
    await imported(await newOperator(db), GOOD);
    await expect(db.$executeRaw`DELETE FROM statement_row`).rejects.toThrow('is refused');
    const role = await grantedRole(database.url);
    const asService = testPool(role.url, 1);
    try {
      await expect(asService.$queryRaw`SELECT * FROM withdraw_import(1)`).rejects.toThrow('permission denied');
    } finally {
      await asService.$disconnect();
      await role.drop();
    }
  });
});
