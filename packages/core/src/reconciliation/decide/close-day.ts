import { actorName, type By } from '../../audit/actor';
import { unchanged, withAuditLog } from '../../audit/with-audit-log';
import type { Refused } from '../../errors/refusal-catalog';
import type { Db, DbOrTransaction } from '../../shared/db';
import { addDays, boundsOfDay } from '../../time/lagos-time';
import { MATURE_MS } from '../judge/amounts.store';
import { judgeDay } from '../judge/judge-day';
import { reconciliationActions } from '../reconciliation-actions';
import type { ClosedDay, DayReport, ReadDay } from '../records';
import { lockProvider } from '../sources/statement.store';
import {
  findClosedDay,
  firstClosedDay,
  firstDayWithFinding,
  insertClosedDay,
  lastClosedDay,
  readCollectedDay,
} from './closed-day.store';
import { explainGap } from './explain-gap';
import { readDay, sumDay } from './sum-day';

type CloseRefusal =
  | 'day_not_over'
  | 'day_closed_before'
  | 'day_before_first'
  | 'day_before_is_open'
  | 'statement_incomplete'
  | 'opening_unknown'
  | 'day_has_open_orders'
  | 'day_has_findings'
  | 'collections_not_compared'
  | 'day_drifts';

/** `report`: the sums that were judged; null when they were not made. */
export type Closing = { kind: 'closed'; report: DayReport } | (Refused<CloseRefusal> & { report: DayReport | null });

/** Closes a day with the name of a person. It never changes any more: later facts count for the first open day. */
export async function signDay(
  db: Db,
  by: By,
  which: { provider: string; day: string; now: Date },
): Promise<{ kind: 'closed'; signed: ReadDay } | Refused<CloseRefusal>> {
  const { provider, day } = which;
  const closing = await withAuditLog<{ kind: 'closed' } | Refused<CloseRefusal>>(db, by, async (tx) => {
    const closing = await closeDay(tx, { ...which, by: actorName(by.actor) });
    if (closing.kind !== 'closed') return unchanged(closing);
    return { result: { kind: 'closed' }, action: reconciliationActions.closed(closing.report) };
  });
  if (closing.kind !== 'closed') return closing;
  const signed = await readDay(db, provider, day);
  if (signed === null) throw new Error('a day is closed that cannot be read');
  return { kind: 'closed', signed };
}

/**
 * Signs a day in Lagos at one provider, unless an order or a finding of it is open, or its sums differ by a kobo. Such
 * a drift is a finding, which the caller must commit.
 * @param by the person who signs it
 */
export async function closeDay(
  tx: DbOrTransaction,
  { provider, day, now, by }: { provider: string; day: string; now: Date; by: string },
): Promise<Closing> {
  const of = { provider, day };
  await lockProvider(tx, provider, 'alone');
  const from = new Date(boundsOfDay(day).end.getTime() + MATURE_MS);
  const notOver = { kind: 'day_not_over', ...of, from } as const;
  const before = await lastClosedDay(tx, provider);
  if (now < from) {
    const unread = before === null ? await unreadOpening(tx, of, now) : null;
    return { ...(unread ?? notOver), report: null };
  }
  const outOfTurn = before === null ? null : await judgeTurn(tx, day, before);
  if (outOfTurn !== null) return { ...outOfTurn, report: null };
  const report = (await judgeDay(tx, { ...of, isNext: true }))?.report ?? null;
  // the clock of the database is behind
  if (report?.basis === 'snapshots' && !report.isComplete) return { ...notOver, report };
  if (!report?.isComplete) return { ...(await explainGap(tx, of)), report };
  const refused = (await judgeSums(tx, report)) ?? (await judgeCollections(tx, day));
  if (refused !== null) return { ...refused, report };
  if (!(await insertClosedDay(tx, report, by))) throw new Error('a day was closed twice under its lock');
  return { kind: 'closed', report };
}

/** What of the money in keeps a day open, as long as a collector takes transfers; null when nothing does. */
async function judgeCollections(
  tx: DbOrTransaction,
  day: string,
): Promise<Refused<'collections_not_compared' | 'day_has_findings'> | null> {
  const collected = await readCollectedDay(tx, day);
  if (!collected.isCompared) return { kind: 'collections_not_compared', day };
  if (collected.findings === 0) return null;
  const { findings, firstDay } = collected;
  return {
    kind: 'day_has_findings',
    provider: 'collections',
    day,
    findings,
    firstDay: firstDay ?? day,
    unknownCosts: 0,
  };
}

/** A first day that has begun without a balance does not close after its end either. Null when its balance is known. */
async function unreadOpening(
  tx: DbOrTransaction,
  of: { provider: string; day: string },
  now: Date,
): Promise<Refused<'opening_unknown'> | null> {
  if (now < boundsOfDay(of.day).start || (await sumDay(tx, { ...of, before: null })) !== null) return null;
  const gap = await explainGap(tx, of);
  return gap.kind === 'opening_unknown' ? gap : null;
}

/** Why a day is not the one after the last closed day, `before`; null when it is. */
async function judgeTurn(
  tx: DbOrTransaction,
  day: string,
  before: ClosedDay,
): Promise<Refused<'day_closed_before' | 'day_before_first' | 'day_before_is_open'> | null> {
  const of = { provider: before.provider, day };
  const next = addDays(before.day, 1);
  if (day === next) return null;
  if (day > next) return { kind: 'day_before_is_open', ...of, next, last: addDays(day, -1) };
  const signed = await findClosedDay(tx, of.provider, day);
  if (signed !== null) return { kind: 'day_closed_before', ...of, by: signed.closedBy, at: signed.closedAt };
  return { kind: 'day_before_first', ...of, first: (await firstClosedDay(tx, of.provider)) ?? before.day };
}

/** What of its sums keeps a day open; null when nothing does. */
async function judgeSums(
  tx: DbOrTransaction,
  report: DayReport,
): Promise<Refused<'day_has_open_orders' | 'day_has_findings' | 'day_drifts'> | null> {
  const { provider, day, openOrders: open, openFindings: findings, unknownCosts, driftKobo, unexplainedKobo } = report;
  if (open > 0) return { kind: 'day_has_open_orders', provider, day, open };
  if (findings > report.drifts.open) {
    const firstDay = (await firstDayWithFinding(tx, provider, day)) ?? day;
    return { kind: 'day_has_findings', provider, day, findings, firstDay, unknownCosts };
  }
  if (driftKobo === 0n && unexplainedKobo === 0n) return null;
  return { kind: 'day_drifts', provider, day, driftKobo, unexplainedKobo, unknownCosts };
}
