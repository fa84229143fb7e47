import { useDatabase } from '@topup/testkit';
import type { StatementRow } from '../../provider/provider.port';
import { reconcile } from '../judge/reconcile';
import { close, DAY, lagos, NEXT, openFindings, record, resolveOnly, sell, statement } from '../testing/small-day';
import { listReadProviders } from './finding.store';
import { sumDay } from './sum-day';

const database = useDatabase({ eachTest: true });
const PROVIDER = 'monnify';

describe('an order near midnight in Lagos counts for two days, or for none', () => {
  test('the first and the last moment of a day are its own, the next one is not', async () => {
    const { db } = database;
    const theirs = statement();
    for (const at of [lagos(DAY, '00:00'), new Date(`${DAY}T23:59:59.999+01:00`), lagos(NEXT, '00:00')])
      theirs.row(at, -10_000n, await sell(db, at));
    await record(db, theirs.rows);
    expect((await reconcile(db, PROVIDER)).open).toBe(0);
    const sums = { carriedKobo: 0n, driftKobo: 0n };
    expect(await close(db)).toMatchObject({
      kind: 'closed',
      report: { ...sums, rows: 2, attempts: 2, costKobo: 20_000n },
    });
    expect(await close(db, NEXT)).toMatchObject({
      kind: 'closed',
      report: { ...sums, rows: 1, attempts: 1, costKobo: 10_000n },
    });
  });

  test('an order of the evening that is charged after midnight is carried over, and its day is the evening', async () => {
    const { db } = database;
    const theirs = statement();
    theirs.row(lagos(DAY, '12:00'), -10_000n, await sell(db, lagos(DAY, '12:00')));
    theirs.row(lagos(NEXT, '00:01'), -10_500n, await sell(db, lagos(DAY, '23:58')));
    await record(db, theirs.rows);
    for (let run = 0; run < 2; run += 1) await reconcile(db, PROVIDER);
    expect(await resolveOnly(db, { resolution: 'accepted' })).toMatchObject({ kind: 'amount_differs', day: DAY });
    expect(await close(db)).toMatchObject({ kind: 'closed', report: { carriedKobo: 10_500n, costKobo: 20_000n } });
    expect(await close(db, NEXT)).toMatchObject({ kind: 'closed', report: { carriedKobo: 0n, costKobo: 0n } });
  });

  test('rows in another zone are found on the day on which they stand, and stay found', async () => {
    const { db } = database;
    const theirs = statement();
    for (let n = 0; n < 12; n += 1) {
      const at = new Date(lagos(NEXT, '00:10').getTime() + n * 60_000);
      theirs.row(new Date(at.getTime() - 3_600_000), -10_000n, await sell(db, at));
    }
    await record(db, theirs.rows);
    await reconcile(db, PROVIDER);
    expect(await openFindings(db)).toMatchObject([{ kind: 'zone_differs', subject: `zone:${DAY}:-60`, day: DAY }]);
    expect(await reconcile(db, PROVIDER)).toMatchObject({ opened: 0, cleared: 0, open: 1 });
  });
});

describe('what is not of a live account is compared with a provider', () => {
  test('orders of test accounts, which the simulator serves, are in no sum and no finding', async () => {
    const { db } = database;
    const sale = await sell(db, lagos(DAY, '09:00'));
    await sell(db, lagos(DAY, '09:30'), { provider: 'simulator' });
    await sell(db, lagos(DAY, '09:40'), { provider: 'simulator', costKobo: null });
    await record(db, [statement().row(lagos(DAY, '09:00'), -10_000n, sale)]);
    expect(await reconcile(db, PROVIDER)).toMatchObject({ matched: 1, open: 0 });
    expect(await reconcile(db, 'simulator')).toMatchObject({ days: null, open: 0 });
    expect(await close(db)).toMatchObject({ kind: 'closed', report: { attempts: 1, costKobo: 10_000n } });
    expect(await listReadProviders(db)).toEqual([PROVIDER]);
    expect(await sumDay(db, { provider: 'simulator', day: DAY, before: null })).toBeNull();
  });
});

describe('a row that names nothing is never joined with its purchase', () => {
  const unnamed = (row: StatementRow): StatementRow => ({ ...row, providerRef: null });

  test('of a purchase that lacks it: a person matches them, and nothing is left', async () => {
    const { db } = database;
    const sale = await sell(db, lagos(DAY, '09:00'));
    await record(db, [unnamed(statement().row(lagos(DAY, '09:01'), -10_000n))]);
    await reconcile(db, PROVIDER);
    expect(await resolveOnly(db, { resolution: 'matched' })).toMatchObject({ kind: 'missing_there' });
    expect(await db.statementMatch.findMany()).toMatchObject([
      { purchaseId: sale.id, how: 'person', matchedBy: 'ada@example.com' },
    ]);
    expect(await close(db)).toMatchObject({ kind: 'closed', report: { entriesKobo: 0n, costKobo: 10_000n } });
  });

  test('of a purchase that failed: the amounts are compared again, and the loss is accepted', async () => {
    const { db } = database;
    const sale = await sell(db, lagos(DAY, '09:00'), { status: 'failed', costKobo: null });
    await record(db, [unnamed(statement().row(lagos(DAY, '09:01'), -11_000n))]);
    await reconcile(db, PROVIDER);
    expect(await resolveOnly(db, { resolution: 'matched' })).toMatchObject({ kind: 'missing_here' });
    expect((await close(db)).kind).toBe('day_has_findings');
    expect(await resolveOnly(db, { resolution: 'accepted' })).toMatchObject({
      kind: 'status_differs',
      purchaseId: sale.id,
      differenceKobo: 11_000n,
    });
    expect(await close(db)).toMatchObject({ kind: 'closed', report: { entriesKobo: -11_000n } });
  });
});

describe('somebody with the rights of the service changes what a closed day was made of', () => {
  test.each(['statement_row', 'statement_match', 'float_entry', 'closed_day', 'reconciliation_finding'])(
    '%s is neither changed, nor deleted, nor emptied',
    async (table) => {
      const { db } = database;
      const theirs = statement();
      theirs.row(lagos(DAY, '09:00'), -10_500n, await sell(db, lagos(DAY, '09:00')));
      await record(db, theirs.rows);
      await reconcile(db, PROVIDER);
      await resolveOnly(db, { resolution: 'accepted' });
      expect((await close(db)).kind).toBe('closed');
      const column = { statement_match: 'sent_at', reconciliation_finding: 'resolved_at' }[table] ?? 'day';
      const fixed =
        table === 'reconciliation_finding' ? 'reconciliation_finding_is_resolved_once' : `${table}_is_fixed`;
      for (const [statementText, trigger] of [
        [`UPDATE ${table} SET ${column} = ${column} + interval '1 day'`, fixed],
        [`DELETE FROM ${table}`, `${table}_is_kept`],
        [`TRUNCATE ${table}`, `${table}_is_not_emptied`],
      ] as const)
        await expect(db.$executeRawUnsafe(statementText)).rejects.toThrow(trigger);
    },
  );
});
