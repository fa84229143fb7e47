import { useDatabase } from '@topup/testkit';
import { explainRefusal } from '../../errors/refusal-catalog';
import { reconcile } from '../judge/reconcile';
import { balances, close, DAY, lagos, NEXT, record, resolveOnly, sell, statement } from '../testing/small-day';
import { closeDay } from './close-day';
import { lastClosedDay } from './closed-day.store';
import { explainGap } from './explain-gap';

const database = useDatabase({ eachTest: true });
const VTPASS = { provider: 'vtpass' };
const THIRD = '2026-11-22';

/** What an operator reads who cannot close a day: in `ops`, and on the page. */
async function refusalOf(closing: Awaited<ReturnType<typeof close>>): Promise<{ inOps: string; inConsole: string }> {
  if (closing.kind === 'closed') throw new Error('the day was closed');
  const { text, inOps = '', inConsole = '' } = explainRefusal(closing);
  return { inOps: `${text} ${inOps}`, inConsole: `${text} ${inConsole}`.trim() };
}

const refused = async (day = DAY, of = {}) => refusalOf(await close(database.db, day, of));

/** One order of NGN 100 a day, and a statement of both days that lists them. */
async function soldOn(...days: string[]): Promise<void> {
  const { db } = database;
  const theirs = statement();
  for (const day of days) theirs.row(lagos(day, '09:00'), -10_000n, await sell(db, lagos(day, '09:00')));
  await record(db, theirs.rows);
  await reconcile(db, 'monnify');
}

