import { productTypes } from '@topup/core/product';
import { type PurchaseSum, type AccountSales as Sold, successRate } from '@topup/core/reporting';
import type { RequestSum } from '@topup/core/request-log';
import { formatNaira } from '@topup/core/shared';
import { dayIn, spansUntil, type TimeSpan } from '@topup/core/time';
import type {
  AccountSales,
  AccountSalesGroup,
  ClientStatus,
  Overview,
  OverviewPoint,
  Product,
  PurchasesFilter,
  Range,
} from '@topup/dashboard-contract';
import { toClientStatus } from '../transactions/transactions.presenter';
import { toGroups, toPerformance, toSeries } from './performance.presenter';

const RANGES: Record<Range, [hours: 1 | 24, count: number]> = { '24h': [1, 24], '7d': [24, 7], '30d': [24, 30] };

/** The hours or days of a range in a zone, the present one last. */
export const spansOf = (range: Range, now: Date, zone: string): TimeSpan[] => spansUntil(now, zone, ...RANGES[range]);

/** The `from` of a list that has what belongs to these spans: a day of the zone, or the time of the first hour. */
export const fromOf = (range: Range, [first]: TimeSpan[], zone: string): string =>
  first === undefined ? '' : range === '24h' ? first.since.toISOString() : dayIn(zone, first.since);

/** `day`: the present one in the account's zone, which the sums are of. */
export function toToday(sums: PurchaseSum[], day: string): Overview['today'] {
  const of = (status?: ClientStatus) => {
    const found = status === undefined ? sums : only(sums, status);
    const filter = { ...(status !== undefined && { status }), from: day, to: day };
    return { count: countOf(found), amount: amountOf(found), filter };
  };
  const [success, failed, refunded] = [of('success'), of('failed'), of('refunded')];
  const { count: all, filter } = of();
  return {
    all: { count: all, filter },
    success,
    failed,
    refunded,
    successRate: successRate({ success: success.count, failed: failed.count + refunded.count }),
  };
}

/** `from`: when the range begins. */
export function toRequests(sums: RequestSum[], from: string): Overview['requests'] {
  const sum = (name: keyof RequestSum): number => sums.reduce((all, each) => all + each[name], 0);
  const [refused, failed] = [sum('refused'), sum('failed')];
  return {
    all: { count: sum('requests'), filter: { from } },
    errors: { count: refused + failed, filter: { status: 'error', from } },
    refused: { count: refused, filter: { status: 'refused', from } },
    failed: { count: failed, filter: { status: '5xx', from } },
    unsold: { count: sum('unsold'), filter: { status: '424', from } },
  };
}

/** `sold`: in each span. `from`: when the range begins. */
export function toAccountSales(
  { range, by, spans, from }: { range: Range; by: AccountSalesGroup; spans: TimeSpan[]; from: string },
  sold: Sold[][],
): AccountSales {
  const lists = (product?: Product): AccountSales['all']['lists'] => {
    const all: PurchasesFilter = { ...(product !== undefined && { product }), from };
    return { purchases: all, success: { ...all, status: 'success' }, failed: { ...all, status: 'unsuccessful' } };
  };
  const figures = (each: Sold[]) => toPerformance(each);
  return {
    range,
    by,
    points: spans.map(({ since }) => since.toISOString()),
    all: { ...toSeries(sold, figures), lists: lists() },
    groups: toGroups(sold, (each) => each[by], figures).map((group) => ({
      ...group,
      lists: by === 'product' ? lists(group.key as Product) : null,
    })),
  };
}

/** One point of the plot. */
export function toPoint({ since }: Pick<TimeSpan, 'since'>, sums: PurchaseSum[]): OverviewPoint {
  const ofProduct = (product: Product) => {
    const sold = only(sums, 'success').filter(({ productType }) => productType === product);
    return { count: countOf(sold), volume: amountOf(sold) };
  };
  const ofStatus = (status: ClientStatus) => countOf(only(sums, status));
  return {
    at: since.toISOString(),
    byProduct: Object.fromEntries(
      productTypes.map((product) => [product, ofProduct(product)]),
    ) as OverviewPoint['byProduct'],
    byStatus: {
      pending: ofStatus('pending'),
      success: ofStatus('success'),
      failed: ofStatus('failed'),
      refunded: ofStatus('refunded'),
    },
  };
}

const only = (sums: PurchaseSum[], word: ClientStatus) => sums.filter(({ status }) => toClientStatus(status) === word);
export const countOf = (sums: PurchaseSum[]): number => sums.reduce((all, { purchases }) => all + purchases, 0);
export const amountOf = (sums: PurchaseSum[]): string =>
  formatNaira(sums.reduce((all, { amountKobo }) => all + amountKobo, 0n));
