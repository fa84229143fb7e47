import type { DbOrTransaction } from '../../shared/db';
import { addDays, boundsOfDay } from '../../time/lagos-time';
import { lastClosedDay } from '../decide/closed-day.store';
import { type WrittenFindings, writeFindings } from '../decide/finding.store';
import { sumDay } from '../decide/sum-day';
import { type ClosedDay, type DayReport, type Difference, type FindingKind, findingKinds } from '../records';
import { listCheckCases, listDeliveredLate, listRefundedCheckCases } from '../sources/attempt-check.store';
import { listSnapshotSteps } from '../sources/balance.store';
import { MATURE_MS } from './amounts.store';
import { type Basis, readBasis } from './basis.store';
import { NEAR_MS } from './explain-steps';
import {
  findDifferences,
  findDifferencesWithoutRows,
  NOTHING,
  ofLateDeliveries,
  ofLateRefund,
} from './find-differences';
import {
  type JudgedSpan,
  listBrokenRows,
  listCases,
  listLooseEnds,
  listRowsWithoutBalance,
  listShiftedRows,
  listStrangeRows,
  type StrangeRow,
  suggestAttempts,
} from './judge.store';
import { matchRows } from './match.store';

/** `report`: its sums; null when no balance of the day is known, or another day is closed before it. */
type Judged = { matched: number; written: WrittenFindings; report: DayReport | null };

/**
 * `isNext`: this day is closed next, so its sums count too. `matureMs`: what was sent later than this before the end of
 * the statements is left for the next run.
 */
type DayToJudge = { provider: string; day: string; isNext: boolean; matureMs?: number };

/** Rows for which an attempt is looked for: more of them are a statement of somebody else. */
const MOST_SUGGESTIONS = 1_000;
/** These are found where rows come in, and where the sums of a day are made. */
const FOUND_ELSEWHERE: readonly FindingKind[] = ['row_changed', 'day_drifts', 'transfer_reversed', 'transfer_differs'];
const KINDS = findingKinds.filter((kind) => !FOUND_ELSEWHERE.includes(kind));

/**
 * Compares one day with what we have booked, and writes its findings; null when it is closed, or was not read. The
 * caller holds the lock of the provider.
 */
export async function judgeDay(
  tx: DbOrTransaction,
  { provider, day, isNext, matureMs = MATURE_MS }: DayToJudge,
): Promise<Judged | null> {
  const closed = await lastClosedDay(tx, provider);
  if (closed !== null && day <= closed.day) return null;
  const basis = await readBasis(tx, provider, day);
  if (basis === null) return null;
  const matched = basis.kind === 'rows' ? await matchRows(tx, provider, day) : 0;
  const found =
    basis.kind === 'rows'
      ? await findByRows(tx, { provider, day, basis, closed, matureMs })
      : await findBySnapshots(tx, { provider, day, closed });
  const written = await writeFindings(tx, { provider, day, kinds: KINDS }, found);
  if (!isNext) return { matched, written, report: null };
  const report = await sumDay(tx, { provider, day, before: closed });
  const drift = report?.isComplete ? driftOf(report) : null;
  const drifts = await writeFindings(tx, { provider, day, kinds: ['day_drifts'] }, drift === null ? [] : [drift]);
  const opened = written.opened + drifts.opened;
  const cleared = written.cleared + drifts.cleared;
  return { matched, written: { opened, cleared, open: drifts.open }, report: report && withDrift(report, drift) };
}

type Day = { provider: string; day: string; closed: ClosedDay | null };
type ByRows = Day & { basis: Extract<Basis, { kind: 'rows' }>; matureMs: number };

async function findByRows(tx: DbOrTransaction, { provider, day, basis, closed, matureMs }: ByRows) {
  const { end } = boundsOfDay(day);
  const mature = new Date(basis.to.getTime() - matureMs);
  const isNext = closed !== null && addDays(closed.day, 1) === day;
  const span: JudgedSpan = {
    provider,
    day,
    since: basis.from,
    until: end < mature ? end : mature,
    refundedSince: isNext ? closed.closedAt : null,
  };
  const opensKnown = isNext && closed.basis === 'rows';
  const strange = await listStrangeRows(tx, { ...span, until: mature });
  const found = findDifferences({
    cases: await listCases(tx, span),
    strange,
    shifted: await listShiftedRows(tx, span, NEAR_MS),
    broken: await listBrokenRows(tx, span),
    withoutBalance: await listRowsWithoutBalance(tx, span),
    ends: await listLooseEnds(tx, span, opensKnown ? closed.closingKobo : null),
    hasOpening: opensKnown,
  });
  // a row that is not there yet breaks the chain for an hour
  const sure = found.filter(({ kind, facts }) => kind !== 'balance_step' || String(facts.at) < mature.toISOString());
  await suggestFor(tx, provider, sure, strange);
  return sure;
}

/** Names with the rows that are about no attempt the one that each is perhaps about. */
async function suggestFor(tx: DbOrTransaction, provider: string, found: Difference[], strange: StrangeRow[]) {
  const left = new Map(found.flatMap((one) => (one.kind === 'missing_here' ? [[one.rowId, one] as const] : [])));
  const debits = strange
    .filter(({ id, direction }) => direction === 'debit' && left.has(id))
    .slice(0, MOST_SUGGESTIONS);
  if (debits.length === 0) return;
  for (const { rowId, purchaseId, number } of await suggestAttempts(tx, provider, debits, NEAR_MS))
    Object.assign(left.get(rowId) ?? {}, { purchaseId, number });
}

/** By the balance at intervals, and by what was asked about again, including the evening before the first balance. */
async function findBySnapshots(tx: DbOrTransaction, { provider, day, closed }: Day): Promise<Difference[]> {
  const { start, end: until } = boundsOfDay(day);
  const steps = await listSnapshotSteps(tx, { provider, since: start, until });
  const since = steps[0] !== undefined && steps[0].since < start ? steps[0].since : start;
  const cases = await listCheckCases(tx, { provider, since, until });
  const isNext = closed !== null && addDays(closed.day, 1) === day;
  const delivered = isNext ? await listDeliveredLate(tx, provider, closed.closedAt) : [];
  const refunded = isNext ? await listRefundedCheckCases(tx, provider, closed.closedAt) : [];
  const late = ofLateDeliveries(delivered, steps);
  const found = findDifferencesWithoutRows(cases, late.steps);
  return [...found.filter((one) => one.day === day), ...late.found, ...refunded.map(ofLateRefund)];
}

/**
 * The rest of the sums of a day when all its findings are resolved, such as after a wrong resolution. Its subject
 * counts the resolved ones, so that the same amount can be found again.
 */
function driftOf({ day, openOrders, openFindings, drifts, driftKobo, unexplainedKobo }: DayReport): Difference | null {
  if (openOrders > 0 || openFindings > drifts.open || (driftKobo === 0n && unexplainedKobo === 0n)) return null;
  return {
    ...NOTHING,
    kind: 'day_drifts',
    subject: `day:${day}:${drifts.resolved + 1}`,
    day,
    differenceKobo: -driftKobo,
    facts: { drift: String(driftKobo), step: String(unexplainedKobo) },
  };
}

const withDrift = (report: DayReport, drift: Difference | null): DayReport => {
  const open = drift === null ? 0 : 1;
  const openFindings = report.openFindings - report.drifts.open + open;
  return { ...report, openFindings, drifts: { ...report.drifts, open } };
};
