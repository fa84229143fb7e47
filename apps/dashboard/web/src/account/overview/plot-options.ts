import type { Overview, Range } from '@topup/dashboard-contract';
import type { ChartData, ChartOptions } from 'chart.js';
import { formatNaira, MINUS } from '../../format/naira';
import { formatCount } from '../../format/numbers';
import { type Look, plotFrame, type Scheme, shadeOf } from '../../ui/plot/plot-frame';
import { KINDS, type Kind, pointName } from './sales-kinds';

type Point = Overview['points'][number];

/** The bars: one stack for each point, one colour for each series. */
export function plotData(
  points: Point[],
  kind: Kind,
  range: Range,
  { colors }: Look,
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

/** Bars that stand on one another. */
export function plotOptions(kind: Kind, look: Look, scheme: Scheme): ChartOptions<'bar'> {
  const frame = plotFrame(
    {
      axis: (value) => axisText(kind, value),
      tooltip: (value) => valueText(kind, value),
      least: kind === 'product' ? 100 : 1,
      whole: kind === 'outcome',
    },
    look,
    scheme,
  );
  const { x, y } = frame.scales;
  return { ...frame, scales: { x: { ...x, stacked: true }, y: { ...y, stacked: true } } };
}

const compact = new Intl.NumberFormat('en-NG', { notation: 'compact', maximumFractionDigits: 1 });

/** 1500 → "₦1.5K" of naira, "1.5K" of purchases; a loss of 1500 → "−₦1.5K". */
export const axisText = (kind: Kind, value: number): string =>
  `${value < 0 ? MINUS : ''}${kind === 'product' ? '₦' : ''}${compact.format(Math.abs(value))}`;

/** The text in the plot's tooltips. */
export const valueText = (kind: Kind, value: number): string =>
  kind === 'product' ? formatNaira(value.toFixed(2)) : formatCount(value);
