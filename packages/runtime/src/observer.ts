import { DURATION_BUCKETS_S, type Metrics } from './metrics';

const PRODUCTS = ['AIRTIME', 'DATA', 'CABLE_TV', 'ELECTRICITY'];
const FAULTS = ['order', 'duplicate', 'catalogue', 'account'];
const OUTCOMES: Record<string, string[]> = {
  send: ['delivered', 'rejected', 'unsent', 'unknown'],
  requery: ['delivered', 'rejected', 'refused', 'missing', 'open', 'unanswered'],
  variations: ['found', 'not_recognised', 'unavailable'],
  verify: ['found', 'not_recognised', 'unavailable'],
  balance: ['found', 'unavailable'],
};
const BREAKER_STATES = { closed: 0, half_open: 1, open: 2 };
const CAUSES: Record<string, string[]> = {
  success: ['provider_delivered'],
  failed: [
    'provider_rejected',
    'provider_reversed',
    'provider_refused',
    'provider_unreachable',
    'provider_never_had_it',
  ],
  refunded: ['start_deadline'],
};

/** The figures of what the business does, the same in every process that does it. What is returned is core's `Observer`. */
export function createObserver(metrics: Metrics) {
  const calls = metrics.counter(
    'provider_calls_total',
    'Answers of the provider. Of requery: what became of purchases whose outcome was unknown.',
    ['operation', 'outcome'],
    Object.entries(OUTCOMES).flatMap(([operation, outcomes]) => outcomes.map((outcome) => ({ operation, outcome }))),
  );
  const callSeconds = metrics.histogram(
    'provider_call_seconds',
    'How long the provider took.',
    ['operation'],
    DURATION_BUCKETS_S,
  );
  const refusals = metrics.counter(
    'provider_refusals_total',
    'Refusals by whose fault they are; account: ours.',
    ['operation', 'fault'],
    ['send', 'requery'].flatMap((operation) => FAULTS.map((fault) => ({ operation, fault }))),
  );
  const breakers = metrics.gauge(
    'provider_breaker_state',
    'Circuit breakers of this process: 0 closed, 1 half open (the next call tries), 2 open.',
    ['breaker'],
  );
  const claims = metrics.counter(
    'claims_total',
    'Purchases that were claimed for their one send.',
    ['product'],
    each('product', PRODUCTS),
  );
  const settlements = metrics.counter(
    'settlements_total',
    'Purchases that became final.',
    ['product', 'goal', 'cause'],
    everyEnd(),
  );
  const refunds = metrics.counter(
    'refunds_total',
    'Purchases whose money went back.',
    ['product'],
    each('product', PRODUCTS),
  );
  const refundedKobo = metrics.counter(
    'refunded_kobo_total',
    'The money that went back.',
    ['product'],
    each('product', PRODUCTS),
  );
  const webhooks = metrics.counter(
    'webhook_deliveries_total',
    'Events that were sent, each once.',
    ['result'],
    each('result', ['delivered', 'refused', 'failed']),
  );
  const webhookSeconds = metrics.histogram(
    'webhook_delivery_seconds',
    'How long receivers took.',
    ['result'],
    DURATION_BUCKETS_S,
  );
  const notifications = metrics.counter(
    'notifications_total',
    'Attempts to send a token by SMS.',
    ['result'],
    each('result', ['sent', 'put_off', 'given_up']),
  );

  return {
    providerCalled({ operation, outcome, fault, durationMs }: ProviderCall) {
      calls({ operation, outcome });
      callSeconds({ operation }, durationMs / 1000);
      if (fault !== null) refusals({ operation, fault });
    },
    breakerTurned: (breaker: string, state: keyof typeof BREAKER_STATES) =>
      breakers({ breaker }, BREAKER_STATES[state]),
    claimed: (product: string) => claims({ product }),
    settled({ product, goal, cause, amountKobo }: Settled) {
      settlements({ product, goal, cause });
      if (goal === 'success') return;
      refunds({ product });
      refundedKobo({ product }, Number(amountKobo)); // a figure, not the books: those count in bigint
    },
    webhookTried(result: string, durationMs: number) {
      webhooks({ result });
      webhookSeconds({ result }, durationMs / 1000);
    },
    notified: (result: string) => notifications({ result }),
  };
}

type ProviderCall = { operation: string; outcome: string; fault: string | null; durationMs: number };
type Settled = { product: string; goal: string; cause: string; amountKobo: bigint };

const each = <L extends string>(label: L, values: string[]) =>
  values.map((value) => ({ [label]: value }) as Record<L, string>);

const everyEnd = () =>
  PRODUCTS.flatMap((product) =>
    Object.entries(CAUSES).flatMap(([goal, causes]) => causes.map((cause) => ({ product, goal, cause }))),
  );
