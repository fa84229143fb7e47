import { dayInLagos, lagosMidnight } from '../../reporting/lagos-time';
import type { DbOrTransaction } from '../../shared/db';
import { listLooseEnds } from '../judge/judge.store';
import { lockProvider, readCoverage } from '../sources/statement.store';
import {
  type ClosedDay,
  type DaySums,
  insertClosedDay,
  lastClosedDay,
  lastSnapshot,
  sumCarried,
  sumCost,
  sumDecided,
  sumEarlier,
  sumRows,
} from './closed-day.store';

/**
 * The sums of a day, and what keeps it open. `driftKobo`: by how much the provider's closing balance is above what our
 * float and the orders that are carried over explain. `unexplainedKobo`: what its rows and the steps that a person has
 * resolved do not explain of its own balances.
 */
export type DayReport = DaySums & {
  open: number;
  findings: number;
  unknownCosts: number;
  driftKobo: bigint;
  unexplainedKobo: bigint;
};

export type CloseRefusal =
  | 'day_not_over'
  | 'day_closed_before'
  | 'day_before_is_open'
  | 'statement_incomplete'
  | 'day_has_open_orders'
  | 'day_has_findings'
  | 'day_drifts';

export type Closing = { kind: 'closed'; report: DayReport } | { kind: CloseRefusal; report: DayReport | null };

const DAY_MS = 86_400_000;
/** A row may be recorded so long after the send: only then is a day complete. */
const COMPLETE_AFTER_MS = 3_600_000;
/** A snapshot so near to the end of a day stands for it. */
const NEAR_MS = 2 * 3_600_000;

/**
 * Signs a day in Lagos at one provider, in the transaction of the caller. Nothing of it changes any more: what becomes
 * known later counts for the first day that is not closed. It is declined while an order of it is open, a finding is
 * not resolved, or the sums differ by a kobo in either direction.
 * @param by the person who signs it
 */
export async function closeDay(
  tx: DbOrTransaction,
  { provider, day, now, by }: { provider: string; day: string; now: Date; by: string },
): Promise<Closing> {
  await lockProvider(tx, provider, 'alone');
  const { start, end } = boundsOf(day);
  if (now.getTime() < end.getTime() + COMPLETE_AFTER_MS) return { kind: 'day_not_over', report: null };
  const before = await lastClosedDay(tx, provider);
  if (before !== null && day <= before.day) return { kind: 'day_closed_before', report: null };
  if (before !== null && dayInLagos(new Date(boundsOf(before.day).end.getTime())) !== day)
    return { kind: 'day_before_is_open', report: null };
  const report = await sumDay(tx, { provider, day, before });
  if (report === null) return { kind: 'statement_incomplete', report };
  if (report.basis === 'rows' && !(await isCovered(tx, provider, start, end)))
    return { kind: 'statement_incomplete', report };
  if (report.open > 0) return { kind: 'day_has_open_orders', report };
  if (report.findings > 0) return { kind: 'day_has_findings', report };
  if (report.driftKobo !== 0n || report.unexplainedKobo !== 0n) return { kind: 'day_drifts', report };
  const written = await insertClosedDay(tx, report, by);
  return written ? { kind: 'closed', report } : { kind: 'day_closed_before', report };
}

/** The sums of a day that is not closed, as they are now; null when no balance of it is known. */
export async function reportDay(tx: DbOrTransaction, provider: string, day: string): Promise<DayReport | null> {
  const before = await lastClosedDay(tx, provider);
  return sumDay(tx, { provider, day, before: before !== null && before.day < day ? before : null });
}

type Summed = { provider: string; day: string; before: ClosedDay | null };

async function sumDay(tx: DbOrTransaction, of: Summed): Promise<DayReport | null> {
  const coverage = await readCoverage(tx, of.provider);
  const rows = await sumRows(tx, of.provider, of.day);
  const hasRows = coverage !== null && (rows.rows === 0 || rows.withoutBalance < rows.rows);
  return hasRows ? sumByRows(tx, of) : sumBySnapshots(tx, of);
}

