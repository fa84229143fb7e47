import type { AccountSalesGroup, Performance, Product, Range, Series } from '@topup/dashboard-contract';
import { formatRate } from '../../format/numbers';
import { PRODUCTS } from '../../generated/vocabulary';
import { barsOf, LATENCY, type Look, type Measure, type Scheme, valuesText } from '../../ui/plot/plot-frame';
import { serviceName } from '../../ui/text/names';
import { pointName } from './sales-kinds';

/** Measures that are plotted for one group, or for all together. */
export type Single = 'success' | 'latency';

export const SINGLES: Record<Single, Measure<Performance>> = {
  success: {
    title: 'Success rate',
    values: { axis: formatRate, tooltip: formatRate, least: 1, whole: false },
    series: [
      { name: 'Successful', color: { light: ['teal', 7], dark: ['teal', 5] }, value: ({ successRate }) => successRate },
    ],
  },
  latency: LATENCY,
};

/** The bars of one group; none where nothing ended. */
export const singleBars = (
  { points, range }: { points: string[]; range: Range },
  series: Series<Performance>,
  measure: Single,
  look: Pick<Look, 'colors'>,
  scheme: Scheme,
) => {
  const labels = points.map((at) => pointName({ at }, range));
  return barsOf(SINGLES[measure], series.points, labels, { look, scheme, overlaid: true });
};

/** The figures of the whole range as text, for screen readers. */
export const summariseSingle = (series: Performance & { name: string }, measure: Single): string =>
  `${SINGLES[measure].title}, ${series.name}: ${valuesText(SINGLES[measure], series)}. The table has all values.`;

export const GROUPS: Record<AccountSalesGroup, string> = { product: 'Product', network: 'Network' };

export const groupName = (by: AccountSalesGroup, key: string): string =>
  by === 'product' ? PRODUCTS[key as Product] : serviceName(key);
