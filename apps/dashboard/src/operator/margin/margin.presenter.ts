import type { MarginSum, PurchaseMargin } from '@topup/core/reporting';
import { marginText, pick, toWire } from '@topup/core/shared';
import { dayInLagos, daysOf, type TimeSpan } from '@topup/core/time';
import type { MarginRow, Margins, PurchaseMarginRow } from '@topup/dashboard-contract';

export function toMarginRow({ unknownKobo: unknownPriceKobo, ...sum }: MarginSum): MarginRow {
  const { margin, percent: marginPercent } = marginText(sum.priceKobo, sum.costKobo);
  return toWire({ ...sum, unknownPriceKobo, margin, marginPercent });
}

/** Every day of the span, in order: one without sales has earned nothing. */
export function toPoints(span: TimeSpan, sums: MarginSum[]): Margins['points'] {
  const known = new Map(sums.map((sum) => [sum.key, toMarginRow(sum)]));
  return daysOf(span).map(({ since }) => {
    const key = dayInLagos(since);
    const { price = '0.00', margin = '0.00', unknown = 0 } = known.get(key) ?? {};
    return { key, price, margin, unknown };
  });
}

export function toPurchaseMarginRow(row: PurchaseMargin): PurchaseMarginRow {
  const known = row.costKobo === null ? null : marginText(row.amountKobo, row.costKobo);
  return toWire({
    ...pick(row, 'id', 'createdAt', 'costKobo'),
    account: { id: row.accountId, name: row.account },
    reference: row.requestRef,
    product: row.productType,
    plan: row.name,
    priceKobo: row.amountKobo,
    margin: known?.margin ?? null,
    marginPercent: known?.percent ?? null,
  });
}
