import type { WebhookReceiver } from '@topup/testkit';
import { type AbuseCounts, abuseNames } from './abuser/abuser';
import { othersSuccesses } from './audit/audit';
import type { Evidence } from './audit/evidence';
import { type QuietTimesOfKind, quietAnswers, timesByKind } from './audit/quiet-answers';
import type { ClientLog } from './client-log';
import { faults } from './faults';
import { READER_KILLED } from './feed/feed-readers';
import { sellerNames } from './sellers';
import type { TestBed } from './test-bed';
import type { FaultLog } from './timeline/fault-log';
import { type MinuteFact, minutesOf } from './timeline/minutes';

/** Per fault: how often it had an effect (`fired`), and how often it had none. */
export type FaultCounts = Map<string, { fired: number; missed: number }>;

/** Results of a run. The optional fields are known when it is over. */
export type RunSummary = {
  clients: { purchases: number; outcomes: Record<string, number>; slowestMs: Record<string, number> };
  faults: Record<string, { fired: number; missed: number }>;
  /** SIGKILLs that ended one of our processes or a store. */
  processesKilled: number;
  webhooksReceived: number;
  /** The longest time for which the machine did not let this process run. */
  longestPauseMs: number;
  /** By the name of the abuse: how often each answer came. Undefined without an abuser. */
  abuses?: Record<string, Record<string, number>>;
  minutes?: MinuteFact[];
  /** How fast the others got their answers outside of faults. */
  quietTimes?: QuietTimesOfKind[];
  /** Purchases by state and cause. */
  ends?: Record<string, number>;
  /** Orders that the sandbox received, by what it did with them. */
  orders?: Record<string, number>;
  /** Deliveries of each provider. */
  vends?: Record<string, number>;
  /** How many purchases had so many attempts. */
  attempts?: Record<string, number>;
  /** The most deliveries of the sandbox for one reference. */
  mostVends?: number;
  events?: Record<string, number>;
  /** Purchases that the sweeper sent instead of a job: 2 s or more after the debit. */
  foundBySweeper?: number;
  needReview?: number;
  /** Rows that each reader of changes saw. */
  changesRead?: readonly number[];
  /** Transfers that the bank made, and those of them that are in a wallet. */
  transfers?: { made: number; credited: number };
  /** Contents that a meaningful run must have, and this one did not. */
  unmet?: string[];
};

type Run = {
  testBed: TestBed;
  log: ClientLog;
  counts: { faults: FaultCounts; abuses: AbuseCounts };
  receivers: readonly WebhookReceiver[];
  faultLog: Pick<FaultLog, 'longestPauseMs'>;
  /** Account id. */
  abuser: string | undefined;
};

export function summarize({ testBed, log, counts, receivers, faultLog, abuser }: Run, evidence?: Evidence): RunSummary {
  const fired = (name: string) => counts.faults.get(name)?.fired ?? 0;
  const answers = log.answers.filter(({ account }) => account !== abuser);
  const known: RunSummary = {
    clients: {
      purchases: log.orders.filter(({ account }) => account.id !== abuser).length,
      outcomes: tally(answers.map(({ outcome }) => outcome ?? 'no answer')),
      slowestMs: slowest(answers),
    },
    faults: Object.fromEntries(
      [...faults.map(({ name }) => name), READER_KILLED].map((name) => [
        name,
        counts.faults.get(name) ?? { fired: 0, missed: 0 },
      ]),
    ),
    processesKilled: testBed.kills() + fired('PostgreSQL killed') + fired('Redis lost with its data'),
    webhooksReceived: receivers.reduce((sum, { received }) => sum + received.length, 0),
    longestPauseMs: Math.round(faultLog.longestPauseMs()),
    ...(abuser !== undefined && { abuses: abusesOf(counts.abuses) }),
  };
  if (evidence === undefined) return known;
  const { purchases, attempts, ledger, events, feeds } = evidence;
  const whole: RunSummary = {
    ...known,
    minutes: minutesOf({ ...evidence, successesMs: othersSuccesses(evidence) }),
    quietTimes: timesByKind(quietAnswers(evidence)),
    ends: tally(purchases.map(({ status, cause }) => `${status}, ${cause}`)),
    orders: tally(ledger.posts.map(({ outcome }) => outcome)),
    vends: tally(ledger.deliveries.map(({ provider }) => provider)),
    attempts: tally(Object.values(tally(attempts.map((attempt) => attempt.purchase_id))).map(String)),
    mostVends: mostForOne(ledger.deliveries.map(({ request_id }) => request_id)),
    events: tally(events.map(({ event, state }) => `${event} ${state}`)),
    foundBySweeper: purchases.filter(({ started_after }) => started_after !== null && started_after >= 2).length,
    needReview: purchases.filter(({ needs_review }) => needs_review).length,
    changesRead: feeds.map(({ seen }) => seen.length),
    transfers: { made: evidence.transfers.made.length, credited: evidence.transfers.credits.length },
  };
  return { ...whole, unmet: unmetBy(whole) };
}

