import type { EndpointRates, Range, Rates, RequestRates } from '@topup/dashboard-contract';
import type { ChartData } from 'chart.js';
import { counted, formatRate } from '../../format/numbers';
import {
  DURATIONS,
  dayName,
  hourName,
  type Look,
  type Scheme,
  type Shade,
  shadeOf,
  type Values,
} from '../../ui/plot/plot-frame';

type Measure = 'errors' | 'latency';

type Series = { name: string; color: Record<Scheme, Shade>; value(rates: Rates): number };

/** The two plots of an endpoint. The first bar is before the others: p50 is never above p95. */
export const MEASURES: Record<Measure, { title: string; values: Values; series: Series[] }> = {
  errors: {
    title: 'Error rate',
    values: { axis: formatRate, tooltip: formatRate, least: 0.05, whole: false },
    series: [{ name: 'Errors', color: { light: ['red', 9], dark: ['red', 5] }, value: ({ errorRate }) => errorRate }],
  },
  latency: {
    title: 'Latency',
    values: DURATIONS,
    series: [
      { name: 'p50', color: { light: ['indigo', 7], dark: ['indigo', 4] }, value: ({ p50Ms }) => p50Ms },
      { name: 'p95', color: { light: ['orange', 7], dark: ['orange', 4] }, value: ({ p95Ms }) => p95Ms },
    ],
  },
};

/** The bars of an endpoint, in the same place one before the other; none where the sample has no request. */
export function barsOf(
  { points, range }: Pick<RequestRates, 'points' | 'range'>,
  shown: EndpointRates,
  measure: Measure,
  { colors }: Pick<Look, 'colors'>,
  scheme: Scheme,
): ChartData<'bar', (number | null)[], string> {
  return {
    labels: points.map((at) => pointName(at, range)),
    datasets: MEASURES[measure].series.map(({ name, color, value }) => ({
      label: name,
      data: shown.points.map((rates) => (rates === null ? null : value(rates))),
      backgroundColor: shadeOf(colors, color[scheme]),
      grouped: false,
      maxBarThickness: 36,
    })),
  };
}

/** The values of all points together as text, for screen readers. */
export function summarise(shown: EndpointRates, measure: Measure): string {
  const { title, series, values } = MEASURES[measure];
  const parts = series.map(({ name, value }) => `${name} ${values.tooltip(value(shown))}`);
  return `${title} of ${shown.endpoint}: ${parts.join(', ')} of ${counted(shown.requests, 'request')}.`;
}

const pointName = (at: string, range: Range): string =>
  range === '24h' ? hourName(at) : range === '7d' ? `${dayName(at)}, ${hourName(at)}` : dayName(at);
