import type { Db, DbOrTransaction } from '../../shared/db';
import { addDays, boundsOfDay } from '../../time/lagos-time';
import { readBasis } from '../judge/basis.store';
import { listLooseEnds } from '../judge/judge.store';
import type { ClosedDay, DayReport, ReadDay } from '../records';
import {
  findClosedDay,
  lastClosedDay,
  lastSnapshot,
  NEAR_MS,
  sumCarried,
  sumCost,
  sumDecided,
  sumEarlier,
  sumRows,
} from './closed-day.store';

/** A closed day as it was signed, an open one as it is now; null when no balance of it is known. */
export async function readDay(db: Db, provider: string, day: string): Promise<ReadDay | null> {
  const signed = await findClosedDay(db, provider, day);
  if (signed !== null) return asSigned(signed);
  const before = await lastClosedDay(db, provider);
  const report = await sumDay(db, { provider, day, before: before !== null && before.day < day ? before : null });
  return report && { ...report, closedBy: null, closedAt: null };
}

/** A day is closed only when none of its orders and findings is open and nothing differs. */
export const asSigned = (signed: ClosedDay): ReadDay => ({
  ...signed,
  openOrders: 0,
  openFindings: 0,
  unknownCosts: null,
  driftKobo: 0n,
  unexplainedKobo: 0n,
  isComplete: true,
  drifts: { open: 0, resolved: 0 },
});

/** `before`: the last closed day. */
type Summed = { provider: string; day: string; before: ClosedDay | null };

/** By its rows, unless they are of a file that ends with the day: it lacks the hour after, so snapshots are better. */
export async function sumDay(tx: DbOrTransaction, { provider, day, before }: Summed): Promise<DayReport | null> {
  const basis = await readBasis(tx, provider, day);
  if (basis === null) return null;
  const of = { provider, day, before: before !== null && addDays(before.day, 1) === day ? before : null };
  const byRows = basis.kind === 'rows' ? await sumByRows(tx, of, basis.isRead) : null;
  if (byRows !== null && basis.kind === 'rows' && (basis.isRead || basis.hasApi)) return byRows;
  return (await sumBySnapshots(tx, of, basis.isOver)) ?? byRows;
}

/** `before` is the day before; null when that is not closed. */
async function sumByRows(
  tx: DbOrTransaction,
  { provider, day, before }: Summed,
  isComplete: boolean,
): Promise<DayReport | null> {
  const { start, end: closesAt } = boundsOfDay(day);
  const opensAt = before?.closesAt ?? start;
  const { rows, withoutBalance, debitsKobo, creditsKobo } = await sumRows(tx, provider, day);
  if (rows > 0 && withoutBalance === rows) return null;
  const chained = before?.basis === 'rows' ? before.closingKobo : null;
  const ends = await listLooseEnds(tx, { provider, day }, chained);
  const firstKobo = chained ?? ends.find(({ side }) => side === 'before')?.balanceKobo;
  if (firstKobo === undefined) return null;
  const openingKobo = before?.closingKobo ?? firstKobo;
  const closingKobo = ends.findLast(({ side }) => side === 'after')?.balanceKobo ?? openingKobo;
  const orders = await sumCost(tx, { provider, since: opensAt, until: closesAt });
  const { stepsKobo, ...decided } = await sumDecided(tx, provider, day);
  const earlierKobo = before === null ? 0n : await sumEarlier(tx, before);
  const floatOpeningKobo = before?.floatClosingKobo ?? openingKobo - (await sumCarried(tx, provider, addDays(day, -1)));
  const floatClosingKobo = floatOpeningKobo + decided.entriesKobo - orders.costKobo - earlierKobo;
  const carriedKobo = await sumCarried(tx, provider, day);
  return {
    provider,
    day,
    basis: 'rows',
    rows,
    ...orders,
    ...decided,
    openingKobo,
    debitsKobo,
    creditsKobo,
    closingKobo,
    unlistedKobo: closingKobo - (openingKobo + creditsKobo - debitsKobo),
    earlierKobo,
    floatOpeningKobo,
    floatClosingKobo,
    carriedKobo,
    opensAt,
    closesAt,
    isComplete,
    driftKobo: closingKobo - floatClosingKobo - carriedKobo,
    // what went between the last snapshot of the day before and the first row is no step: our cost has it
    unexplainedKobo: closingKobo - (firstKobo + creditsKobo - debitsKobo) - stepsKobo,
  };
}

/** The same; the last snapshot of a day stands for its end, and what came after it counts for the next day. */
async function sumBySnapshots(
  tx: DbOrTransaction,
  { provider, day, before }: Summed,
  isComplete: boolean,
): Promise<DayReport | null> {
  const { start, end } = boundsOfDay(day);
  const opening =
    before === null
      ? await lastSnapshot(tx, { provider, since: new Date(start.getTime() - NEAR_MS), until: start })
      : { at: before.closesAt, balanceKobo: before.closingKobo, inFlightKobo: absolute(before.carriedKobo) };
  if (opening === null) return null;
  const closing = (await lastSnapshot(tx, { provider, since: opening.at, until: end })) ?? opening;
  const orders = await sumCost(tx, { provider, since: opening.at, until: closing.at });
  const { stepsKobo, ...decided } = await sumDecided(tx, provider, day);
  const { entriesKobo } = decided;
  const floatOpeningKobo = before?.floatClosingKobo ?? opening.balanceKobo;
  const floatClosingKobo = floatOpeningKobo + entriesKobo - orders.costKobo;
  const differenceKobo = closing.balanceKobo - floatClosingKobo;
  // of the orders under way, the provider may have charged any
  const underWayKobo = closing.inFlightKobo + (before === null ? opening.inFlightKobo : 0n);
  const isCarried = absolute(differenceKobo) <= underWayKobo;
  const movedKobo = closing.balanceKobo - opening.balanceKobo;
  const creditsKobo = entriesKobo > 0n ? entriesKobo : 0n;
  return {
    provider,
    day,
    basis: 'snapshots',
    rows: 0,
    ...orders,
    ...decided,
    openingKobo: opening.balanceKobo,
    creditsKobo,
    debitsKobo: creditsKobo - movedKobo,
    unlistedKobo: 0n,
    closingKobo: closing.balanceKobo,
    earlierKobo: 0n,
    floatOpeningKobo,
    floatClosingKobo,
    opensAt: opening.at,
    closesAt: closing.at,
    unexplainedKobo: 0n,
    isComplete,
    carriedKobo: isCarried ? differenceKobo : 0n,
    driftKobo: isCarried ? 0n : differenceKobo,
  };
}

const absolute = (kobo: bigint): bigint => (kobo < 0n ? -kobo : kobo);
