import type { Difference, FindingKind } from '../records';
import type { CheckCase } from '../sources/attempt-check.store';
import type { SnapshotStep } from '../sources/balance.store';
import { explainSteps, groupBy, NEAR_MS } from './explain-steps';
import type {
  AttemptCase,
  BrokenRow,
  DifferingAttempt,
  JudgedRow,
  LooseEnd,
  RowWithoutBalance,
  ShiftedRow,
  StrangeRow,
} from './judge.store';

/** Evidence in the statements of some days, without what fits. */
type Evidence = {
  cases: AttemptCase[];
  strange: StrangeRow[];
  shifted: ShiftedRow[];
  broken: BrokenRow[];
  withoutBalance: RowWithoutBalance[];
  ends: LooseEnd[];
  hasOpening: boolean;
};

/** So many rows that are all away by the same half hours were written in another zone. */
const ZONE_ROWS = 10;
const HALF_HOUR_MS = 1_800_000;
const DAY_MS = 86_400_000;
/** Half of the longest time from a send to its row that is not a shift. */
const ZONE_PRECISION_MS = 600_000;

/**
 * Names each difference once: what follows from another one, such as a broken balance, is not named again. The fact
 * `step` of a finding is what of the provider's balance it explains, in kobo: less than zero is money that went.
 */
export function findDifferences(evidence: Evidence): Difference[] {
  const { suggested, strange } = suggestRows(evidence.cases, evidence.strange);
  const { whole, broken } = explainBroken(evidence.broken, evidence.cases);
  const cases = evidence.cases.map((one) => ({ one, difference: ofCase(one, suggested.get(one)) }));
  const foreign = strange.map((row) => ({
    at: row.at,
    difference: ofRow('missing_here', row, signed(row), { direction: row.direction, kind: row.kind }),
  }));
  const steps = explainSteps(evidence.ends, evidence.hasOpening, [
    ...cases
      .filter(({ one }) => whole.has(one) && !suggested.has(one))
      .map(({ one, difference }) => ({ ...difference, at: one.sentAt })),
    ...foreign.map(({ at, difference }) => ({ ...difference, at })),
    ...evidence.withoutBalance.map((row) => ({
      subject: `balance of ${row.rowId}`,
      at: row.at,
      differenceKobo: -signed(row),
      nearMs: DAY_MS,
    })),
  ]);
  for (const { one, difference } of cases)
    if (!whole.has(one) || steps.explained.has(difference.subject)) addStep(difference);
  for (const { difference } of foreign) if (steps.explained.has(difference.subject)) addStep(difference);
  return [
    ...cases.map(({ difference }) => difference),
    ...foreign.map(({ difference }) => difference),
    ...ofShifted(evidence.shifted),
    ...broken.map((row) => ofRow('balance_step', row, -row.stepKobo, { step: String(row.stepKobo) })),
    ...steps.unexplained.map((step) =>
      ofStep(`balance:${step.day}:${step.fromKobo}:${step.toKobo}`, step, { step: String(step.stepKobo) }),
    ),
  ];
}

function addStep({ facts, differenceKobo }: Difference): void {
  facts.step = String(differenceKobo);
}

/** The same of a day without a statement: what they answered, and what their balance did between two snapshots. */
export function findDifferencesWithoutRows(cases: CheckCase[], steps: SnapshotStep[]): Difference[] {
  const found = cases.map((one) => ({ sentAt: one.sentAt, difference: ofCheck(one) }));
  const left = steps.map((step) => {
    const within = found.filter(({ sentAt }) => sentAt > step.since && sentAt <= step.at);
    const restKobo = within.reduce((sum, { difference }) => sum + difference.differenceKobo, step.stepKobo);
    if (sizeOf(restKobo) <= sizeOf(step.stepKobo)) return { ...step, stepKobo: restKobo };
    // the balance shows that they did not charge it
    for (const { difference } of within) addStep(difference);
    return step;
  });
  return [
    ...found.map(({ difference }) => difference),
    ...left
      .filter(({ stepKobo, inFlightKobo }) => sizeOf(stepKobo) > inFlightKobo)
      .map((step) => ofStep(`snapshot:${step.id}`, step)),
  ];
}

/** An order that was refunded after its day was closed: our float has its cost, so that to accept it costs nothing. */
export function ofLateRefund(one: CheckCase): Difference {
  const difference = ofCheck(one);
  addStep(difference);
  return difference;
}

/**
 * Orders of closed days that we have refunded, and that they delivered later: each takes its charge from the step that
 * it explains best. Where it explains none, the balance shows that they did not charge it.
 */
export function ofLateDeliveries(cases: CheckCase[], steps: SnapshotStep[]) {
  const left = steps.map((step) => ({ ...step }));
  const found = cases.map((one) => {
    const difference = ofCheck(one);
    const restOf = ({ stepKobo }: SnapshotStep) => sizeOf(stepKobo + difference.differenceKobo);
    const [nearest] = left
      .filter((step) => restOf(step) < sizeOf(step.stepKobo))
      .sort((a, b) => Number(restOf(a) - restOf(b)));
    if (nearest === undefined) addStep(difference);
    else nearest.stepKobo += difference.differenceKobo;
    return difference;
  });
  return { found, steps: left };
}

const sizeOf = (kobo: bigint): bigint => (kobo < 0n ? -kobo : kobo);

// ---- what each difference is

/** No order and no row: a difference of the balance alone. */
export const NOTHING = { purchaseId: null, number: null, rowId: null, suggestedRowId: null };

type Facts = Difference['facts'];

