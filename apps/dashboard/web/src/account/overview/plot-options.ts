import type { Overview, Range } from '@topup/dashboard-contract';
import type { ChartData } from 'chart.js';
import { formatNaira, MINUS } from '../../format/naira';
import { formatCount } from '../../format/numbers';
import { type Look, type Scheme, shadeOf, type Values } from '../../ui/plot/plot-frame';
import { KINDS, type Kind, pointName } from './sales-kinds';

type Point = Overview['points'][number];

/** The bars: one stack for each point, one colour for each series. */
export function plotData(
  points: Point[],
  kind: Kind,
  range: Range,
  { colors }: Pick<Look, 'colors'>,
  scheme: Scheme,
): ChartData<'bar', number[], string> {
  return {
    labels: points.map((point) => pointName(point, range)),
    datasets: KINDS[kind].series.map(({ name, color, value }) => ({
      label: name,
      data: points.map(value),
      backgroundColor: shadeOf(colors, color[scheme]),
      maxBarThickness: 36,
    })),
  };
}

const compact = new Intl.NumberFormat('en-NG', { notation: 'compact', maximumFractionDigits: 1 });

const NAIRA: Values = {
  // 1500 → "₦1.5K", a loss of 1500 → "−₦1.5K"
  axis: (naira) => `${naira < 0 ? MINUS : ''}₦${compact.format(Math.abs(naira))}`,
  tooltip: (naira) => formatNaira(naira.toFixed(2)),
  least: 100,
  whole: false,
};
const COUNTS: Values = { axis: (count) => compact.format(count), tooltip: formatCount, least: 1, whole: true };

/** How the values of a plot of sales are written. */
export const VALUES: Record<Kind, Values> = { product: NAIRA, outcome: COUNTS };
