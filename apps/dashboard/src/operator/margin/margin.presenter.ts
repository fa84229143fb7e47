import type { MarginSum, PurchaseMargin } from '@topup/core/reporting';
import { formatNaira, marginText } from '@topup/core/shared';
import { dayInLagos, daysOf, type TimeSpan } from '@topup/core/time';
import type { MarginRow, Margins, PurchaseMarginRow } from '@topup/dashboard-contract';

export function toMarginRow({ key, name, purchases, priceKobo, costKobo, ...row }: MarginSum): MarginRow {
  const { margin, percent } = marginText(priceKobo, costKobo);
  return {
    key,
    name,
    purchases,
    price: formatNaira(priceKobo),
    cost: formatNaira(costKobo),
    margin,
    marginPercent: percent,
    unknown: row.unknown,
    unknownPrice: formatNaira(row.unknownKobo),
  };
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
  return {
    id: row.id,
    createdAt: row.createdAt.toISOString(),
    account: { id: row.accountId, name: row.account },
    reference: row.requestRef,
    product: row.productType,
    plan: row.name,
    price: formatNaira(row.amountKobo),
    cost: row.costKobo === null ? null : formatNaira(row.costKobo),
    margin: known?.margin ?? null,
    marginPercent: known?.percent ?? null,
  };
}
