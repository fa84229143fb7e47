import { useDatabase } from '@topup/testkit';
import { verifyBooks } from '../../wallet/verification/verify-books';
import { reconcile } from '../judge/reconcile';
import { keepAttemptCheck } from '../sources/attempt-check.store';
import {
  balances,
  close,
  DAY,
  lagos,
  NEXT,
  openFindings,
  record,
  refund,
  resolveOnly,
  type SmallSale,
  sell,
  statement,
} from '../testing/small-day';

const database = useDatabase({ eachTest: true });
const VTPASS = { provider: 'vtpass' };
const DAY_BEFORE = '2026-11-19';
const THIRD = '2026-11-22';

const sellAt = (day: string, time: string) => sell(database.db, lagos(day, time), VTPASS);
/** Asked after what the test has done so far: a Date has whole milliseconds, and the time of a close has more. */
const check = ({ ref }: SmallSale, answer: 'delivered' | 'missing') => {
  const askedAt = new Date(Date.now() + 1);
  return keepAttemptCheck(database.db, { ...VTPASS, providerRef: ref, answer, costKobo: 10_000n, askedAt });
};

const reconciliationFaults = async () =>
  (await verifyBooks(database.db)).findings.filter(({ id, count }) => id.startsWith('R') && count > 0);

describe('a provider without a statement is not compared, or its days never close', () => {
  test('a day closes by its last snapshot, and the next one begins there', async () => {
    const { db } = database;
    await sellAt(DAY, '10:00');
    await sellAt(DAY, '21:00');
    await sellAt(NEXT, '08:00');
    await balances(
      db,
      [lagos(DAY_BEFORE, '23:30'), 1_000_000n],
      [lagos(DAY, '20:00'), 990_000n],
      [lagos(NEXT, '09:00'), 970_000n],
    );
    expect(await close(db, DAY, VTPASS)).toMatchObject({
      kind: 'closed',
      report: { basis: 'snapshots', costKobo: 10_000n, closingKobo: 990_000n, carriedKobo: 0n },
    });
    expect(await close(db, NEXT, VTPASS)).toMatchObject({
      kind: 'closed',
      report: { openingKobo: 990_000n, costKobo: 20_000n, closingKobo: 970_000n },
    });
    // nothing was read at all: what went meanwhile is of the next day
    expect(await close(db, THIRD, VTPASS)).toMatchObject({
      kind: 'closed',
      report: { costKobo: 0n, openingKobo: 970_000n, closingKobo: 970_000n },
    });
    expect(await reconciliationFaults()).toEqual([]);
  });

  test('no balance near the first day of all: it is not closed', async () => {
    await balances(database.db, [lagos(DAY, '20:00'), 990_000n]);
    expect((await close(database.db, DAY, VTPASS)).kind).toBe('opening_unknown');
  });

  test('an order under way is carried over; a step is a finding, and if it is explained, a drift', async () => {
    const { db } = database;
    await sellAt(DAY, '10:00');
    await sellAt(DAY, '22:59');
    await balances(
      db,
      [lagos(DAY_BEFORE, '23:30'), 1_000_000n],
      [lagos(DAY, '12:00'), 989_300n],
      [lagos(DAY, '23:00'), 989_300n, 10_000n],
      [lagos(NEXT, '01:00'), 979_300n],
    );
    await reconcile(db, 'vtpass');
    expect(await resolveOnly(db, { resolution: 'explained' })).toMatchObject({
      kind: 'balance_step',
      differenceKobo: 700n,
    });
    const closing = await close(db, DAY, VTPASS);
    // what is under way could be the step too
    expect(closing).toMatchObject({ kind: 'closed', report: { carriedKobo: 9_300n, costKobo: 20_000n } });
    expect(await close(db, NEXT, VTPASS)).toMatchObject({ kind: 'day_drifts', report: { driftKobo: -700n } });
    await resolveOnly(db, { resolution: 'accepted' });
    expect((await close(db, NEXT, VTPASS)).kind).toBe('closed');
    expect(await reconciliationFaults()).toEqual([]);
  });

  test.each([
    ['they charged for what we refunded', 'failed', 'delivered', -10_000n, 'status_differs', 10_000n],
    ['they did not charge for what we sold', 'success', 'missing', 10_000n, 'missing_there', -10_000n],
  ] as const)('%s: one finding, and no step', async (_, status, answer, stepKobo, kind, differenceKobo) => {
    const { db } = database;
    await check(await sell(db, lagos(DAY, '10:00'), { ...VTPASS, status }), answer);
    const soldKobo = status === 'success' ? 10_000n : 0n;
    await balances(
      db,
      [lagos(DAY_BEFORE, '23:30'), 1_000_000n],
      [lagos(DAY, '11:00'), 1_000_000n - soldKobo + stepKobo],
    );
    await reconcile(db, 'vtpass');
    expect(await resolveOnly(db, { resolution: 'accepted' })).toMatchObject({ kind, differenceKobo });
    expect(await close(db, DAY, VTPASS)).toMatchObject({ kind: 'closed', report: { entriesKobo: stepKobo } });
  });

  test('they say that they charged, and their balance says that they did not: accepting it costs nothing', async () => {
    const { db } = database;
    await check(await sell(db, lagos(DAY, '10:00'), { ...VTPASS, status: 'failed' }), 'delivered');
    await balances(db, [lagos(DAY_BEFORE, '23:30'), 1_000_000n], [lagos(DAY, '11:00'), 1_000_000n]);
    await reconcile(db, 'vtpass');
    expect(await resolveOnly(db, { resolution: 'accepted' })).toMatchObject({ kind: 'status_differs' });
    expect(await close(db, DAY, VTPASS)).toMatchObject({ kind: 'closed', report: { entriesKobo: 0n } });
  });
});

