import type { MantineTheme } from '@mantine/core';
import type { ChartData } from 'chart.js';
import { formatDuration } from '../../format/time';
import { byZone, pageZone } from '../../format/zone';

/** Height of the whole plot with its legend. */
export const PLOT_HEIGHT = 290;

export type Scheme = 'light' | 'dark';
/** A colour of the theme. */
export type Shade = readonly [hue: string, shade: number];
export type Look = Pick<MantineTheme, 'colors' | 'fontFamily'>;

/** How the values of a plot are written. */
export type Values = {
  axis(value: number): string;
  tooltip(value: number): string;
  /** The value that the axis reaches at least: a plot without values also has an axis. */
  least: number;
  /** Values are whole numbers. */
  whole: boolean;
  /** The distance of the lines of a plot up to the value `most`. Default: a round decimal number. */
  step?(most: number): number;
};

/** The bars of one colour. `value`: of a point, and of all of them together; null: there is none. */
export type BarSeries<Point> = { name: string; color: Record<Scheme, Shade>; value(of: Point): number | null };

/** The data of a plot. */
export type Measure<Point> = { title: string; values: Values; series: BarSeries<Point>[] };

/**
 * The bars of each series; none for a point that is null. `overlaid`: those of a point are in the same place, so that
 * the first series is in front.
 */
export const barsOf = <Point>(
  { series }: Pick<Measure<Point>, 'series'>,
  points: (Point | null)[],
  labels: string[],
  { look: { colors }, scheme, overlaid = false }: { look: Pick<Look, 'colors'>; scheme: Scheme; overlaid?: boolean },
): ChartData<'bar', (number | null)[], string> => ({
  labels,
  datasets: series.map(({ name, color, value }) => ({
    label: name,
    data: points.map((point) => (point === null ? null : value(point))),
    backgroundColor: shadeOf(colors, color[scheme]),
    maxBarThickness: 36,
    ...(overlaid && { grouped: false }),
  })),
});

/** The values of a plot as a text, for screen readers. */
export const valuesText = <Point>({ series, values }: Measure<Point>, of: Point): string =>
  series
    .map(({ name, value }) => {
      const read = value(of);
      return `${name} ${read === null ? '–' : values.tooltip(read)}`;
    })
    .join(', ');

const [SECOND_MS, MINUTE_MS, HOUR_MS] = [1_000, 60_000, 3_600_000];
const MOST_LINES = 5;
/** Steps that are round in their own unit: 50,000 ms would be lines at 50 s and 1 min 40 s. */
const DURATION_STEPS_MS = [
  ...[20, 50, 100, 200, 500],
  ...[1, 2, 5, 10, 15, 30].map((seconds) => seconds * SECOND_MS),
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR_MS),
];
const DAY_MS = 24 * HOUR_MS;

/** The smallest round step that needs few lines up to this duration; above 60 hours whole days. */
export const durationStep = (mostMs: number): number =>
  DURATION_STEPS_MS.find((step) => mostMs <= MOST_LINES * step) ?? Math.ceil(mostMs / MOST_LINES / DAY_MS) * DAY_MS;

/** A round duration, without decimals that say nothing: "500 ms", "1.5 s", "2 min". */
export function durationTick(ms: number): string {
  if (ms < SECOND_MS) return `${ms} ms`;
  return ms < MINUTE_MS ? `${ms / SECOND_MS} s` : formatDuration(ms);
}

/** How times of milliseconds are written. */
const DURATIONS: Values = {
  axis: durationTick,
  tooltip: formatDuration,
  least: 100,
  whole: false,
  step: durationStep,
};

/** How long half of something took at most, and 95% of it. */
export const LATENCY: Measure<{ p50Ms: number | null; p95Ms: number | null }> = {
  title: 'Latency',
  values: DURATIONS,
  // p50 is never above p95, so its bar is before the other
  series: [
    { name: 'p50', color: { light: ['indigo', 7], dark: ['indigo', 4] }, value: ({ p50Ms }) => p50Ms },
    { name: 'p95', color: { light: ['orange', 7], dark: ['orange', 4] }, value: ({ p95Ms }) => p95Ms },
  ],
};

type Shown = { dataset: { label?: string | undefined }; parsed: { y: number | null } };

/**
 * All around the values of a plot, for bars and lines; `most` is the greatest of them. A canvas knows no CSS variables,
 * so colours come from the theme for the present scheme. No animation, because the values are read again every few
 * seconds.
 */
export function plotFrame(values: Values, { colors, fontFamily }: Look, scheme: Scheme, most = 0) {
  const { axis, tooltip, least, whole, step } = values;
  const around = SURROUNDINGS[scheme];
  const line = shadeOf(colors, around.line);
  const text = shadeOf(colors, around.text);
  const dimmed = shadeOf(colors, around.dimmed);
  const panel = shadeOf(colors, around.panel);
  const font = { family: fontFamily, size: 12 };
  return {
    animation: false as const,
    maintainAspectRatio: false,
    interaction: { mode: 'index' as const, intersect: false },
    scales: {
      x: {
        grid: { display: false },
        border: { color: line },
        ticks: { color: dimmed, font, maxRotation: 0, autoSkipPadding: 12 },
      },
      y: {
        suggestedMax: least,
        grid: { color: line, drawTicks: false },
        border: { display: false, dash: [4, 4] },
        ticks: {
          color: dimmed,
          font,
          padding: 8,
          maxTicksLimit: 6,
          ...(whole && { precision: 0 }),
          ...(step && { stepSize: step(Math.max(most, least)) }),
          callback: (value: string | number) => axis(Number(value)),
        },
      },
    },
    plugins: {
      legend: {
        position: 'bottom' as const,
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
        callbacks: { label: ({ dataset, parsed }: Shown) => `${dataset.label}: ${tooltip(parsed.y ?? 0)}` },
      },
    },
  };
}

/** The colours of lines and text, as in the panel around the plot. */
const SURROUNDINGS: Record<Scheme, Record<'line' | 'text' | 'dimmed' | 'panel', Shade>> = {
  light: { line: ['gray', 3], text: ['dark', 9], dimmed: ['gray', 7], panel: ['gray', 0] },
  dark: { line: ['dark', 4], text: ['dark', 0], dimmed: ['dark', 1], panel: ['dark', 8] },
};

/** @throws {Error} naming the colour that the theme lacks */
function shadeOf(colors: Look['colors'], [hue, shade]: Shade): string {
  const found = colors[hue]?.[shade];
  if (found === undefined) throw new Error(`The theme has no colour ${hue}.${shade}`);
  return found;
}

const hour = byZone({ hour: '2-digit', minute: '2-digit' });
const day = byZone({ day: 'numeric', month: 'short' });

/** The hour of a time in the zone of the pages, "14:00". */
export const hourName = (at: string): string => hour(pageZone()).format(new Date(at));

/** The day of a time in the zone of the pages, "22 Nov". */
export const dayName = (at: string): string => day(pageZone()).format(new Date(at));
