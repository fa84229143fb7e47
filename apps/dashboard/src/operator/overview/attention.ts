import type { AccountSums } from '@topup/core/account';
import type { CatalogueAge } from '@topup/core/catalogue';
import { isWholeStop } from '@topup/core/provider';
import { isBelowUsual, type Outcomes, successRate } from '@topup/core/reporting';
import { pick } from '@topup/core/shared';
import type { Verification } from '@topup/core/wallet';
import type { Attention, BreakerRow, CountedAttention, ProviderFloat } from '@topup/dashboard-contract';
import { type LastHour, unansweredBy } from '../provider/last-hour';
import { type CountedHour, HOUR_MS } from './service-hours';

/** A purchase that is open for longer needs a person. */
export const LONG_OPEN_MINUTES = 15;

/** As the alerts BooksNotVerified and CatalogueNotSynced. */
const BOOKS_HOURS = 26;
const CATALOGUE_HOURS = 6;

/** The share of an hour's orders to a provider that must lack an answer. */
const UNANSWERED_SHARE = 0.05;

/** The present state of the service. `hours`: those that the last hour is compared with. */
type Readings = {
  now: Date;
  floats: ProviderFloat[];
  breakers: BreakerRow[];
  lastHour: LastHour;
  hours: readonly CountedHour[];
  review: number;
  claims: number;
  transfers: number;
  longOpen: number;
  salesHolds: number;
  failingWebhooks: number;
  approvals: number;
  books: Verification | null;
  catalogue: CatalogueAge;
  firstAccountAt: AccountSums['firstAt'];
};

/**
 * Lists the problems that need a person, the worst first: money that does not add up, faults that stop sales or let
 * them fail, open decisions, and missed checks.
 */
export function toAttention(readings: Readings): Attention[] {
  const { books, review, claims, transfers, longOpen, salesHolds, failingWebhooks, catalogue, approvals } = readings;
  return [
    ...(books?.sound === false ? [{ kind: 'books_unsound' as const, check: books.id }] : []),
    ...closedProviders(readings.breakers),
    ...readings.floats.flatMap(floatItems),
    ...belowUsual(readings),
    ...unanswered(readings),
    ...counted('review', review),
    ...counted('claims', claims),
    ...counted('transfers', transfers),
    ...(longOpen === 0 ? [] : [{ kind: 'long_open' as const, count: longOpen, minutes: LONG_OPEN_MINUTES }]),
    ...counted('sales_holds', salesHolds),
    ...counted('webhooks', failingWebhooks),
    ...(isOver(books?.finishedAt ?? readings.firstAccountAt, BOOKS_HOURS, readings.now)
      ? [{ kind: 'books_missed' as const, since: books?.finishedAt?.toISOString() ?? null }]
      : []),
    ...(isOver(catalogue.confirmedAt, CATALOGUE_HOURS, readings.now)
      ? [{ kind: 'catalogue_missed' as const, since: catalogue.confirmedAt?.toISOString() ?? null }]
      : []),
    ...counted('stale_costs', catalogue.stale),
    ...counted('approvals', approvals),
  ];
}

const counted = (kind: CountedAttention['kind'], count: number): Attention[] => (count === 0 ? [] : [{ kind, count }]);

/** Whether so many hours have passed since then. False where there was nothing to do yet. */
const isOver = (since: Date | null, hours: number, now: Date): boolean =>
  since !== null && now.getTime() - since.getTime() > hours * HOUR_MS;

/** One item for each provider: those that are closed as a whole, then those with the most rows. */
function closedProviders(breakers: readonly BreakerRow[]): Attention[] {
  const providers = [...new Set(breakers.map(({ provider }) => provider))];
  const items = providers.map((provider) => {
    const rows = breakers.filter((row) => row.provider === provider);
    const whole = rows.some(isWholeStop);
    return { kind: 'closed' as const, provider, count: rows.length, whole };
  });
  return items.sort((one, other) => Number(other.whole) - Number(one.whole) || other.count - one.count);
}

/** A float that cannot be read now may be low as well, as it was last known. */
function floatItems({ provider, amount, fault, low }: ProviderFloat): Attention[] {
  return [
    ...(low && amount !== null ? [{ kind: 'float_low' as const, provider, amount }] : []),
    ...(fault !== null || amount === null ? [{ kind: 'float_unknown' as const, provider }] : []),
  ];
}

/** The products at providers that succeed less often than usual in the last hour, the lowest rate first. */
function belowUsual({ lastHour: { span, sent }, hours }: Readings): Attention[] {
  const items = sent.flatMap(({ provider, product, success, failed }) => {
    const [now, usual] = [{ success, failed }, usualOf(hours, span.since, { provider, product })];
    const [rate, usually] = [successRate(now), successRate(usual)];
    if (rate === null || usually === null || !isBelowUsual(now, usual)) return [];
    const [from, to] = [span.since.toISOString(), span.until.toISOString()];
    return [{ kind: 'success_rate' as const, provider, product, failed, rate, usual: usually, from, to }];
  });
  return items.sort((one, other) => one.rate - other.rate);
}

/** A provider that answers nothing. Single orders without an answer are requeried, and need no person. */
function unanswered({ lastHour: { sent } }: Readings): Attention[] {
  const providers = [...new Set(sent.map(({ provider }) => provider))];
  return providers.flatMap((provider) => {
    const found = unansweredBy(provider, sent);
    if (found === null || found.orders < found.of * UNANSWERED_SHARE) return [];
    return [{ kind: 'unanswered' as const, provider, ...pick(found, 'orders', 'of') }];
  });
}

/** Counts the outcomes of the orders before the last hour, in whole hours, so that none is counted twice. */
function usualOf(
  hours: readonly CountedHour[],
  before: Date,
  { provider, product }: { provider: string; product: string },
): Outcomes {
  const sales = hours
    .filter(({ startMs }) => startMs + HOUR_MS <= before.getTime())
    .flatMap((hour) => hour.sales.filter((each) => each.provider === provider && each.product === product));
  return {
    success: sales.reduce((all, each) => all + each.success, 0),
    failed: sales.reduce((all, each) => all + each.failedThere, 0),
  };
}
