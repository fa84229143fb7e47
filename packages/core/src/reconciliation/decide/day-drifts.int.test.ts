import { useDatabase } from '@topup/testkit';
import { reconcile } from '../judge/reconcile';
import { close, DAY, lagos, NEXT, openFindings, record, resolveOnly, sell, statement } from '../testing/small-day';

const database = useDatabase({ eachTest: true });
const PROVIDER = 'monnify';

/** Two sales of NGN 100 at nine and ten. */
async function twoSales() {
  const { db } = database;
  const sales = [await sell(db, lagos(DAY, '09:00')), await sell(db, lagos(DAY, '10:00'))] as const;
  return { db, first: sales[0], second: sales[1], theirs: statement() };
}

/** The day does not close, because its sums leave this; a person accepts it, and then it does. */
async function closesAfter(day: string, left: { driftKobo?: bigint; unexplainedKobo?: bigint }): Promise<void> {
  const { db } = database;
  const sums = { driftKobo: 0n, unexplainedKobo: 0n, ...left };
  expect(await close(db, day)).toMatchObject({ kind: 'day_drifts', report: sums });
  await reconcile(db, PROVIDER);
  expect(await close(db, day)).toMatchObject({ kind: 'day_drifts', report: { ...sums, openFindings: 1 } });
  const finding = await resolveOnly(db, { resolution: 'accepted' });
  expect(finding).toMatchObject({ kind: 'day_drifts', day, differenceKobo: -sums.driftKobo });
  expect(await close(db, day)).toMatchObject({ kind: 'closed', report: { openFindings: 0, driftKobo: 0n } });
}

describe('one wrong resolution keeps a day and all later ones open forever', () => {
  test.each([
    ['explained in place of accepted', { resolution: 'explained' } as const, -700n],
    ['accepted with a mistyped amount', { resolution: 'accepted', amountKobo: -7_000n } as const, 6_300n],
  ])('a step in the balance that was %s', async (_, how, driftKobo) => {
    const { db, first, second, theirs } = await twoSales();
    theirs.row(lagos(DAY, '09:00'), -10_000n, first);
    theirs.step(-700n);
    theirs.row(lagos(DAY, '10:00'), -10_000n, second);
    await record(db, theirs.rows);
    await reconcile(db, PROVIDER);
    expect(await resolveOnly(db, how)).toMatchObject({ kind: 'balance_step', differenceKobo: 700n });
    await closesAfter(DAY, { driftKobo });
  });

  test('a drift that was explained is found again, however often', async () => {
    const { db, first, second, theirs } = await twoSales();
    theirs.row(lagos(DAY, '09:00'), -10_000n, first);
    theirs.step(-700n);
    theirs.row(lagos(DAY, '10:00'), -10_000n, second);
    await record(db, theirs.rows);
    await reconcile(db, PROVIDER);
    for (let n = 0; n < 3; n += 1) {
      await resolveOnly(db, { resolution: 'explained' });
      expect((await close(db)).kind).toBe('day_drifts');
    }
    await closesAfter(DAY, { driftKobo: -700n });
  });

  test('a row that came after it was accepted as missing: its money, and its step', async () => {
    const { db, first, second, theirs } = await twoSales();
    const late = theirs.row(lagos(DAY, '09:00'), -10_000n, first);
    const rest = theirs.row(lagos(DAY, '10:00'), -10_000n, second);
    await record(db, [rest]);
    await reconcile(db, PROVIDER);
    // nothing shows whether the first balance of all is that of the day
    expect(await resolveOnly(db, { resolution: 'accepted' })).toMatchObject({ kind: 'missing_there' });
    await record(db, [late]);
    await reconcile(db, PROVIDER);
    await closesAfter(DAY, { driftKobo: -10_000n });
  });

  test('the same between other rows, where the balance has shown it', async () => {
    const { db, first, second, theirs } = await twoSales();
    const third = await sell(db, lagos(DAY, '11:00'));
    theirs.row(lagos(DAY, '09:00'), -10_000n, first);
    const late = theirs.row(lagos(DAY, '10:00'), -10_000n, second);
    theirs.row(lagos(DAY, '11:00'), -10_000n, third);
    await record(
      db,
      theirs.rows.filter((row) => row !== late),
    );
    await reconcile(db, PROVIDER);
    expect(await resolveOnly(db, { resolution: 'accepted' })).toMatchObject({ facts: { step: '-10000' } });
    await record(db, [late]);
    await reconcile(db, PROVIDER);
    await closesAfter(DAY, { unexplainedKobo: 10_000n });
  });

  test('money that they give back on the day after it was accepted as lost', async () => {
    const { db, first, second, theirs } = await twoSales();
    theirs.row(lagos(DAY, '09:00'), -10_000n, first);
    theirs.row(lagos(DAY, '09:01'), -10_000n, first);
    theirs.row(lagos(DAY, '10:00'), -10_000n, second);
    await record(db, theirs.rows);
    await reconcile(db, PROVIDER);
    expect(await resolveOnly(db, { resolution: 'accepted' })).toMatchObject({ kind: 'twice_there' });
    expect((await close(db)).kind).toBe('closed');

    await record(db, [theirs.row(lagos(NEXT, '08:00'), 10_000n, first)]);
    await reconcile(db, PROVIDER);
    await closesAfter(NEXT, { driftKobo: 10_000n });
  });

  test('a drift that is gone is no finding any more', async () => {
    const { db, first, second, theirs } = await twoSales();
    theirs.row(lagos(DAY, '09:00'), -10_000n, first);
    theirs.row(lagos(DAY, '10:00'), -10_000n, second);
    await record(db, theirs.rows);
    const cost = (kobo: bigint) =>
      db.$transaction([
        db.$executeRaw`SET LOCAL session_replication_role = replica`,
        db.$executeRaw`UPDATE purchase SET cost_kobo = ${kobo} WHERE id = ${first.id}::uuid`,
      ]);
    await db.$executeRaw`INSERT INTO float_entry (provider, day, amount_kobo, finding_id, note, written_by)
                         VALUES (${PROVIDER}, ${DAY}::date, -5, 0, 'x', 'x')`;
    await reconcile(db, PROVIDER);
    expect(await openFindings(db)).toMatchObject([{ kind: 'day_drifts', differenceKobo: -5n }]);
    await cost(9_995n);
    expect((await close(db)).kind).toBe('day_has_findings');
    expect(await openFindings(db)).toMatchObject([{ kind: 'amount_differs', differenceKobo: 5n }]);
  });
});
