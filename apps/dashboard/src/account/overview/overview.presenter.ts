import { type PurchaseSum, spansUntil, type TimeSpan } from '@topup/core/reporting';
import { formatNaira } from '@topup/core/shared';
import type { Overview, OverviewPoint, Product, PurchaseStatus, Range } from '@topup/dashboard-contract';

const RANGES: Record<Range, [hours: 1 | 24, count: number]> = { '24h': [1, 24], '7d': [24, 7], '30d': [24, 30] };

/** The hours or days of a range in a zone, the present one last. */
export const spansOf = (range: Range, now: Date, zone: string): TimeSpan[] => spansUntil(now, zone, ...RANGES[range]);

export function toDayTotals(sums: PurchaseSum[]): Overview['today'] {
  const [succeeded, unsuccessful] = [only(sums, ['success']), only(sums, ['failed', 'refunded'])];
  const final = count(succeeded) + count(unsuccessful);
  return {
    purchases: count(sums),
    volume: amount(succeeded),
    successRate: final === 0 ? null : count(succeeded) / final,
    refunded: amount(unsuccessful),
  };
}

/** One point of the plot. */
export function toPoint({ since }: Pick<TimeSpan, 'since'>, sums: PurchaseSum[]): OverviewPoint {
  const ofProduct = (product: Product) => {
    const sold = only(sums, ['success']).filter(({ productType }) => productType === product);
    return { count: count(sold), volume: amount(sold) };
  };
  const ofStatus = (status: PurchaseStatus) => count(only(sums, [status]));
  return {
    at: since.toISOString(),
    byProduct: {
      AIRTIME: ofProduct('AIRTIME'),
      DATA: ofProduct('DATA'),
      CABLE_TV: ofProduct('CABLE_TV'),
      ELECTRICITY: ofProduct('ELECTRICITY'),
    },
    byStatus: {
      initiated: ofStatus('initiated'),
      pending: ofStatus('pending'),
      success: ofStatus('success'),
      failed: ofStatus('failed'),
      refunded: ofStatus('refunded'),
    },
  };
}

const only = (sums: PurchaseSum[], statuses: PurchaseStatus[]) =>
  sums.filter(({ status }) => statuses.includes(status));
const count = (sums: PurchaseSum[]): number => sums.reduce((all, { purchases }) => all + purchases, 0);
const amount = (sums: PurchaseSum[]): string => formatNaira(sums.reduce((all, { amountKobo }) => all + amountKobo, 0n));
