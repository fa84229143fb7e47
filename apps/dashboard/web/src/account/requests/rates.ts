import type { EndpointRates, Range, Rates, RequestRates } from '@topup/dashboard-contract';
import { counted, formatRate } from '../../format/numbers';
import * as plot from '../../ui/plot/plot-frame';

type Measure = 'errors' | 'latency';

export const MEASURES: Record<Measure, plot.Measure<Rates>> = {
  errors: {
    title: 'Error rate',
    values: { axis: formatRate, tooltip: formatRate, least: 0.05, whole: false },
    series: [{ name: 'Errors', color: { light: ['red', 9], dark: ['red', 5] }, value: ({ errorRate }) => errorRate }],
  },
  latency: plot.LATENCY,
};

/** The bars of an endpoint; none where the sample has no request. */
export const barsOf = (
  { points, range }: Pick<RequestRates, 'points' | 'range'>,
  shown: EndpointRates,
  measure: Measure,
  look: Pick<plot.Look, 'colors'>,
  scheme: plot.Scheme,
) => {
  const labels = points.map((at) => pointName(at, range));
  return plot.barsOf(MEASURES[measure], shown.points, labels, { look, scheme, overlaid: true });
};

/** The values of all points together as text, for screen readers. */
export function summarise(shown: EndpointRates, measure: Measure): string {
  const values = plot.valuesText(MEASURES[measure], shown);
  return `${MEASURES[measure].title} of ${shown.endpoint}: ${values} of ${counted(shown.requests, 'request')}.`;
}

const pointName = (at: string, range: Range): string =>
  range === '24h' ? plot.hourName(at) : range === '7d' ? `${plot.dayName(at)}, ${plot.hourName(at)}` : plot.dayName(at);
