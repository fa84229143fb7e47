import type { DbOrTransaction } from '../../shared/db';
import { addDays, boundsOfDay } from '../../time/lagos-time';
import { readBasis } from '../judge/basis.store';
import { listLooseEnds } from '../judge/judge.store';
import type { ClosedDay, DayReport } from '../records';
import { lastClosedDay, lastSnapshot, sumCarried, sumCost, sumDecided, sumEarlier, sumRows } from './closed-day.store';

/** A snapshot so near to the start of a day stands for it, where no day before it is closed. */
const NEAR_MS = 2 * 3_600_000;

/** The sums of a day that is not closed, as they are now; null when no balance of it is known. */
export async function reportDay(tx: DbOrTransaction, provider: string, day: string): Promise<DayReport | null> {
  const before = await lastClosedDay(tx, provider);
  return sumDay(tx, { provider, day, before: before !== null && before.day < day ? before : null });
}

/** `before`: the last closed day. */
type Summed = { provider: string; day: string; before: ClosedDay | null };

/**
 * By its rows when they are there, or will be. A file that ends with the day lacks the rows of the hour after it, and
 * the snapshots are better.
 */
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
  const { start, end } = boundsOfDay(day);
  const opensAt = before?.closesAt ?? start;
  const days = { first: day, last: day };
  const { rows, withoutBalance, debitsKobo, creditsKobo } = await sumRows(tx, provider, day);
  if (rows > 0 && withoutBalance === rows) return null;
  const chained = before?.basis === 'rows' ? before.closingKobo : null;
  const ends = await listLooseEnds(tx, { provider, days }, chained);
  const firstKobo = chained ?? ends.find(({ side }) => side === 'before')?.balanceKobo;
  if (firstKobo === undefined) return null;
  const openingKobo = before?.closingKobo ?? firstKobo;
  const closingKobo = ends.findLast(({ side }) => side === 'after')?.balanceKobo ?? openingKobo;
  const { attempts, open: openOrders, unknown, costKobo } = await sumCost(tx, { provider, since: opensAt, until: end });
  const { open: openFindings, drifts, stepsKobo, entriesKobo } = await sumDecided(tx, provider, day);
  const earlierKobo = before === null ? 0n : await sumEarlier(tx, before);
  const floatOpeningKobo = before?.floatClosingKobo ?? openingKobo - (await sumCarried(tx, provider, addDays(day, -1)));
  const floatClosingKobo = floatOpeningKobo + entriesKobo - costKobo - earlierKobo;
  const carriedKobo = await sumCarried(tx, provider, day);
  return {
    provider,
    day,
    basis: 'rows',
    rows,
    attempts,
    openingKobo,
    debitsKobo,
    creditsKobo,
    closingKobo,
    unlistedKobo: closingKobo - (openingKobo + creditsKobo - debitsKobo),
    costKobo,
    earlierKobo,
    floatOpeningKobo,
    entriesKobo,
    floatClosingKobo,
    carriedKobo,
    opensAt,
    closesAt: end,
    openOrders,
    openFindings,
    drifts,
    unknownCosts: unknown,
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
  const {
    attempts,
    open: openOrders,
    unknown,
    costKobo,
  } = await sumCost(tx, { provider, since: opening.at, until: closing.at });
  const { open: openFindings, drifts, entriesKobo } = await sumDecided(tx, provider, day);
  const floatOpeningKobo = before?.floatClosingKobo ?? opening.balanceKobo;
  const floatClosingKobo = floatOpeningKobo + entriesKobo - costKobo;
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
    attempts,
    openingKobo: opening.balanceKobo,
    creditsKobo,
    debitsKobo: creditsKobo - movedKobo,
    unlistedKobo: 0n,
    closingKobo: closing.balanceKobo,
    costKobo,
    earlierKobo: 0n,
    floatOpeningKobo,
    entriesKobo,
    floatClosingKobo,
    opensAt: opening.at,
    closesAt: closing.at,
    openOrders,
    openFindings,
    drifts,
    unknownCosts: unknown,
    unexplainedKobo: 0n,
    isComplete,
    carriedKobo: isCarried ? differenceKobo : 0n,
    driftKobo: isCarried ? 0n : differenceKobo,
  };
}

const absolute = (kobo: bigint): bigint => (kobo < 0n ? -kobo : kobo);
