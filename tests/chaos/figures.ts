import type { WebhookReceiver } from '@topup/testkit';
import type { Evidence } from './evidence';
import { faults } from './faults';
import type { Shoppers } from './shoppers';
import type { Stage } from './stage';

/** How often a fault came, and how often it met something. */
export type StrokeCount = Map<string, { fired: number; missed: number }>;

/** What a run has done. The fields of the second half are known when it is over. */
export type Figures = {
  clients: { purchases: number; told: Record<string, number>; slowestMs: Record<string, number> };
  faults: Record<string, { fired: number; missed: number }>;
  /** SIGKILLs that ended a process: of ours, and of the stores. */
  processesKilled: number;
  webhooksReceived: number;
  /** Purchases by state and cause. */
  ends?: Record<string, number>;
  /** Orders that the sandbox was sent, by what it did with them. */
  orders?: Record<string, number>;
  /** The most that the sandbox vended for one reference. */
  mostVends?: number;
  events?: Record<string, number>;
  /** Purchases that no job but the sweeper brought to the provider, 2 s late or later. */
  foundBySweeper?: number;
  needReview?: number;
  /** What must have happened for the run to mean anything, and did not. */
  unmet?: string[];
};

export function figuresOf(
  stage: Stage,
  { tellings, errands }: Pick<Shoppers, 'tellings' | 'errands'>,
  count: StrokeCount,
  receivers: readonly WebhookReceiver[],
  evidence?: Evidence,
): Figures {
  const fired = (name: string) => count.get(name)?.fired ?? 0;
  const known: Figures = {
    clients: {
      purchases: errands.size,
      told: tally(tellings.map(({ told }) => told ?? 'no answer')),
      slowestMs: slowest(tellings),
    },
    faults: Object.fromEntries(faults.map(({ name }) => [name, count.get(name) ?? { fired: 0, missed: 0 }])),
    processesKilled: stage.kills() + fired('PostgreSQL killed') + fired('Redis lost with its data'),
    webhooksReceived: receivers.reduce((sum, { received }) => sum + received.length, 0),
  };
  if (evidence === undefined) return known;
  const { purchases, ledger, events } = evidence;
  const whole: Figures = {
    ...known,
    ends: tally(purchases.map(({ status, cause }) => `${status}, ${cause}`)),
    orders: tally(ledger.posts.map(({ outcome }) => outcome)),
    mostVends: Math.max(0, ...Object.values(tally(ledger.deliveries.map(({ request_id }) => request_id)))),
    events: tally(events.map(({ event, state }) => `${event} ${state}`)),
    foundBySweeper: purchases.filter(({ started_after }) => started_after !== null && started_after >= 2).length,
    needReview: purchases.filter(({ needs_review }) => needs_review).length,
  };
  return { ...whole, unmet: unmetBy(whole) };
}

const TOLD = [
  'success',
  'failed',
  'pending',
  'duplicate_reference',
  'insufficient_balance',
  'internal',
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

/** Faults that never struck, and ways that no purchase took. */
function unmetBy({ faults: struck, clients, ends, foundBySweeper }: Figures): string[] {
  return [
    ...Object.entries(struck).flatMap(([name, { fired }]) => (fired === 0 ? [`fault: ${name}`] : [])),
    ...TOLD.flatMap((told) => (clients.told[told] === undefined ? [`answer: ${told}`] : [])),
    ...ENDS.flatMap((end) => (ends?.[end] === undefined ? [`end: ${end}`] : [])),
    ...(foundBySweeper === 0 ? ['a purchase found by the sweeper'] : []),
  ];
}

function slowest(tellings: Shoppers['tellings']): Record<string, number> {
  const most: Record<string, number> = {};
  for (const { asked, synchronous, told, sentMs, answeredMs } of tellings) {
    if (told === null) continue;
    const kind = asked === 'status' ? 'status' : synchronous ? 'purchase, synchronous' : 'purchase';
    most[kind] = Math.max(most[kind] ?? 0, Math.round(answeredMs - sentMs));
  }
  return most;
}

function tally(values: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return Object.fromEntries(Object.entries(counts).sort(([, a], [, b]) => b - a));
}