describe('an operator cannot tell why a day does not close, and what to do', () => {
  test('a day that is not over: from when on it can be closed', async () => {
    await soldOn(DAY);
    const now = lagos(NEXT, '00:30');
    const closing = await database.db.$transaction((tx) =>
      closeDay(tx, { provider: 'monnify', day: DAY, now, by: 'ada@example.com' }),
    );
    expect((await refusalOf(closing)).inOps).toBe(
      'You can close 2026-11-20 at monnify from 2026-11-21 01:00 in Lagos on, an hour after its end. ' +
        'Then run `recon close --provider monnify --day 2026-11-20 --as <address>`, ' +
        'and until then `recon report --provider monnify --day 2026-11-20` shows its sums.',
    );
  });

  test('a closed day: who closed it and when; one before all closed days: where these begin', async () => {
    const { db } = database;
    await soldOn(DAY, NEXT);
    expect((await close(db, NEXT)).kind).toBe('closed');
    const closed = await lastClosedDay(db, 'monnify');
    const at = new Date((closed?.closedAt.getTime() ?? 0) + 3_600_000).toISOString().slice(0, 16).replace('T', ' ');
    expect(await refused(NEXT)).toEqual({
      inOps:
        `The day 2026-11-21 at monnify was closed by ada@example.com at ${at} in Lagos. ` +
        '`recon report --provider monnify --day 2026-11-21` shows the sums that were signed.',
      inConsole:
        `The day 2026-11-21 at monnify was closed by ada@example.com at ${at} in Lagos. ` +
        'A closed day never changes.',
    });
    expect((await refused(DAY)).inOps).toBe(
      'The closed days at monnify begin with 2026-11-21, so you can no longer close 2026-11-20. ' +
        '`recon closed --provider monnify` lists them.',
    );
  });

  test('earlier days are open: which, and which to close next', async () => {
    const { db } = database;
    await soldOn(DAY);
    await close(db);
    await record(db, [], { until: lagos('2026-11-24', '03:00') });
    expect((await refused('2026-11-23')).inOps).toBe(
      'The 2 days from 2026-11-21 to 2026-11-22 at monnify are still open. ' +
        'Close the earliest first with `recon close --provider monnify --day 2026-11-21 --as <address>`.',
    );
    expect(await refused(THIRD)).toEqual({
      inOps:
        'The earlier day 2026-11-21 at monnify is still open. ' +
        'Close it first with `recon close --provider monnify --day 2026-11-21 --as <address>`.',
      inConsole: 'The earlier day 2026-11-21 at monnify is still open. Close it first.',
    });
  });

  test('a statement does not cover the day: what it covers, what it must cover, and how it is read', async () => {
    const { db } = database;
    await record(db, [], { until: lagos(NEXT, '00:05') });
    expect(await refused()).toEqual({
      inOps:
        'The statement of monnify must cover 2026-11-20 00:00 to 2026-11-21 01:00 in Lagos, ' +
        'but covers 2026-11-20 00:00 to 2026-11-21 00:05. ' +
        'Run `recon pull --provider monnify --since 2026-11-20` to read the rest.',
      inConsole:
        'The statement of monnify must cover 2026-11-20 00:00 to 2026-11-21 01:00 in Lagos, ' +
        'but covers 2026-11-20 00:00 to 2026-11-21 00:05. ' +
        'A worker reads it every hour, or you can import a file.',
    });
    expect((await refused('2026-11-18')).inOps).toBe(
      'The statement of monnify must cover 2026-11-18 00:00 to 2026-11-19 01:00 in Lagos, but covers none of it. ' +
        'Run `recon pull --provider monnify --since 2026-11-18` to read the rest.',
    );
  });

  test('a file that ends with the day: up to when the next file must reach', async () => {
    const { db } = database;
    const sale = await sell(db, lagos(DAY, '09:00'), VTPASS);
    const file = { ...VTPASS, source: 'csv', until: lagos(NEXT, '00:00') } as const;
    await record(db, [statement().row(lagos(DAY, '09:00'), -10_000n, sale)], file);
    expect((await refused(DAY, VTPASS)).inOps).toBe(
      'The statement of vtpass must cover 2026-11-20 00:00 to 2026-11-21 01:00 in Lagos, ' +
        'but covers 2026-11-20 00:00 to 2026-11-21 00:00. Import a file that does, with ' +
        '`recon import --provider vtpass --since 2026-11-20 --until 2026-11-21T01:00+01:00 --file <path>`.',
    );
  });

  test('a file without balances of a first day: no longer file helps, so a later day is named at once', async () => {
    const { db } = database;
    const sale = await sell(db, lagos(DAY, '09:00'), VTPASS);
    const file = { ...VTPASS, source: 'csv', until: lagos(NEXT, '00:00') } as const;
    const row = statement().row(lagos(DAY, '09:00'), -10_000n, sale);
    await record(db, [{ ...row, balanceBeforeKobo: null, balanceAfterKobo: null }], file);
    await balances(db, [lagos(DAY, '23:00'), 990_000n]);
    expect((await refused(DAY, VTPASS)).inOps).toMatch(/^The opening balance of vtpass .* Begin with 2026-11-21,/);
  });

  test('the opening balance is not known: the first later day that has one', async () => {
    const { db } = database;
    await balances(db, [lagos(DAY, '20:00'), 990_000n]);
    const unknown =
      'The opening balance of vtpass on 2026-11-20 is in no statement, and was not read in the two hours before.';
    expect((await refused(DAY, VTPASS)).inOps).toBe(
      `${unknown} Begin with a later day whose sums \`recon report --provider vtpass --day <day>\` shows, with ` +
        '`recon close --provider vtpass --day <day> --as <address>`.',
    );
    // before its end nobody is promised that the first day will close, unless its balance was read before it began
    const early = (day: string, now: Date) =>
      db.$transaction((tx) => closeDay(tx, { ...VTPASS, day, now, by: 'ada@example.com' }));
    expect((await early(DAY, lagos(DAY, '21:00'))).kind).toBe('opening_unknown');
    expect((await early(NEXT, lagos(DAY, '21:00'))).kind).toBe('day_not_over');
    await balances(db, [lagos(NEXT, '22:30'), 990_000n], [lagos(THIRD, '22:30'), 990_000n]);
    expect(await refused(DAY, VTPASS)).toEqual({
      inOps:
        `${unknown} Begin with 2026-11-22, whose sums ` +
        '`recon report --provider vtpass --day 2026-11-22` shows, with ' +
        '`recon close --provider vtpass --day 2026-11-22 --as <address>`.',
      inConsole: `${unknown} You can begin with 2026-11-22.`,
    });
    expect((await early(THIRD, lagos(THIRD, '21:00'))).kind).toBe('day_not_over');
    // `recon report` says the same of a day without sums
    expect(await explainGap(db, { ...VTPASS, day: DAY })).toMatchObject({ kind: 'opening_unknown', firstDay: THIRD });
  });

  test('orders are pending: how many, and where those are that wait for a person', async () => {
    await sell(database.db, lagos(DAY, '10:00'), { status: 'pending', costKobo: null });
    await soldOn(DAY);
    expect(await refused()).toEqual({
      inOps:
        'The cost of 2026-11-20 at monnify is not known yet, because 1 order is still pending. ' +
        '`purchase review` lists the orders that wait for you, and workers settle the others.',
      inConsole:
        'The cost of 2026-11-20 at monnify is not known yet, because 1 order is still pending. ' +
        'Settle the purchases under review, and workers settle the others.',
    });
    await sell(database.db, lagos(DAY, '11:00'), { status: 'pending', costKobo: null });
    expect((await refused()).inOps).toContain('because 2 orders are still pending.');
  });

  test('findings are open: how many, with unknown costs, and the day on which they begin', async () => {
    const { db } = database;
    await soldOn(DAY, NEXT);
    await sell(db, lagos(DAY, '10:00'), { costKobo: null });
    expect(await refused()).toEqual({
      inOps:
        'The day 2026-11-20 at monnify has 1 open finding and 1 unknown cost. ' +
        'Run `recon findings --provider monnify --day 2026-11-20`, and resolve each with `recon resolve`.',
      inConsole:
        'The day 2026-11-20 at monnify has 1 open finding and 1 unknown cost. Resolve each open finding of 2026-11-20.',
    });
    await sell(db, lagos(NEXT, '10:00'));
    expect((await refused(NEXT)).inOps).toBe(
      'The days from 2026-11-20 to 2026-11-21 at monnify have 2 open findings. ' +
        'Run `recon findings --provider monnify --day 2026-11-20`, and resolve each with `recon resolve`.',
    );
  });

  test('the sums differ: by how much in naira, and where the finding is', async () => {
    const { db } = database;
    await sell(db, lagos(DAY, '10:00'), { ...VTPASS, costKobo: null });
    await balances(db, [lagos('2026-11-19', '23:30'), 1_000_000n], [lagos(DAY, '12:00'), 999_300n]);
    await reconcile(db, 'vtpass');
    await resolveOnly(db, { resolution: 'explained' });
    expect(await refused(DAY, VTPASS)).toEqual({
      inOps:
        'The sums of 2026-11-20 at vtpass have a drift of NGN -7.00 and 1 unknown cost. ' +
        'Run `recon findings --provider vtpass --day 2026-11-20`, and resolve the drift with `recon resolve`.',
      inConsole:
        'The sums of 2026-11-20 at vtpass have a drift of NGN -7.00 and 1 unknown cost. ' +
        'Resolve the finding “Day not balanced” of 2026-11-20.',
    });
  });
});
