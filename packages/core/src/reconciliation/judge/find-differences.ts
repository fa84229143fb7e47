import type { Difference, FindingKind } from '../records';
import type { CheckCase } from '../sources/attempt-check.store';
import type { SnapshotStep } from '../sources/balance.store';
import { explainSteps } from './explain-steps';
import type { AttemptCase, BrokenRow, LooseEnd, ShiftedRow, StrangeRow } from './judge.store';

/** What the statements of some days show, beside what fits. */
type Evidence = {
  cases: AttemptCase[];
  strange: StrangeRow[];
  shifted: ShiftedRow[];
  broken: BrokenRow[];
  withoutBalance: Pick<StrangeRow, 'rowId' | 'at' | 'direction' | 'amountKobo'>[];
  ends: LooseEnd[];
  hasOpening: boolean;
};

/** A row is perhaps about an attempt that was sent within this of it. */
export const SUGGEST_WITHIN_MS = 900_000;
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
  const isWhole = new Set(whole);
  const cases = evidence.cases.map((one) => ({ one, difference: ofCase(one, suggested.get(one) ?? null) }));
  const foreign = strange.map((row) => ({ at: row.at, difference: ofStrangeRow(row) }));
  const steps = explainSteps(evidence.ends, evidence.hasOpening, [
    ...cases
      .filter(({ one }) => isWhole.has(one) && !suggested.has(one))
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
    if (!isWhole.has(one) || steps.explained.has(difference.subject)) addStep(difference);
  for (const { difference } of foreign) if (steps.explained.has(difference.subject)) addStep(difference);
  return [
    ...cases.map(({ difference }) => difference),
    ...foreign.map(({ difference }) => difference),
    ...ofShifted(evidence.shifted),
    ...broken.map(ofBrokenRow),
    ...steps.unexplained.map(
      ({ day, at, fromKobo, toKobo, stepKobo }): Difference => ({
        ...NOTHING,
        kind: 'balance_step',
        day,
        differenceKobo: -stepKobo,
        subject: `balance:${day}:${fromKobo}:${toKobo}`,
        facts: { at: at.toISOString(), from: String(fromKobo), to: String(toKobo), step: String(stepKobo) },
      }),
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
      .map(
        ({ day, at, fromKobo, toKobo, stepKobo, id }): Difference => ({
          ...NOTHING,
          kind: 'balance_step',
          day,
          differenceKobo: -stepKobo,
          subject: `snapshot:${id}`,
          facts: { at: at.toISOString(), from: String(fromKobo), to: String(toKobo) },
        }),
      ),
  ];
}

/** An order that was refunded after its day was closed: our float has its cost, so that to accept it costs nothing. */
export function ofLateRefund(one: CheckCase): Difference {
  const difference = ofCheck(one);
  addStep(difference);
  return difference;
}

const sizeOf = (kobo: bigint): bigint => (kobo < 0n ? -kobo : kobo);

const ofCheck = ({ purchaseId, number, day, differenceKobo, outcome, answer, bookedKobo }: CheckCase): Difference => ({
  kind: kindOfAnswer(outcome, answer),
  subject: `${purchaseId}:${number}`,
  day,
  differenceKobo,
  purchaseId,
  number,
  rowId: null,
  suggestedRowId: null,
  facts: { outcome, answer, booked: String(bookedKobo) },
});

function kindOfAnswer(outcome: string, answer: CheckCase['answer']): FindingKind {
  if (outcome === 'delivered' && answer === 'missing') return 'missing_there';
  return (outcome === 'delivered') === (answer === 'delivered') ? 'amount_differs' : 'status_differs';
}

/** No order and no row: what a difference of the balance alone has. */
export const NOTHING = { purchaseId: null, number: null, rowId: null, suggestedRowId: null };

const signed = ({ direction, amountKobo }: Pick<StrangeRow, 'direction' | 'amountKobo'>) =>
  direction === 'debit' ? amountKobo : -amountKobo;

const kindOf = ({ outcome, debits, netKobo }: AttemptCase): FindingKind => {
  if (debits === 0) return 'missing_there';
  if (debits > 1) return 'twice_there';
  const isDelivered = outcome === 'delivered';
  if (isDelivered ? netKobo === 0n : netKobo > 0n) return 'status_differs';
  return 'amount_differs';
};

function ofCase(one: AttemptCase, suggestion: StrangeRow | null): Difference {
  const { purchaseId, number, day, differenceKobo, outcome, netKobo, bookedKobo, rows } = one;
  return {
    kind: kindOf(one),
    subject: `${purchaseId}:${number}`,
    day,
    differenceKobo,
    purchaseId,
    number,
    rowId: null,
    suggestedRowId: suggestion?.id ?? null,
    facts: { outcome, rows, charged: String(netKobo), booked: String(bookedKobo) },
  };
}

const ofStrangeRow = (row: StrangeRow): Difference => ({
  ...NOTHING,
  kind: 'missing_here',
  subject: `row:${row.rowId}`,
  day: row.day,
  differenceKobo: signed(row),
  rowId: row.id,
  facts: { at: row.at.toISOString(), direction: row.direction, kind: row.kind },
});

const ofBrokenRow = (row: BrokenRow): Difference => ({
  ...NOTHING,
  kind: 'balance_step',
  subject: `row:${row.rowId}`,
  day: row.day,
  differenceKobo: -row.stepKobo,
  rowId: row.id,
  facts: { at: row.at.toISOString(), step: String(row.stepKobo) },
});

/** A row without an attempt, and an attempt that lacks exactly its amount near its time, belong together perhaps. */
function suggestRows(
  cases: AttemptCase[],
  strange: StrangeRow[],
): { suggested: Map<AttemptCase, StrangeRow>; strange: StrangeRow[] } {
  const lacking = new Map<bigint, AttemptCase[]>();
  for (const one of [...cases].sort((a, b) => a.sentAt.getTime() - b.sentAt.getTime())) {
    const ofAmount = lacking.get(-one.differenceKobo) ?? [];
    ofAmount.push(one);
    lacking.set(-one.differenceKobo, ofAmount);
  }
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
  if (nearest === undefined || apartMs(row, nearest) > SUGGEST_WITHIN_MS) return null;
  cases.splice(isBefore ? low - 1 : low, 1);
  return nearest;
}

const apartMs = (row: StrangeRow, one: AttemptCase) => Math.abs(row.at.getTime() - one.sentAt.getTime());

/**
 * A row whose balances do not fit its amount has another amount than it says. Where its attempt differs by as much,
 * that is the finding: such cases leave the chain `whole` no more than they should.
 */
function explainBroken(rows: BrokenRow[], cases: AttemptCase[]): { whole: AttemptCase[]; broken: BrokenRow[] } {
  const steps = new Map<string, bigint>();
  for (const row of rows) steps.set(nameOf(row), (steps.get(nameOf(row)) ?? 0n) + row.stepKobo);
  const explained = new Set(
    cases.filter((one) => steps.get(nameOf(one)) === one.differenceKobo).map((one) => nameOf(one)),
  );
  return {
    whole: cases.filter((one) => !explained.has(nameOf(one))),
    broken: rows.filter((row) => !explained.has(nameOf(row))),
  };
}

const nameOf = ({ purchaseId, number }: { purchaseId: string | null; number: number | null }) =>
  `${purchaseId}:${number}`;

/** Many rows that are away by the same half hours are one finding. */
function ofShifted(rows: ShiftedRow[]): Difference[] {
  const zones = new Map<string, ShiftedRow[]>();
  const alone: ShiftedRow[] = [];
  for (const row of rows) {
    const minutes = Math.round(row.aheadMs / HALF_HOUR_MS) * 30;
    const isWhole = minutes !== 0 && Math.abs(row.aheadMs - minutes * 60_000) <= ZONE_PRECISION_MS;
    const zone = `zone:${row.day}:${minutes}`;
    if (isWhole) zones.set(zone, [...(zones.get(zone) ?? []), row]);
    else alone.push(row);
  }
  const findings: Difference[] = [];
  for (const [subject, members] of zones) {
    if (members.length < ZONE_ROWS) alone.push(...members);
    else
      findings.push({
        ...NOTHING,
        kind: 'zone_differs',
        subject,
        day: subject.split(':')[1] ?? '',
        differenceKobo: 0n,
        facts: { rows: members.length },
      });
  }
  return [
    ...findings,
    ...alone.map(
      (row): Difference => ({
        ...NOTHING,
        kind: 'time_differs',
        subject: `row:${row.rowId}`,
        day: row.day,
        differenceKobo: 0n,
        rowId: row.id,
        facts: { at: row.at.toISOString(), ahead_minutes: Math.round(row.aheadMs / 60_000) },
      }),
    ),
  ];
}
