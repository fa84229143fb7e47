import { FULL_RUN, useDatabase } from '@topup/testkit';
import type { StatementRow } from '../../provider/provider.port';
import { addDays } from '../../time/lagos-time';
import { verifyBooks } from '../../wallet/verification/verify-books';
import { reconcile } from '../judge/reconcile';
import {
  balances,
  close,
  DAY,
  lagos,
  openFindings,
  record,
  refund,
  type SmallSale,
  sell,
  statement,
} from '../testing/small-day';
import { type Dice, seededDice } from '../testing/true-day';
import { resolveFinding } from './resolve-finding';

const database = useDatabase({ eachTest: true });
const DAYS = [DAY, addDays(DAY, 1), addDays(DAY, 2)];
const clock = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

/** Resolves what is open in any way that a person can think of, right or wrong. */
async function resolveAnyhow(dice: Dice): Promise<void> {
  const { db } = database;
  for (const { id } of await openFindings(db)) {
    const amountKobo = dice.chance(0.3) ? BigInt(dice.below(20_000)) - 10_000n : undefined;
    const resolution = dice.chance(0.6) ? 'accepted' : 'explained';
    await db.$transaction((tx) =>
      resolveFinding(tx, { id, resolution, note: 'so', by: 'ada', ...(resolution === 'accepted' && { amountKobo }) }),
    );
  }
}

/** Closes a day, after as many wrong resolutions as there are, and then right ones. */
async function closeInTheEnd(dice: Dice, day: string, provider: string): Promise<void> {
  const { db } = database;
  for (let tries = 0; tries < 12; tries += 1) {
    const { kind } = await close(db, day, { provider });
    if (kind === 'closed') return;
    expect(['day_has_findings', 'day_drifts']).toContain(kind);
    if (tries < 4) await resolveAnyhow(dice);
    else
      for (const { id } of await openFindings(db))
        await db.$transaction((tx) => resolveFinding(tx, { id, resolution: 'accepted', note: 'so', by: 'ada' }));
  }
  throw new Error(`${day} does not close`);
}

const faults = async () =>
  (await verifyBooks(database.db)).findings.filter(({ id, count }) => id.startsWith('R') && count > 0);

/** An order at any time of a day, also near midnight. */
async function sellAnyhow(dice: Dice, day: string, provider: string): Promise<SmallSale> {
  const minute = dice.chance(0.2) ? 1_438 + dice.below(2) : dice.below(1_400);
  const [costKobo, status] = [dice.chance(0.2) ? null : 10_000n, dice.chance(0.1) ? 'failed' : 'success'] as const;
  return sell(database.db, lagos(day, clock(minute)), { provider, costKobo, status });
}

/** Makes the rows of a provider's charge for an order: none, too much, twice, or with a commission. */
function chargeAnyhow(dice: Dice, theirs: ReturnType<typeof statement>, sale: SmallSale): StatementRow[] {
  if (dice.chance(0.1)) return [];
  const at = new Date(sale.at.getTime() + dice.below(180_000));
  const made = [theirs.row(at, dice.chance(0.2) ? -10_000n - BigInt(dice.below(500)) : -10_000n, sale)];
  if (dice.chance(0.1)) made.push(theirs.row(at, -10_000n, sale));
  if (dice.chance(0.2)) made.push(theirs.row(new Date(at.getTime() + 60_000), 300n, sale));
  if (dice.chance(0.1)) theirs.step(BigInt(dice.below(2_000)) - 1_000n);
  return made;
}

/** Six orders of a day at a provider without a statement. Returns its balance in the end. */
async function useBalance(dice: Dice, day: string, balanceKobo: bigint): Promise<bigint> {
  const { db } = database;
  let balance = balanceKobo;
  for (let hour = 0; hour < 24; hour += 4) {
    const sale = await sell(db, lagos(day, clock(hour * 60 + 5)), { provider: 'vtpass' });
    if (!dice.chance(0.1)) balance -= 10_000n;
    if (dice.chance(0.2)) balance -= BigInt(dice.below(900));
    const inFlight = dice.chance(0.2) ? 10_000n : 0n;
    if (!dice.chance(0.2)) await balances(db, [lagos(day, clock(hour * 60 + 10)), balance, inFlight]);
    if (dice.chance(0.1)) await refundOnce(sale);
  }
  return balance;
}

const seeds = (count: number) => Array.from({ length: FULL_RUN ? 50 : count }, (_, n) => n);

describe('there are resolutions after which a day never closes, or closes with sums that are not so', () => {
  test.each(seeds(5))('whatever a statement lacks and a person decides (%i)', async (seed) => {
    const { db } = database;
    const dice = seededDice(seed);
    const theirs = statement();
    const sales: SmallSale[] = [];
    for (const day of DAYS) for (let n = 0; n < 8; n += 1) sales.push(await sellAnyhow(dice, day, 'monnify'));
    sales.sort((a, b) => a.at.getTime() - b.at.getTime());
    const rows = sales.flatMap((sale) => chargeAnyhow(dice, theirs, sale));
    const late = new Set(rows.filter(() => dice.chance(0.15)));
    const keep = (some: StatementRow[]) => record(db, some, { until: lagos(addDays(DAY, 3), '03:00') });
    await keep(rows.filter((row) => !late.has(row)));
    const comingLate = [...late];
    for (const day of DAYS) {
      await reconcile(db, 'monnify');
      await closeInTheEnd(dice, day, 'monnify');
      for (const sale of sales) if (sale.at < lagos(day, '23:59') && dice.chance(0.05)) await refundOnce(sale);
      await keep(comingLate.splice(0, 3));
    }
    expect(await faults()).toEqual([]);
  });

  test.each(seeds(3))('whatever balances show of a provider without a statement (%i)', async (seed) => {
    const { db } = database;
    const dice = seededDice(seed);
    let balance = 1_000_000n;
    await balances(db, [lagos(addDays(DAY, -1), '23:30'), balance]);
    for (const day of DAYS) balance = await useBalance(dice, day, balance);
    for (const day of DAYS) {
      await reconcile(db, 'vtpass');
      await closeInTheEnd(dice, day, 'vtpass');
    }
    expect(await faults()).toEqual([]);
  });
});

async function refundOnce(sale: SmallSale): Promise<void> {
  const { status } = await database.db.purchase.findUniqueOrThrow({ where: { id: sale.id } });
  if (status === 'success') await refund(database.db, sale);
}