describe('a refund after the close is never compared with what they say', () => {
  /** An order of a day that is closed, and then refunded; what they answer of it. */
  async function refundedLate(answer: 'delivered' | 'missing'): Promise<void> {
    const { db } = database;
    const sale = await sellAt(DAY, '10:00');
    await balances(db, [lagos(DAY_BEFORE, '23:30'), 1_000_000n], [lagos(DAY, '12:00'), 990_000n]);
    expect((await close(db, DAY, VTPASS)).kind).toBe('closed');
    await refund(db, sale);
    await check(sale, answer);
  }

  test('they have not taken it back: a finding on the first open day, whose loss our float has already', async () => {
    const { db } = database;
    await refundedLate('delivered');
    await balances(db, [lagos(NEXT, '12:00'), 990_000n]);
    for (let run = 0; run < 2; run += 1) await reconcile(db, 'vtpass');
    expect(await resolveOnly(db, { resolution: 'accepted' })).toMatchObject({
      kind: 'status_differs',
      day: NEXT,
      differenceKobo: 10_000n,
    });
    expect(await close(db, NEXT, VTPASS)).toMatchObject({ kind: 'closed', report: { entriesKobo: 0n } });
    expect((await reconcile(db, 'vtpass')).open).toBe(0);
    expect(await reconciliationFaults()).toEqual([]);
  });

  test('they have taken it back: only their credit is a finding', async () => {
    const { db } = database;
    await refundedLate('missing');
    await balances(db, [lagos(NEXT, '12:00'), 1_000_000n]);
    await reconcile(db, 'vtpass');
    expect(await resolveOnly(db, { resolution: 'accepted' })).toMatchObject({ kind: 'balance_step', day: NEXT });
    expect(await close(db, NEXT, VTPASS)).toMatchObject({ kind: 'closed', report: { entriesKobo: 10_000n } });
  });
});

describe('a refund of an unknown outcome that they deliver later costs money that nobody is told of', () => {
  test.each([
    ['their balance shows the charge', 990_000n, -10_000n],
    ['their balance does not show it', 1_000_000n, 0n],
  ])('%s: one finding on the first open day', async (_, balanceKobo, entriesKobo) => {
    const { db } = database;
    const sale = await sell(db, lagos(DAY, '10:00'), { ...VTPASS, status: 'failed' });
    await balances(db, [lagos(DAY_BEFORE, '23:30'), 1_000_000n], [lagos(DAY, '12:00'), 1_000_000n]);
    expect((await close(db, DAY, VTPASS)).kind).toBe('closed');
    await check(sale, 'delivered');
    await balances(db, [lagos(NEXT, '09:00'), balanceKobo], [lagos(NEXT, '12:00'), balanceKobo]);
    for (let run = 0; run < 2; run += 1) await reconcile(db, 'vtpass');
    const found = { kind: 'status_differs', day: NEXT, differenceKobo: 10_000n };
    expect(await resolveOnly(db, { resolution: 'accepted' })).toMatchObject(found);
    expect(await close(db, NEXT, VTPASS)).toMatchObject({ kind: 'closed', report: { entriesKobo } });
    expect((await reconcile(db, 'vtpass')).open).toBe(0);
    expect(await reconciliationFaults()).toEqual([]);
  });
});

