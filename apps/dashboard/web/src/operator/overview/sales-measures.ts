import type { SalesGroup, SalesSeries, ServiceSales } from '@topup/dashboard-contract';
import type { ChartData } from 'chart.js';
import {
  GROUPS as ACCOUNT_GROUPS,
  groupName as accountGroupName,
  SINGLES,
  type Single,
  summariseSingle,
} from '../../account/overview/performance';
import { pointName, VALUES } from '../../account/overview/sales-kinds';
import { formatNaira } from '../../format/naira';
import { type Look, type Scheme, type Shade, shadeOf, type Values } from '../../ui/plot/plot-frame';
import { providerName } from '../../ui/text/names';

/** What is plotted of every group, on one another. */
type Stacked = 'volume' | 'margin';
export type Measure = Stacked | Single;

export const GROUPS: Record<SalesGroup, string> = { ...ACCOUNT_GROUPS, provider: 'Provider' };

export const MEASURES: Record<Measure, { title: string; values: Values }> = {
  volume: { title: 'Volume', values: VALUES.product },
  ...SINGLES,
  margin: { title: 'Margin', values: VALUES.product },
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

/** A product, a network or a provider as people write it. */
export const groupName = (by: SalesGroup, key: string): string =>
  by === 'provider' ? providerName(key) : accountGroupName(by, key);

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

/** The figures of the whole range as text, for screen readers. */
export function summarise(sales: ServiceSales, series: SalesSeries & { name: string }, measure: Measure): string {
  if (!isStacked(measure)) return summariseSingle(series, measure);
  const parts = sales.groups.map((group) => `${groupName(sales.by, group.key)} ${formatNaira(group[measure])}`);
  const said = parts.length === 0 ? formatNaira('0.00') : parts.join(', ');
  return `${MEASURES[measure].title}: ${said}. The table has all values.`;
}
