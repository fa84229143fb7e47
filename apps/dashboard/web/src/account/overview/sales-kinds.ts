import type { ClientStatus, Overview, Product, Range } from '@topup/dashboard-contract';
import { formatNaira, MINUS } from '../../format/naira';
import { counted, formatCount } from '../../format/numbers';
import { PRODUCTS } from '../../generated/vocabulary';
import { barsOf, dayName, hourName, type Look, type Scheme, type Shade, type Values } from '../../ui/plot/plot-frame';
import { STATUSES } from '../transactions/transaction-filters';

type Point = Overview['points'][number];
export type Kind = 'product' | 'outcome';
type Series = { name: string; color: Record<Scheme, Shade>; value(point: Point): number };

/** One for each product, in the order of the products. */
const PRODUCT_COLORS: Record<Scheme, Shade>[] = [
  { light: ['indigo', 7], dark: ['indigo', 4] },
  { light: ['cyan', 7], dark: ['cyan', 4] },
  { light: ['grape', 6], dark: ['grape', 4] },
  { light: ['orange', 7], dark: ['orange', 4] },
  { light: ['teal', 8], dark: ['teal', 4] },
  { light: ['pink', 6], dark: ['pink', 4] },
];
const GREY: Record<Scheme, Shade> = { light: ['gray', 7], dark: ['gray', 5] };

const STATUS_COLORS: [status: ClientStatus, light: Shade, dark: Shade][] = [
  ['success', ['teal', 7], ['teal', 5]],
  ['pending', ['orange', 7], ['yellow', 5]],
  ['failed', ['red', 9], ['red', 5]],
  ['refunded', ['pink', 6], ['pink', 3]],
];

/** Kinds of the plot of sales. The colours have a contrast of 3:1 to the panel in both colour schemes. */
export const KINDS: Record<Kind, { title: string; series: Series[] }> = {
  product: {
    title: 'Sales by product',
    series: (Object.keys(PRODUCTS) as Product[]).map((product, n) => ({
      name: PRODUCTS[product],
      color: PRODUCT_COLORS[n] ?? GREY,
      value: ({ byProduct }) => Number(byProduct[product].volume),
    })),
  },
  outcome: {
    title: 'Purchases by status',
    series: STATUS_COLORS.map(([status, light, dark]) => ({
      name: STATUSES[status],
      color: { light, dark },
      value: ({ byStatus }) => byStatus[status],
    })),
  },
};

/** The sums of a plot as text, for screen readers. */
export function summarise(points: Point[], kind: Kind): string {
  const parts = KINDS[kind].series.map(({ name, value }) => {
    const total = points.reduce((sum, point) => sum + value(point), 0);
    return `${name} ${kind === 'product' ? formatNaira(total.toFixed(2)) : counted(total, 'purchase')}`;
  });
  return `${KINDS[kind].title}: ${parts.join(', ')}. The table has all values.`;
}

export const pointName = ({ at }: Pick<Point, 'at'>, range: Range): string =>
  range === '24h' ? hourName(at) : dayName(at);

/** The bars: one stack for each point, one colour for each series. */
export const plotData = (
  points: Overview['points'],
  kind: Kind,
  range: Range,
  look: Pick<Look, 'colors'>,
  scheme: Scheme,
) => {
  const labels = points.map((point) => pointName(point, range));
  return barsOf(KINDS[kind], points, labels, { look, scheme });
};

const compact = new Intl.NumberFormat('en-NG', { notation: 'compact', maximumFractionDigits: 1 });

const NAIRA: Values = {
  // 1500 → "₦1.5K", a loss of 1500 → "−₦1.5K"
  axis: (naira) => `${naira < 0 ? MINUS : ''}₦${compact.format(Math.abs(naira))}`,
  tooltip: (naira) => formatNaira(naira.toFixed(2)),
  least: 100,
  whole: false,
};
const COUNTS: Values = { axis: (count) => compact.format(count), tooltip: formatCount, least: 1, whole: true };

export const VALUES: Record<Kind, Values> = { product: NAIRA, outcome: COUNTS };