describe('what is near midnight in Lagos is named on two days', () => {
  test('the balance shows on the next day what they charged in the evening', async () => {
    const { db } = database;
    await check(await sell(db, lagos(DAY, '23:50'), { ...VTPASS, status: 'failed' }), 'delivered');
    await balances(
      db,
      [lagos(DAY_BEFORE, '23:30'), 1_000_000n],
      [lagos(DAY, '23:30'), 1_000_000n],
      [lagos(NEXT, '00:30'), 990_000n],
    );
    await reconcile(db, 'vtpass');
    expect(await openFindings(db)).toMatchObject([{ kind: 'status_differs', day: DAY, differenceKobo: 10_000n }]);
  });
});

describe('one file of a provider without a statement ends its hourly check', () => {
  test('days that the file does not cover are judged by balances and answers, those before and after it', async () => {
    const { db } = database;
    const sale = await sellAt(DAY, '09:00');
    await check(await sell(db, lagos('2026-11-23', '09:00'), { ...VTPASS, status: 'failed' }), 'delivered');
    const file = { ...VTPASS, source: 'csv', until: lagos(NEXT, '00:00') } as const;
    await record(db, [statement().row(lagos(DAY, '09:00'), -12_000n, sale)], file);
    await balances(
      db,
      [lagos('2026-11-16', '12:00'), 1_000_700n],
      [lagos(DAY_BEFORE, '11:00'), 1_000_000n],
      [lagos(DAY, '12:00'), 988_000n],
      [lagos('2026-11-23', '11:00'), 988_000n],
      [lagos('2026-11-23', '12:00'), 987_500n],
    );
    expect(await reconcile(db, 'vtpass')).toMatchObject({ days: { first: '2026-11-16', last: '2026-11-23' } });
    const found = (await openFindings(db)).map(({ kind, day, differenceKobo }) => `${day} ${kind} ${differenceKobo}`);
    expect(found.sort()).toEqual([
      `${DAY_BEFORE} balance_step 700`,
      `${DAY} amount_differs 2000`,
      '2026-11-23 balance_step 500',
      '2026-11-23 status_differs 10000',
    ]);
  });

  test('days by rows and by balances follow each other, and their sums begin where the last ones ended', async () => {
    const { db } = database;
    const [first, , , last] = [
      await sellAt(DAY, '09:00'),
      await sellAt(NEXT, '09:00'),
      await sellAt(NEXT, '23:50'),
      await sellAt(THIRD, '09:00'),
    ];
    const file = { ...VTPASS, source: 'csv' } as const;
    const theirs = statement();
    await record(db, [theirs.row(lagos(DAY, '09:00'), -10_000n, first)], { ...file, until: lagos(NEXT, '01:00') });
    await balances(db, [lagos(NEXT, '23:30'), 980_000n]);
    theirs.step(-20_000n); // the file does not cover the second day
    const row = theirs.row(lagos(THIRD, '09:00'), -10_000n, last);
    await record(db, [row], { ...file, since: THIRD, until: lagos('2026-11-23', '01:00') });
    await reconcile(db, 'vtpass');
    expect(await openFindings(db)).toEqual([]);
    expect(await close(db, DAY, VTPASS)).toMatchObject({ kind: 'closed', report: { basis: 'rows' } });
    expect(await close(db, NEXT, VTPASS)).toMatchObject({
      kind: 'closed',
      report: { basis: 'snapshots', openingKobo: 990_000n, costKobo: 10_000n },
    });
    expect(await close(db, THIRD, VTPASS)).toMatchObject({
      kind: 'closed',
      report: { basis: 'rows', openingKobo: 980_000n, costKobo: 20_000n, closingKobo: 960_000n },
    });
    expect(await reconciliationFaults()).toEqual([]);
  });
});
