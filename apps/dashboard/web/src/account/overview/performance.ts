import type { AccountSalesGroup, Performance, Product, Range, Series } from '@topup/dashboard-contract';
import type { ChartData } from 'chart.js';
import { formatRate } from '../../format/numbers';
import { DURATIONS, type Look, type Scheme, type Shade, shadeOf, type Values } from '../../ui/plot/plot-frame';
import { serviceName } from '../../ui/text/names';
import { PRODUCTS } from '../transactions/transaction-filters';
import { pointName } from './sales-kinds';

/** What is plotted of one group, or of all together. */
export type Single = 'success' | 'latency';

type Bar = { name: string; color: Record<Scheme, Shade>; value(of: Performance): number | null };

export const SINGLES: Record<Single, { title: string; values: Values; bars: Bar[] }> = {
  success: {
    title: 'Success rate',
    values: { axis: formatRate, tooltip: formatRate, least: 1, whole: false },
    bars: [{ name: 'Successful', color: { light: ['teal', 7], dark: ['teal', 5] }, value: (of) => of.successRate }],
  },
  latency: {
    title: 'Latency',
    values: DURATIONS,
    // p50 is never above p95, so its bar is before the other
    bars: [
      { name: 'p50', color: { light: ['indigo', 7], dark: ['indigo', 4] }, value: (of) => of.p50Ms },
      { name: 'p95', color: { light: ['orange', 7], dark: ['orange', 4] }, value: (of) => of.p95Ms },
    ],
  },
};

/** The bars of one group; none where nothing ended. */
export function singleBars(
  { points, range }: { points: string[]; range: Range },
  series: Series<Performance>,
  measure: Single,
  { colors }: Pick<Look, 'colors'>,
  scheme: Scheme,
): ChartData<'bar', (number | null)[], string> {
  return {
    labels: points.map((at) => pointName({ at }, range)),
    datasets: SINGLES[measure].bars.map(({ name, color, value }) => ({
      label: name,
      data: series.points.map(value),
      backgroundColor: shadeOf(colors, color[scheme]),
      grouped: false,
      maxBarThickness: 36,
    })),
  };
}

/** The figures of the whole range as text, for screen readers. */
export function summariseSingle(series: Performance & { name: string }, measure: Single): string {
  const { title, values, bars } = SINGLES[measure];
  const parts = bars.map(({ name, value }) => {
    const read = value(series);
    return `${name} ${read === null ? '–' : values.tooltip(read)}`;
  });
  return `${title}, ${series.name}: ${parts.join(', ')}. The table has all values.`;
}

export const GROUPS: Record<AccountSalesGroup, string> = { product: 'Product', network: 'Network' };

/** A product or a network as people write it. */
export const groupName = (by: AccountSalesGroup, key: string): string =>
  by === 'product' ? PRODUCTS[key as Product] : serviceName(key);