async function sumByRows(tx: DbOrTransaction, { provider, day, before }: Summed): Promise<DayReport | null> {
  const { start, end } = boundsOf(day);
  const isNext = before !== null && boundsOf(before.day).end.getTime() === start.getTime();
  const span = { provider, days: { first: day, last: day }, since: start, until: end };
  const ends = await listLooseEnds(tx, span, isNext ? before.closingKobo : null);
  const openingKobo = isNext ? before.closingKobo : ends.find(({ side }) => side === 'before')?.balanceKobo;
  if (openingKobo === undefined) return null;
  const closingKobo = ends.findLast(({ side }) => side === 'after')?.balanceKobo ?? openingKobo;
  const { rows, debitsKobo, creditsKobo } = await sumRows(tx, provider, day);
  const { attempts, open, unknown, costKobo } = await sumCost(tx, span);
  const decided = await sumDecided(tx, provider, day);
  const earlierKobo = await sumEarlier(tx, provider, day);
  const carriedBeforeKobo = isNext ? before.carriedKobo : await sumCarried(tx, provider, dayBefore(day));
  const floatOpeningKobo = isNext ? before.floatClosingKobo : openingKobo - carriedBeforeKobo;
  const floatClosingKobo = floatOpeningKobo + decided.entriesKobo - costKobo - earlierKobo;
  const carriedKobo = await sumCarried(tx, provider, day);
  const unlistedKobo = closingKobo - (openingKobo + creditsKobo - debitsKobo);
  return {
    ...{
      provider,
      day,
      basis: 'rows',
      rows,
      attempts,
      openingKobo,
      debitsKobo,
      creditsKobo,
      unlistedKobo,
      closingKobo,
    },
    ...{ costKobo, earlierKobo, floatOpeningKobo, entriesKobo: decided.entriesKobo, floatClosingKobo, carriedKobo },
    ...{ opensAt: start, closesAt: end, open, findings: decided.open, unknownCosts: unknown },
    driftKobo: closingKobo - floatClosingKobo - carriedKobo,
    unexplainedKobo: unlistedKobo - decided.stepsKobo,
  };
}

async function sumBySnapshots(tx: DbOrTransaction, { provider, day, before }: Summed): Promise<DayReport | null> {
  const { start, end } = boundsOf(day);
  const isNext = before !== null && boundsOf(before.day).end.getTime() === start.getTime();
  const opening = isNext
    ? { at: before.closesAt, balanceKobo: before.closingKobo }
    : await lastSnapshot(tx, { provider, since: new Date(start.getTime() - NEAR_MS), until: start });
  const closing = await lastSnapshot(tx, { provider, since: new Date(end.getTime() - NEAR_MS), until: end });
  if (opening === null || closing === null) return null;
  const { attempts, open, unknown, costKobo } = await sumCost(tx, { provider, since: opening.at, until: closing.at });
  const { open: findings, entriesKobo } = await sumDecided(tx, provider, day);
  const floatOpeningKobo = isNext ? before.floatClosingKobo : opening.balanceKobo;
  const floatClosingKobo = floatOpeningKobo + entriesKobo - costKobo;
  const differenceKobo = closing.balanceKobo - floatClosingKobo;
  // of the orders under way, the provider may have charged any
  const isCarried = differenceKobo <= closing.inFlightKobo && -differenceKobo <= closing.inFlightKobo;
  const movedKobo = closing.balanceKobo - opening.balanceKobo;
  const creditsKobo = entriesKobo > 0n ? entriesKobo : 0n;
  return {
    ...{ provider, day, basis: 'snapshots', rows: 0, attempts, openingKobo: opening.balanceKobo, creditsKobo },
    ...{ debitsKobo: creditsKobo - movedKobo, unlistedKobo: 0n, closingKobo: closing.balanceKobo, costKobo },
    ...{ earlierKobo: 0n, floatOpeningKobo, entriesKobo, floatClosingKobo, opensAt: opening.at, closesAt: closing.at },
    ...{ open, findings, unknownCosts: unknown, unexplainedKobo: 0n },
    carriedKobo: isCarried ? differenceKobo : 0n,
    driftKobo: isCarried ? 0n : differenceKobo,
  };
}

async function isCovered(tx: DbOrTransaction, provider: string, start: Date, end: Date): Promise<boolean> {
  const coverage = await readCoverage(tx, provider);
  return coverage !== null && coverage.from <= start && coverage.to >= end;
}

function boundsOf(day: string): { start: Date; end: Date } {
  const start = lagosMidnight(new Date(`${day}T12:00:00Z`));
  return { start, end: new Date(start.getTime() + DAY_MS) };
}

const dayBefore = (day: string) => dayInLagos(new Date(boundsOf(day).start.getTime() - 1));
