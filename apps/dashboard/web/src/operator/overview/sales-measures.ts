import type { SalesGroup, SalesSeries, ServiceSales } from '@topup/dashboard-contract';
import {
  GROUPS as ACCOUNT_GROUPS,
  groupName as accountGroupName,
  SINGLES,
  type Single,
  summariseSingle,
} from '../../account/overview/performance';
import { pointName, VALUES } from '../../account/overview/sales-kinds';
import { formatNaira } from '../../format/naira';
import { type BarSeries, barsOf, type Look, type Scheme, type Shade, type Values } from '../../ui/plot/plot-frame';
import { providerName } from '../../ui/text/names';

/** Measures that are plotted for every group, on one another. */
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

/** The groups of a stack, at most seven: the largest, and all others together. Their values are by place. */
function stackOf({ by, groups }: Pick<ServiceSales, 'by' | 'groups'>, measure: Stacked): BarSeries<number>[] {
  const valuesOf =
    ({ points }: SalesSeries) =>
    (place: number) =>
      Number(points[place]?.[measure] ?? 0);
  const shown = groups
    .slice(0, COLORS.length)
    .map((group, n) => ({ name: groupName(by, group.key), color: COLORS[n] ?? OTHERS, value: valuesOf(group) }));
  const others = groups.slice(COLORS.length).map(valuesOf);
  if (others.length === 0) return shown;
  const sumAt = (place: number) => others.reduce((sum, valueAt) => sum + valueAt(place), 0);
  return [...shown, { name: 'Others', color: OTHERS, value: sumAt }];
}

/** The bars of a stacked measure: one for each point, one colour for each group. */
export function stackedBars(sales: ServiceSales, measure: Stacked, look: Pick<Look, 'colors'>, scheme: Scheme) {
  const labels = sales.points.map((at) => pointName({ at }, sales.range));
  return barsOf({ series: stackOf(sales, measure) }, [...sales.points.keys()], labels, { look, scheme });
}

/** The figures of the whole range as text, for screen readers. */
export function summarise(sales: ServiceSales, series: SalesSeries & { name: string }, measure: Measure): string {
  if (!isStacked(measure)) return summariseSingle(series, measure);
  const parts = sales.groups.map((group) => `${groupName(sales.by, group.key)} ${formatNaira(group[measure])}`);
  const said = parts.length === 0 ? formatNaira('0.00') : parts.join(', ');
  return `${MEASURES[measure].title}: ${said}. The table has all values.`;
}
