import type { RequeryRules } from '@topup/core/purchase';
import { duration, integer, schedule, type Values, withDefault, withRule } from '@topup/runtime/settings';

const MINUTES_AND_SECONDS = ['5s', '15s', '30s', '1m', '2m', '5m', '10m', '15m', '20m', '40m'];
const HOURS = Array.from({ length: 24 }, (_, hour) => `${hour + 1}h`);

/** How a purchase is sent and requeried. Every process that sends or requeries needs all of it. */
export const sending = {
  PROVIDER_TIMEOUT_MS: withDefault(
    duration(),
    '55000',
    'How long a send may take, from before the claim to the end of the provider’s answer. After it the outcome is unknown and is requeried.',
  ),
  PROVIDER_BREAKER_RESET_MS: withDefault(
    integer(0, 3_600_000),
    '2000',
    'How long a provider or service that fails gets no orders before it is tried again: the provider by a lookup of ours, a service by one order of that account. 0: no circuit breaker.',
  ),
  PROVIDER_PATIENCE_MS: withDefault(
    duration(),
    '10000',
    'How long an airtime or data purchase that a breaker stops waits unsent, from its arrival, before it fails and is refunded. Shorter than PURCHASE_WAIT_MS, so that its client is answered.',
  ),
  PROVIDER_SERVICE_CONCURRENCY: withDefault(
    integer(1, 10_000),
    '256',
    'How many orders one process may have open at one service of the provider, such as mtn or dstv. Set it to what the provider can take.',
  ),
  START_DEADLINE_MS: withDefault(
    duration(),
    '1800000',
    'A purchase that could not be sent for this long is given up and refunded.',
  ),
  LEASE_MS: withRule(
    withDefault(
      duration(),
      '75000',
      'How long a claim holds. It must be at least a third longer than PROVIDER_TIMEOUT_MS.',
    ),
    leaseOutlastsSend,
  ),
  REQUERY_SCHEDULE: withDefault(
    schedule(),
    [...MINUTES_AND_SECONDS, ...HOURS].join(','),
    'When to ask the provider about an unknown outcome: times since the send, ascending (ms, s, m, h). After the last one an operator decides.',
  ),
  NOT_FOUND_MIN_COUNT: withDefault(
    integer(2, 100),
    '3',
    'How many times the provider must answer that it knows no such order, before the purchase is refunded.',
  ),
  NOT_FOUND_SPAN_MS: withDefault(
    duration(),
    '600000',
    'The least time between the first and the last of those answers.',
  ),
  NOT_FOUND_MIN_AGE_MS: withDefault(duration(), '600000', 'How long after the send those answers begin to count.'),
};

function leaseOutlastsSend({
  LEASE_MS: lease,
  PROVIDER_TIMEOUT_MS: timeout,
}: Readonly<Record<string, unknown>>): string[] {
  if (typeof lease !== 'number' || typeof timeout !== 'number' || lease * 3 >= timeout * 4) return [];
  return [
    `LEASE_MS (${lease}) must be at least a third longer than PROVIDER_TIMEOUT_MS (${timeout}): a claim must outlast its send`,
  ];
}

type RequerySettings = Pick<
  Values<typeof sending>,
  'REQUERY_SCHEDULE' | 'NOT_FOUND_MIN_COUNT' | 'NOT_FOUND_SPAN_MS' | 'NOT_FOUND_MIN_AGE_MS'
>;

/** When to ask the provider again, in the form that core takes. */
export function requeryRules(settings: RequerySettings): RequeryRules {
  return {
    schedule: settings.REQUERY_SCHEDULE,
    notFoundMinCount: settings.NOT_FOUND_MIN_COUNT,
    notFoundSpanMs: settings.NOT_FOUND_SPAN_MS,
    notFoundMinAgeMs: settings.NOT_FOUND_MIN_AGE_MS,
    random: Math.random,
  };
}
