import { dayInLagos, lagosMidnight } from '../../reporting/lagos-time';
import type { Db, DbOrTransaction } from '../../shared/db';
import { lastClosedDay } from '../decide/closed-day.store';
import { type Difference, type WrittenFindings, writeFindings } from '../decide/finding.store';
import { listCheckCases } from '../sources/attempt-check.store';
import { listSnapshotSteps, readSnapshotSpan } from '../sources/balance.store';
import { lockProvider, readCoverage } from '../sources/statement.store';
import { findDifferences, findDifferencesWithoutRows, SUGGEST_WITHIN_MS } from './find-differences';
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

/** `days`: those that were judged, in Lagos; null when no statement was read or all of it is closed. */
export type Reconciled = {
  provider: string;
  days: { first: string; last: string } | null;
  matched: number;
} & WrittenFindings;

/** A row, and what it is about, may be recorded so long after the send. Before, nothing counts as missing. */
const MATURE_MS = 3_600_000;
/** A row stands so near to the send of its attempt, or its time is wrong. */
const TIME_WITHIN_MS = 900_000;
const TIMEOUT_MS = 60_000;
const DAY_MS = 86_400_000;
/** Rows for which an attempt is looked for: more of them are a statement of somebody else. */
const MOST_SUGGESTIONS = 1_000;
/** What one transaction judges: a statement may run for 5 s, and 20,000 purchases a day take 1 s in all. */
const DAYS_AT_ONCE = 1;

/**
 * Compares the statements of a provider with what we have booked, on all days that are covered and not closed: finds
 * the attempt of each row, and writes the findings. A second run finds the same ones and writes none of them again.
 * `matureMs`: what was sent later than this before the end of the statements is left for the next run; default an hour.
 */
export async function reconcile(
  db: Db,
  provider: string,
  { matureMs = MATURE_MS }: { matureMs?: number } = {},
): Promise<Reconciled> {
  const coverage = await readCoverage(db, provider);
  const done: Reconciled = { provider, days: null, matched: 0, opened: 0, cleared: 0, open: 0 };
  if (coverage === null) return reconcileWithoutRows(db, provider, done);
  for (let since = coverage.from; since < coverage.to; ) {
    const judged = await judge(db, provider, since, coverage.to, matureMs);
    if (judged === null) break;
    done.days = { first: done.days?.first ?? judged.days.first, last: judged.days.last };
    for (const count of ['matched', 'opened', 'cleared', 'open'] as const) done[count] += judged[count];
    since = startOfNext(judged.days.last);
  }
  return done;
}

/** Judges the first days from `from` on that are not closed; null when there is none before `to`. */
function judge(db: Db, provider: string, from: Date, to: Date, matureMs: number) {
  return db.$transaction(
    async (tx) => {
      await lockProvider(tx, provider, 'alone');
      const closed = await lastClosedDay(tx, provider);
      const open = closed === null ? from : startOfNext(closed.day);
      const since = open > from ? open : from;
      if (since >= to) return null;
      const latest = new Date(Math.min(to.getTime(), since.getTime() + DAYS_AT_ONCE * DAY_MS) - 1);
      const days = { first: dayInLagos(since), last: dayInLagos(latest) };
      const matched = await matchRows(tx, provider, days.first);
      const mature = new Date(to.getTime() - matureMs);
      const end = startOfNext(days.last);
      const span: JudgedSpan = { provider, days, since, until: end < mature ? end : mature };
      const isNext = closed !== null && closed.basis === 'rows' && startOfNext(closed.day) >= since;
      const strange = await listStrangeRows(tx, { ...span, until: mature });
      const found = findDifferences({
        cases: await listCases(tx, span),
        strange,
        shifted: await listShiftedRows(tx, span, TIME_WITHIN_MS),
        broken: await listBrokenRows(tx, span),
        withoutBalance: await listRowsWithoutBalance(tx, span),
        ends: await listLooseEnds(tx, span, isNext ? closed.closingKobo : null),
        hasOpening: isNext,
      });
      // a row that is not there yet breaks the chain for an hour
      const sure = found.filter(
        ({ kind, facts }) => kind !== 'balance_step' || String(facts.at) < mature.toISOString(),
      );
      await suggestFor(tx, provider, sure, strange);
      return { days, matched, ...(await writeFindings(tx, { provider, days }, sure)) };
    },
    { timeout: TIMEOUT_MS },
  );
}

/** Names with the rows that are about no attempt the one that each is perhaps about. */
async function suggestFor(
  tx: DbOrTransaction,
  provider: string,
  found: Difference[],
  strange: StrangeRow[],
): Promise<void> {
  const left = new Map(found.flatMap((one) => (one.kind === 'missing_here' ? [[one.rowId, one] as const] : [])));
  const debits = strange
    .filter(({ id, direction }) => direction === 'debit' && left.has(id))
    .slice(0, MOST_SUGGESTIONS);
  if (debits.length === 0) return;
  for (const { rowId, purchaseId, number } of await suggestAttempts(tx, provider, debits, SUGGEST_WITHIN_MS))
    Object.assign(left.get(rowId) ?? {}, { purchaseId, number });
}

/** By snapshots of the balance, and by what was asked about again. */
function reconcileWithoutRows(db: Db, provider: string, nothing: Reconciled): Promise<Reconciled> {
  return db.$transaction(
    async (tx) => {
      await lockProvider(tx, provider, 'alone');
      const span = await readSnapshotSpan(tx, provider);
      const closed = await lastClosedDay(tx, provider);
      if (span === null) return nothing;
      const since = closed === null ? span.from : startOfNext(closed.day);
      const until = new Date(span.to.getTime() + 1);
      if (since >= until) return nothing;
      const days = { first: dayInLagos(since), last: dayInLagos(span.to) };
      const found = findDifferencesWithoutRows(
        await listCheckCases(tx, { provider, since, until }),
        await listSnapshotSteps(tx, { provider, since, until }),
      );
      return { ...nothing, days, ...(await writeFindings(tx, { provider, days }, found)) };
    },
    { timeout: TIMEOUT_MS },
  );
}

/** The first moment after a day in Lagos. */
const startOfNext = (day: string): Date => lagosMidnight(new Date(`${day}T12:00:00Z`), -1);
