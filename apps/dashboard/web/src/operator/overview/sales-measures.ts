import type { Product, SalesFigures, SalesGroup, SalesSeries, ServiceSales } from '@topup/dashboard-contract';
import type { ChartData } from 'chart.js';
import { axisText, valueText } from '../../account/overview/plot-options';
import { pointName } from '../../account/overview/sales-kinds';
import { PRODUCTS } from '../../account/transactions/transaction-filters';
import { formatNaira } from '../../format/naira';
import { formatRate } from '../../format/numbers';
import { DURATIONS, type Look, type Scheme, type Shade, shadeOf, type Values } from '../../ui/plot/plot-frame';
import { providerName, serviceName } from '../../ui/text/provider-name';

/** What is plotted of every group, on one another. */
export type Stacked = 'volume' | 'margin';
/** What is plotted of one group, or of all together. */
export type Single = 'success' | 'latency';
export type Measure = Stacked | Single;

export const GROUPS: Record<SalesGroup, string> = { product: 'Product', network: 'Network', provider: 'Provider' };

const naira: Values = {
  axis: (value) => axisText('product', value),
  tooltip: (value) => valueText('product', value),
  least: 100,
  whole: false,
};

export const MEASURES: Record<Measure, { title: string; values: Values }> = {
  volume: { title: 'Volume', values: naira },
  success: { title: 'Success rate', values: { axis: formatRate, tooltip: formatRate, least: 1, whole: false } },
  latency: { title: 'Latency', values: DURATIONS },
  margin: { title: 'Margin', values: naira },
};

export const isStacked = (measure: Measure): measure is Stacked => measure === 'volume' || measure === 'margin';

/** The colours of the largest groups have a contrast of 3:1 to the panel in both colour schemes, as has `OTHERS`. */
const COLORS: Record<Scheme, Shade>[] = [
  { light: ['indigo', 7], dark: ['indigo', 4] },
  { light: ['cyan', 7], dark: ['cyan', 4] },
  { light: ['grape', 6], dark: ['grape', 4] },
  { light: ['orange', 7], dark: ['orange', 4] },
  { light: ['teal', 7], dark: ['teal', 5] },
  { light: ['pink', 6], dark: ['pink', 3] },
];
const OTHERS: Record<Scheme, Shade> = { light: ['gray', 6], dark: ['gray', 5] };

type Bar = { name: string; color: Record<Scheme, Shade>; value(of: SalesFigures): number | null };

const SINGLES: Record<Single, Bar[]> = {
  success: [{ name: 'Successful', color: { light: ['teal', 7], dark: ['teal', 5] }, value: (of) => of.successRate }],
  // p50 is never above p95, so its bar is before the other
  latency: [
    { name: 'p50', color: { light: ['indigo', 7], dark: ['indigo', 4] }, value: (of) => of.p50Ms },
    { name: 'p95', color: { light: ['orange', 7], dark: ['orange', 4] }, value: (of) => of.p95Ms },
  ],
};

/** A product, a network or a provider as people write it. */
export function groupName(by: SalesGroup, key: string): string {
  if (by === 'product') return PRODUCTS[key as Product];
  return by === 'network' ? serviceName(key) : providerName(key);
}

type Named = { name: string; values: number[] };

/** The groups of a stack, at most seven: the largest, and all others together. */
function stackOf({ by, groups }: Pick<ServiceSales, 'by' | 'groups'>, measure: Stacked): Named[] {
  const valuesOf = ({ points }: SalesSeries) => points.map((figures) => Number(figures[measure]));
  const shown = groups.slice(0, COLORS.length).map((group) => ({
    name: groupName(by, group.key),
    values: valuesOf(group),
  }));
  const others = groups.slice(COLORS.length).map(valuesOf);
  if (others.length === 0) return shown;
  const sumAt = (n: number) => others.reduce((sum, values) => sum + (values[n] ?? 0), 0);
  return [...shown, { name: 'Others', values: others[0]?.map((_, n) => sumAt(n)) ?? [] }];
}

type Bars = ChartData<'bar', (number | null)[], string>;
type Colors = Pick<Look, 'colors'>;

/** The bars of a stacked measure: one for each point, one colour for each group. */
export function stackedBars(sales: ServiceSales, measure: Stacked, { colors }: Colors, scheme: Scheme): Bars {
  return {
    labels: sales.points.map((at) => pointName({ at }, sales.range)),
    datasets: stackOf(sales, measure).map(({ name, values }, n) => ({
      label: name,
      data: values,
      backgroundColor: shadeOf(colors, (COLORS[n] ?? OTHERS)[scheme]),
      maxBarThickness: 36,
    })),
  };
}

/** The bars of one group; none where nothing ended. */
export function singleBars(
  { points, range }: Pick<ServiceSales, 'points' | 'range'>,
  series: SalesSeries,
  measure: Single,
  { colors }: Colors,
  scheme: Scheme,
): Bars {
  return {
    labels: points.map((at) => pointName({ at }, range)),
    datasets: SINGLES[measure].map(({ name, color, value }) => ({
      label: name,
      data: series.points.map(value),
      backgroundColor: shadeOf(colors, color[scheme]),
      grouped: false,
      maxBarThickness: 36,
    })),
  };
}

/** The figures of the whole range as text, for screen readers. */
export function summarise(sales: ServiceSales, series: SalesSeries & { name: string }, measure: Measure): string {
  const { title, values } = MEASURES[measure];
  if (isStacked(measure)) {
    const parts = sales.groups.map((group) => `${groupName(sales.by, group.key)} ${formatNaira(group[measure])}`);
    return `${title}: ${parts.length === 0 ? formatNaira('0.00') : parts.join(', ')}. The table has all values.`;
  }
  const parts = SINGLES[measure].map(({ name, value }) => {
    const read = value(series);
    return `${name} ${read === null ? '–' : values.tooltip(read)}`;
  });
  return `${title}, ${series.name}: ${parts.join(', ')}. The table has all values.`;
}
