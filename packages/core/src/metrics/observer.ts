import { productTypes } from '../product/products';
import type { Lookup, RejectionFault, RequeryOutcome, SendOutcome } from '../provider/provider.port';
import type { EndCause } from '../purchase/settle/cause';
import type { Observer, ProviderOperation } from '../shared/observer.port';
import type { Metrics } from './metrics.port';

// Each list is a Record, so that a word which is added to core's types does not compile until it has its series here.
// Alerts and panels read these words as label values: renaming one breaks them.

const FAULTS: Record<RejectionFault, true> = { order: true, duplicate: true, catalogue: true, account: true };

const LOOKUP: Record<Lookup<unknown>['kind'], true> = { found: true, not_recognised: true, unavailable: true };
const SEND: Record<SendOutcome['kind'], true> = { delivered: true, rejected: true, unsent: true, unknown: true };
const REQUERY: Record<RequeryOutcome['kind'], true> = {
  delivered: true,
  rejected: true,
  refused: true,
  missing: true,
  open: true,
  unanswered: true,
};
const OUTCOMES: Record<ProviderOperation, readonly string[]> = {
  send: Object.keys(SEND),
  requery: Object.keys(REQUERY),
  variations: Object.keys(LOOKUP),
  verify: Object.keys(LOOKUP),
  balance: Object.keys(LOOKUP).filter((kind) => kind !== 'not_recognised'),
};

type Settled = Parameters<Observer['settled']>[0];

/** The status that each cause ends a purchase with. The cause `other` has no series before it occurs. */
const STATUS_OF: Record<EndCause, Settled['targetStatus']> = {
  provider_delivered: 'success',
  provider_rejected: 'failed',
  provider_reversed: 'failed',
  provider_refused: 'failed',
  provider_unreachable: 'failed',
  provider_unavailable: 'failed',
  provider_never_had_it: 'failed',
  start_deadline: 'refunded',
};

const WEBHOOK_RESULTS: Record<Parameters<Observer['webhookTried']>[0], true> = {
  delivered: true,
  refused: true,
  failed: true,
};
const NOTIFICATION_RESULTS: Record<Parameters<Observer['notified']>[0], true> = {
  sent: true,
  put_off: true,
  given_up: true,
  skipped: true,
};

/** Declares the metrics of what core does. The series of `providers` exist from the start. */
export const createObserver = (metrics: Metrics, providers: readonly string[]): Observer => ({
  ...observeCalls(metrics, providers),
  ...observePurchases(metrics),
  ...observeMessages(metrics),
});

function observeCalls(metrics: Metrics, providers: readonly string[]): Pick<Observer, 'providerCalled'> {
  const calls = metrics.counter(
    'provider_calls_total',
    'Calls of the provider, by their outcome. For a requery, that of the purchase.',
    ['provider', 'operation', 'outcome'],
    providers.flatMap((provider) =>
      Object.entries(OUTCOMES).flatMap(([operation, outcomes]) =>
        outcomes.map((outcome) => ({ provider, operation, outcome })),
      ),
    ),
  );
  const callSeconds = metrics.duration('provider_call_seconds', 'Time that the provider took to respond.', [
    'provider',
    'operation',
  ]);
  const rejections = metrics.counter(
    'provider_refusals_total',
    'Rejections by the provider, by whose fault they are. The fault `account` is ours.',
    ['provider', 'operation', 'fault'],
    providers.flatMap((provider) =>
      ['send', 'requery'].flatMap((operation) => Object.keys(FAULTS).map((fault) => ({ provider, operation, fault }))),
    ),
  );
  return {
    providerCalled({ provider, operation, outcome, fault, durationMs }) {
      calls({ provider, operation, outcome });
      callSeconds({ provider, operation }, durationMs / 1000);
      if (fault !== null) rejections({ provider, operation, fault });
    },
  };
}

function observePurchases(metrics: Metrics): Pick<Observer, 'claimed' | 'settled'> {
  const ofProduct = (name: string, help: string) =>
    metrics.counter(name, help, ['product'], each('product', productTypes));
  const claims = ofProduct('claims_total', 'Purchases claimed for their one send.');
  const settlements = metrics.counter(
    'settlements_total',
    'Purchases that became final.',
    ['product', 'goal', 'cause'],
    everySettlement(),
  );
  const refunds = ofProduct('refunds_total', 'Refunded purchases.');
  const refundedKobo = ofProduct('refunded_kobo_total', 'Refunded amounts.');
  const soldKobo = ofProduct(
    'sold_kobo_total',
    'Prices of successful purchases whose cost is known. Minus sold_cost_kobo_total it is the margin.',
  );
  const soldCostKobo = ofProduct('sold_cost_kobo_total', 'Costs of the purchases in sold_kobo_total.');
  const soldUnknownCost = ofProduct(
    'sold_unknown_cost_total',
    'Successful purchases whose cost the provider did not say.',
  );
  return {
    claimed: (product) => claims({ product }),
    settled({ product, targetStatus, cause, amountKobo, costKobo }) {
      settlements({ product, goal: targetStatus, cause });
      // metrics are floats; the books count in bigint
      if (targetStatus !== 'success') {
        refunds({ product });
        refundedKobo({ product }, Number(amountKobo));
      } else if (costKobo === null) {
        soldUnknownCost({ product });
      } else {
        soldKobo({ product }, Number(amountKobo));
        soldCostKobo({ product }, Number(costKobo));
      }
    },
  };
}

function observeMessages(metrics: Metrics): Pick<Observer, 'webhookTried' | 'notified'> {
  const webhooks = metrics.counter(
    'webhook_deliveries_total',
    'Webhook events sent to receivers.',
    ['result'],
    each('result', Object.keys(WEBHOOK_RESULTS)),
  );
  const webhookSeconds = metrics.duration('webhook_delivery_seconds', 'Time that receivers took.', ['result']);
  const notifications = metrics.counter(
    'notifications_total',
    'Attempts to send a token by SMS.',
    ['result'],
    each('result', Object.keys(NOTIFICATION_RESULTS)),
  );
  return {
    webhookTried(result, durationMs) {
      webhooks({ result });
      webhookSeconds({ result }, durationMs / 1000);
    },
    notified: (result) => notifications({ result }),
  };
}

const each = <L extends string>(label: L, values: readonly string[]) =>
  values.map((value) => ({ [label]: value }) as Record<L, string>);

const everySettlement = () =>
  productTypes.flatMap((product) => Object.entries(STATUS_OF).map(([cause, goal]) => ({ product, goal, cause })));