function ofAttempt(kind: FindingKind, one: DifferingAttempt, facts: Facts): Difference {
  const { purchaseId, number, day, differenceKobo, outcome, bookedKobo } = one;
  const of = { ...NOTHING, purchaseId, number, subject: `${purchaseId}:${number}` };
  return { ...of, kind, day, differenceKobo, facts: { outcome, booked: String(bookedKobo), ...facts } };
}

function ofRow(kind: FindingKind, { id, rowId, day, at }: JudgedRow, differenceKobo: bigint, facts: Facts): Difference {
  const of = { ...NOTHING, rowId: id, subject: `row:${rowId}` };
  return { ...of, kind, day, differenceKobo, facts: { at: at.toISOString(), ...facts } };
}

type Step = Pick<SnapshotStep, 'day' | 'at' | 'fromKobo' | 'toKobo' | 'stepKobo'>;

function ofStep(subject: string, { day, at, fromKobo, toKobo, stepKobo }: Step, more: Facts = {}): Difference {
  const facts = { at: at.toISOString(), from: String(fromKobo), to: String(toKobo), ...more };
  return { ...NOTHING, kind: 'balance_step', subject, day, differenceKobo: -stepKobo, facts };
}

const ofCheck = (one: CheckCase): Difference =>
  ofAttempt(kindOfAnswer(one.outcome, one.answer), one, { answer: one.answer });

function kindOfAnswer(outcome: string, answer: CheckCase['answer']): FindingKind {
  if (outcome === 'delivered' && answer === 'missing') return 'missing_there';
  return (outcome === 'delivered') === (answer === 'delivered') ? 'amount_differs' : 'status_differs';
}

const signed = ({ direction, amountKobo }: Pick<StrangeRow, 'direction' | 'amountKobo'>) =>
  direction === 'debit' ? amountKobo : -amountKobo;

const kindOf = ({ outcome, debits, netKobo }: AttemptCase): FindingKind => {
  if (debits === 0) return 'missing_there';
  if (debits > 1) return 'twice_there';
  const isDelivered = outcome === 'delivered';
  if (isDelivered ? netKobo === 0n : netKobo > 0n) return 'status_differs';
  return 'amount_differs';
};

const ofCase = (one: AttemptCase, suggestion: StrangeRow | undefined): Difference => ({
  ...ofAttempt(kindOf(one), one, { rows: one.rows, charged: String(one.netKobo) }),
  suggestedRowId: suggestion?.id ?? null,
});

// ---- which belong together

/** A row without an attempt, and an attempt that lacks exactly its amount near its time, belong together perhaps. */
function suggestRows(cases: AttemptCase[], strange: StrangeRow[]) {
  const inTime = [...cases].sort((a, b) => a.sentAt.getTime() - b.sentAt.getTime());
  const lacking = groupBy(inTime, ({ differenceKobo }) => -differenceKobo);
  const suggested = new Map<AttemptCase, StrangeRow>();
  const left = strange.filter((row) => {
    const candidate = takeNearest(lacking.get(signed(row)) ?? [], row);
    if (candidate === null) return true;
    suggested.set(candidate, row);
    return false;
  });
  return { suggested, strange: left };
}

/** Takes the case that was sent nearest to a row out of cases in the order of their time; null when none is near. */
function takeNearest(cases: AttemptCase[], row: StrangeRow): AttemptCase | null {
  let [low, high] = [0, cases.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((cases[middle]?.sentAt ?? row.at) < row.at) low = middle + 1;
    else high = middle;
  }
  const [before, after] = [cases[low - 1], cases[low]];
  const isBefore = before !== undefined && (after === undefined || apartMs(row, before) <= apartMs(row, after));
  const nearest = isBefore ? before : after;
  if (nearest === undefined || apartMs(row, nearest) > NEAR_MS) return null;
  cases.splice(isBefore ? low - 1 : low, 1);
  return nearest;
}

const apartMs = (row: StrangeRow, one: AttemptCase) => Math.abs(row.at.getTime() - one.sentAt.getTime());

/**
 * A row whose balances do not fit its amount has another amount than it says. Where its attempt differs by as much,
 * that is the finding, and the chain of balances is not `whole` because of it.
 */
function explainBroken(rows: BrokenRow[], cases: AttemptCase[]) {
  const steps = new Map<string, bigint>();
  for (const row of rows) steps.set(nameOf(row), (steps.get(nameOf(row)) ?? 0n) + row.stepKobo);
  const explained = new Set(cases.filter((one) => steps.get(nameOf(one)) === one.differenceKobo).map(nameOf));
  return {
    whole: new Set(cases.filter((one) => !explained.has(nameOf(one)))),
    broken: rows.filter((row) => !explained.has(nameOf(row))),
  };
}

const nameOf = ({ purchaseId, number }: { purchaseId: string | null; number: number | null }) =>
  `${purchaseId}:${number}`;

/** Many rows that are away by the same half hours are one finding. */
function ofShifted(rows: ShiftedRow[]): Difference[] {
  return [...groupBy(rows, zoneOf)].flatMap(([zone, members]): Difference[] => {
    if (zone === null || members.length < ZONE_ROWS)
      return members.map((row) => ofRow('time_differs', row, 0n, { ahead_minutes: Math.round(row.aheadMs / 60_000) }));
    const [{ day } = { day: '' }] = members;
    return [
      { ...NOTHING, kind: 'zone_differs', subject: zone, day, differenceKobo: 0n, facts: { rows: members.length } },
    ];
  });
}

/** By which whole half hours a row is away; null when it is by others. */
function zoneOf({ day, aheadMs }: ShiftedRow): string | null {
  const minutes = Math.round(aheadMs / HALF_HOUR_MS) * 30;
  const isWhole = minutes !== 0 && Math.abs(aheadMs - minutes * 60_000) <= ZONE_PRECISION_MS;
  return isWhole ? `zone:${day}:${minutes}` : null;
}
