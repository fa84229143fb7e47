import { useDatabase } from '@topup/testkit';
import { reconcile } from '../judge/reconcile';
import { recordPull, recordRows } from '../sources/statement.store';
import {
  close,
  DAY,
  lagos,
  NEXT,
  openFindings,
  record,
  refund,
  resolveOnly,
  sell,
  statement,
} from '../testing/small-day';
import { listFindings } from './finding.store';

const database = useDatabase({ eachTest: true });
const PROVIDER = 'monnify';

/** One order, delivered and charged with NGN 100, of a day that is closed. */
async function closedDay({ costKobo = 10_000n as bigint | null } = {}) {
  const { db } = database;
  const sale = await sell(db, lagos(DAY, '09:00'), { costKobo });
  const theirs = statement();
  await record(db, [theirs.row(lagos(DAY, '09:00'), -10_000n, sale)]);
  await reconcile(db, PROVIDER);
  expect(await close(db)).toMatchObject({ kind: 'closed', report: { costKobo: 10_000n } });
  return { db, sale, theirs };
}

describe('what becomes known after the close is lost, or keeps the next day open', () => {
  test('a refund that they do not credit is found on the first open day, until it is accepted', async () => {
    const { db, sale } = await closedDay();
    await refund(db, sale);
    for (let run = 0; run < 2; run += 1) await reconcile(db, PROVIDER);
    expect(await openFindings(db)).toMatchObject([
      { kind: 'status_differs', day: NEXT, purchaseId: sale.id, differenceKobo: 10_000n },
    ]);
    expect((await close(db, NEXT)).kind).toBe('day_has_findings');
    await resolveOnly(db, { resolution: 'accepted' });
    // the cost of a closed day goes down, and the accepted loss takes its place
    expect(await close(db, NEXT)).toMatchObject({
      kind: 'closed',
      report: { earlierKobo: -10_000n, entriesKobo: -10_000n, costKobo: 0n },
    });
  });

  test('a refund that they credit later is no finding any more', async () => {
    const { db, sale, theirs } = await closedDay();
    await refund(db, sale);
    await reconcile(db, PROVIDER);
    expect(await openFindings(db)).toHaveLength(1);
    await record(db, [theirs.row(lagos(NEXT, '12:00'), 10_000n, sale)]);
    await reconcile(db, PROVIDER);
    expect(await listFindings(db, { limit: 5 })).toMatchObject([{ kind: 'status_differs', state: 'cleared' }]);
    expect(await close(db, NEXT)).toMatchObject({
      kind: 'closed',
      report: { earlierKobo: -10_000n, entriesKobo: 0n, closingKobo: 1_000_000n },
    });
  });

  test('a refund whose credit is of a later day counts for the first open one, and is carried over', async () => {
    const { db, sale, theirs } = await closedDay();
    await refund(db, sale);
    await record(db, [theirs.row(lagos('2026-11-22', '02:00'), 10_000n, sale)]);
    await reconcile(db, PROVIDER);
    expect(await close(db, NEXT)).toMatchObject({
      kind: 'closed',
      report: { earlierKobo: -10_000n, carriedKobo: -10_000n },
    });
    await record(db, [], { until: lagos('2026-11-23', '03:00') });
    expect(await close(db, '2026-11-22')).toMatchObject({
      kind: 'closed',
      report: { earlierKobo: 0n, carriedKobo: 0n },
    });
  });

  test('an order of unknown cost that is refunded and credited on the next day', async () => {
    const { db, sale, theirs } = await closedDay({ costKobo: null });
    await refund(db, sale);
    await record(db, [theirs.row(lagos(NEXT, '12:00'), 10_000n, sale)]);
    await reconcile(db, PROVIDER);
    expect(await openFindings(db)).toEqual([]);
    expect(await close(db, NEXT)).toMatchObject({ kind: 'closed', report: { earlierKobo: -10_000n, driftKobo: 0n } });
  });

  test('a commission of an order of unknown cost lowers the cost of the day on which it comes', async () => {
    const { db, sale, theirs } = await closedDay({ costKobo: null });
    await record(db, [theirs.row(lagos(NEXT, '00:30'), 300n, sale)]);
    await reconcile(db, PROVIDER);
    expect(await openFindings(db)).toEqual([]);
    expect(await close(db, NEXT)).toMatchObject({ kind: 'closed', report: { earlierKobo: -300n, driftKobo: 0n } });
  });

  test('an order of unknown cost without a row keeps its day open, until a person says that it cost nothing', async () => {
    const { db } = database;
    const sale = await sell(db, lagos(DAY, '09:00'));
    await sell(db, lagos(DAY, '10:00'), { costKobo: null });
    await record(db, [statement().row(lagos(DAY, '09:00'), -10_000n, sale)]);
    expect(await close(db)).toMatchObject({ kind: 'day_has_findings', report: { unknownCosts: 1 } });
    expect(await resolveOnly(db, { resolution: 'accepted' })).toMatchObject({ kind: 'missing_there' });
    expect((await close(db)).kind).toBe('closed');
  });
});

describe('a day is closed whose last hour was never compared', () => {
  test('a day whose morning the statement does not cover is not closed, and has no drift', async () => {
    const { db } = database;
    await sell(db, lagos(DAY, '09:00'));
    const later = await sell(db, lagos(NEXT, '09:00'));
    const until = lagos('2026-11-22', '03:00');
    await recordRows(db, PROVIDER, 'api', [statement().row(lagos(NEXT, '09:00'), -10_000n, later)]);
    const pull = { provider: PROVIDER, source: 'api' as const, rows: 1, added: 1, fault: null, until };
    await recordPull(db, { ...pull, since: lagos(DAY, '12:00') });
    await reconcile(db, PROVIDER);
    expect(await openFindings(db)).toEqual([]);
    expect((await close(db)).kind).toBe('statement_incomplete');
    expect((await close(db, NEXT)).kind).toBe('closed');
  });

  test('two amounts that were swapped in it are found, once the hour after it is read', async () => {
    const { db } = database;
    const [one, other] = [
      await sell(db, lagos(DAY, '23:30')),
      await sell(db, lagos(DAY, '23:31'), { costKobo: 7_000n }),
    ];
    const theirs = statement();
    theirs.row(lagos(DAY, '23:30'), -7_000n, one);
    theirs.row(lagos(DAY, '23:31'), -10_000n, other);
    await record(db, theirs.rows, { until: lagos(NEXT, '00:05') });
    await reconcile(db, PROVIDER);
    expect(await openFindings(db)).toEqual([]);
    expect((await close(db)).kind).toBe('statement_incomplete');
    await record(db, [], { until: lagos(NEXT, '01:00') });
    // nobody has reconciled since
    expect(await close(db)).toMatchObject({ kind: 'day_has_findings', report: { openFindings: 2 } });
    expect(await openFindings(db)).toMatchObject([{ kind: 'amount_differs' }, { kind: 'amount_differs' }]);
  });
});
