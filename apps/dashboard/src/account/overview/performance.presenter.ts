import { type AccountSales, percentilesMs, successRate } from '@topup/core/reporting';
import { formatNaira } from '@topup/core/shared';
import type { Performance, Series } from '@topup/dashboard-contract';

/** `failed`: how many count as failed; those that failed or were refunded, unless another number is given. */
export function toPerformance(sales: readonly AccountSales[], failed = sum(sales, 'unsuccessful')): Performance {
  const [open, success, unsuccessful] = [sum(sales, 'open'), sum(sales, 'success'), sum(sales, 'unsuccessful')];
  const [p50Ms = null, p95Ms = null] = percentilesMs(sales, [0.5, 0.95]);
  return {
    purchases: open + success + unsuccessful,
    success,
    failed,
    successRate: successRate({ success, failed }),
    volume: formatNaira(sales.reduce((all, { volumeKobo }) => all + volumeKobo, 0n)),
    p50Ms,
    p95Ms,
  };
}

const sum = (sales: readonly AccountSales[], name: 'open' | 'success' | 'unsuccessful'): number =>
  sales.reduce((all, each) => all + each[name], 0);

/** The figures of what was sold in each point, and of all points together. */
export const toSeries = <Sold, Figures>(points: Sold[][], toFigures: (sold: Sold[]) => Figures): Series<Figures> => ({
  ...toFigures(points.flat()),
  points: points.map(toFigures),
});

/** The same of each group, the largest volume first. */
export function toGroups<Sold, Figures extends { volume: string }>(
  points: Sold[][],
  keyOf: (sold: Sold) => string,
  toFigures: (sold: Sold[]) => Figures,
): (Series<Figures> & { key: string })[] {
  const keys = new Set(points.flat().map(keyOf));
  return [...keys]
    .map((key) => ({
      key,
      ...toSeries(
        points.map((sold) => sold.filter((each) => keyOf(each) === key)),
        toFigures,
      ),
    }))
    .sort((one, other) => Number(other.volume) - Number(one.volume) || (one.key < other.key ? -1 : 1));
}