/** How often the most frequent reference occurs. An hour has more references than a call may have arguments. */
export const mostForOne = (references: string[]): number =>
  Object.values(tally(references)).reduce((most, count) => Math.max(most, count), 0);

const abusesOf = (counts: AbuseCounts): Record<string, Record<string, number>> =>
  Object.fromEntries(abuseNames.map((name) => [name, Object.fromEntries(counts.get(name) ?? [])]));

/** Without `outcome_unknown`, which needs two lost answers in a row: tests/fault/postgres-answers shows it. */
const OUTCOMES = [
  'success',
  'failed',
  'pending',
  'duplicate_reference',
  'insufficient_balance',
  'unavailable',
  'transaction_not_found',
  'no answer',
];
const ENDS = [
  'success, provider_delivered',
  'failed, provider_rejected_016',
  'failed, provider_reversed_040',
  'failed, provider_never_had_it',
  'refunded, start_deadline',
];

/**
 * Faults that never fired, abuses that were never done, answers that no client got, ends that no purchase had, and
 * providers that delivered nothing.
 */
function unmetBy(summary: RunSummary): string[] {
  const {
    faults: counted,
    abuses = {},
    quietTimes,
    clients,
    ends,
    vends,
    attempts,
    foundBySweeper,
    changesRead,
    transfers,
  } = summary;
  return [
    ...Object.entries(counted).flatMap(([name, { fired }]) => (fired === 0 ? [`fault: ${name}`] : [])),
    ...Object.entries(abuses).flatMap(([name, answers]) =>
      Object.keys(answers).length === 0 ? [`abuse: ${name}`] : [],
    ),
    ...OUTCOMES.flatMap((outcome) => (clients.outcomes[outcome] === undefined ? [`answer: ${outcome}`] : [])),
    ...ENDS.flatMap((end) => (ends?.[end] === undefined ? [`end: ${end}`] : [])),
    ...sellerNames.flatMap((provider) => (vends?.[provider] === undefined ? [`a delivery of ${provider}`] : [])),
    ...(attempts?.['2'] === undefined ? ['a second attempt'] : []),
    ...(quietTimes?.length === 0 ? ['an answer outside of faults'] : []),
    ...(changesRead?.includes(0) ? ['a change for each reader'] : []),
    ...(transfers?.credited === 0 ? ['a transfer into a wallet'] : []),
    ...(foundBySweeper === 0 ? ['a purchase found by the sweeper'] : []),
  ];
}

function slowest(answers: ClientLog['answers']): Record<string, number> {
  const most: Record<string, number> = {};
  for (const { asked, synchronous, outcome, sentMs, answeredMs } of answers) {
    if (outcome === null) continue;
    const kind = synchronous ? 'purchase, synchronous' : asked;
    most[kind] = Math.max(most[kind] ?? 0, Math.round(answeredMs - sentMs));
  }
  return most;
}

function tally(values: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return Object.fromEntries(Object.entries(counts).sort(([, a], [, b]) => b - a));
}
