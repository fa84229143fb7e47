import { queuedProducts, wordsOf } from '@topup/core/product';
import { refundsEarly } from '@topup/core/purchase';
import { duration, integer, schedule, type Values, withDefault, withRisk } from '@topup/runtime/settings';

const MINUTES_AND_SECONDS = ['5s', '15s', '30s', '1m', '2m', '5m', '10m', '15m', '20m', '40m'];
const HOURS = Array.from({ length: 24 }, (_, hour) => `${hour + 1}h`);

/** How a purchase is sent and requeried. Every process that sends or requeries needs all of it. */
export const sending = {
  PROVIDER_TIMEOUT_MS: withDefault(
    duration(),
    '55000',
    'How long a send may take, from before the claim to the end of the provider’s response. After that the outcome is unknown, and the worker requeries it.',
  ),
  PROVIDER_BREAKER_RESET_MS: withDefault(
    integer(0, 3_600_000),
    '2000',
    'How long a breaker keeps orders from a provider or service that fails, before it tries again. 0: no breaker.',
  ),
  PROVIDER_MAX_WAIT_MS: withDefault(
    duration(),
    '10000',
    `How long a purchase of ${wordsOf(queuedProducts, 'or')} that a breaker stops may wait, from its arrival, before the service refunds it. Keep it below \`PURCHASE_WAIT_MS\`: then the client learns of the refund in the response.`,
  ),
  PROVIDER_SERVICE_CONCURRENCY: withDefault(
    integer(1, 10_000),
    '256',
    'Orders that one process may have open at one service of a provider, such as mtn or dstv. Set it to what the provider can take.',
  ),
  START_DEADLINE_MS: withDefault(
    duration(),
    '1800000',
    'The service refunds a purchase that could not be sent for this long.',
  ),
  REQUERY_SCHEDULE: withRisk(
    withDefault(
      schedule(),
      [...MINUTES_AND_SECONDS, ...HOURS].join(','),
      'When the worker asks the provider about an unknown outcome: times since the send, ascending (ms, s, m, h). After the last one an operator decides.',
    ),
    (times) =>
      refundsEarly(times)
        ? 'ends within 10 minutes: an order that the provider denies is refunded a minute after its send'
        : undefined,
  ),
};

/** How long a claim holds: a third longer than its send may take, so that nobody requeries what can be on its way. */
export const leaseMs = ({ PROVIDER_TIMEOUT_MS }: Pick<Values<typeof sending>, 'PROVIDER_TIMEOUT_MS'>): number =>
  Math.ceil((PROVIDER_TIMEOUT_MS * 4) / 3);
