import type { MantineTheme } from '@mantine/core';
import type { Overview, Range } from '@topup/dashboard-contract';
import type { ChartData, ChartOptions } from 'chart.js';
import { formatNaira, MINUS } from '../../format/naira';
import { formatCount } from '../../format/numbers';
import { KINDS, type Kind, pointName, type Scheme, type Shade } from './sales-kinds';

/** Height of the whole plot with its legend. */
export const PLOT_HEIGHT = 290;

type Point = Overview['points'][number];
export type Look = Pick<MantineTheme, 'colors' | 'fontFamily'>;

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

/**
 * A canvas knows no CSS variables, so colours come from the theme for the present scheme. No animation, because the
 * values are read again every few seconds.
 */
export function plotOptions(kind: Kind, { colors, fontFamily }: Look, scheme: Scheme): ChartOptions<'bar'> {
  const { line, text, dimmed, panel } = surroundingsOf(colors, scheme);
  const font = { family: fontFamily, size: 12 };
  return {
    animation: false,
    maintainAspectRatio: false,
    interaction: { mode: 'index', intersect: false },
    scales: {
      x: {
        stacked: true,
        grid: { display: false },
        border: { color: line },
        ticks: { color: dimmed, font, maxRotation: 0, autoSkipPadding: 12 },
      },
      y: {
        stacked: true,
        // a day without sales also has an axis
        suggestedMax: kind === 'product' ? 100 : 1,
        grid: { color: line, drawTicks: false },
        border: { display: false, dash: [4, 4] },
        ticks: {
          color: dimmed,
          font,
          padding: 8,
          maxTicksLimit: 6,
          ...(kind === 'outcome' && { precision: 0 }),
          callback: (value) => axisText(kind, Number(value)),
        },
      },
    },
    plugins: {
      legend: {
        position: 'bottom',
        labels: { color: text, font, boxWidth: 10, boxHeight: 10, useBorderRadius: true, borderRadius: 3 },
      },
      tooltip: {
        backgroundColor: panel,
        borderColor: line,
        borderWidth: 1,
        titleColor: text,
        bodyColor: text,
        titleFont: font,
        bodyFont: font,
        padding: 10,
        boxWidth: 10,
        boxHeight: 10,
        boxPadding: 6,
        multiKeyBackground: panel,
        callbacks: { label: ({ dataset, parsed }) => `${dataset.label}: ${valueText(kind, parsed.y ?? 0)}` },
      },
    },
  };
}

/** The colours of lines and text, as in the panel around the plot. */
const SURROUNDINGS: Record<Scheme, Record<'line' | 'text' | 'dimmed' | 'panel', Shade>> = {
  light: { line: ['gray', 3], text: ['dark', 9], dimmed: ['gray', 7], panel: ['gray', 0] },
  dark: { line: ['dark', 4], text: ['dark', 0], dimmed: ['dark', 1], panel: ['dark', 8] },
};

function surroundingsOf(colors: Look['colors'], scheme: Scheme) {
  const { line, text, dimmed, panel } = SURROUNDINGS[scheme];
  return {
    line: shadeOf(colors, line),
    text: shadeOf(colors, text),
    dimmed: shadeOf(colors, dimmed),
    panel: shadeOf(colors, panel),
  };
}

/** @throws {Error} naming the colour that the theme lacks */
export function shadeOf(colors: Look['colors'], [hue, shade]: Shade): string {
  const found = colors[hue]?.[shade];
  if (found === undefined) throw new Error(`The theme has no colour ${hue}.${shade}`);
  return found;
}

const compact = new Intl.NumberFormat('en-NG', { notation: 'compact', maximumFractionDigits: 1 });

/** 1500 → "₦1.5K" of naira, "1.5K" of purchases; a loss of 1500 → "−₦1.5K". */
export const axisText = (kind: Kind, value: number): string =>
  `${value < 0 ? MINUS : ''}${kind === 'product' ? '₦' : ''}${compact.format(Math.abs(value))}`;

/** The text in the plot's tooltips. */
export const valueText = (kind: Kind, value: number): string =>
  kind === 'product' ? formatNaira(value.toFixed(2)) : formatCount(value);
