import type { Sales } from '@topup/core/reporting';
import { formatNaira, pick } from '@topup/core/shared';
import { lagosMidnight, type TimeSpan } from '@topup/core/time';
import type { OperatorOverview, Range, SalesFigures, SalesGroup, ServiceSales } from '@topup/dashboard-contract';
import { toGroups, toPerformance, toSeries } from '../../account/overview/performance.presenter';
import { type CountedHour, HOUR_MS } from './service-hours';

/** How many hours the spans have until now, the present one included. They begin with an hour, as days in Lagos do. */
export const hoursIn = (spans: readonly TimeSpan[], now: Date): number =>
  Math.floor((now.getTime() - beginOf(spans, now).getTime()) / HOUR_MS) + 1;

const beginOf = (spans: readonly TimeSpan[], now: Date): Date => spans[0]?.since ?? now;

/** A request for sales, and the hours that answer it. `spans`: the points, which end with the present one. */
type Counted = {
  range: Range;
  by: SalesGroup;
  now: Date;
  spans: readonly TimeSpan[];
  hours: readonly CountedHour[];
  uncounted: number;
};

export function toServiceSales({ range, by, now, spans, hours, uncounted }: Counted): ServiceSales {
  const points: Sales[][] = spans.map(() => []);
  for (const { startMs, sales } of hours)
    points[spans.findLastIndex(({ since }) => since.getTime() <= startMs)]?.push(...sales);
  // a purchase that was sold elsewhere has failed at its first provider, and at no network
  const failed = by === 'provider' ? 'failedThere' : 'unsuccessful';
  return {
    range,
    by,
    from: beginOf(spans, now).toISOString(),
    to: endOf(hours, now).toISOString(),
    uncounted,
    points: spans.map(({ since }) => since.toISOString()),
    all: toSeries(points, (sales) => toFigures(sales, 'unsuccessful')),
    groups: toGroups(
      points,
      (sales) => sales[by],
      (sales) => toFigures(sales, failed),
    ),
  };
}

/** When the newest of these hours was counted. */
const endOf = (hours: readonly CountedHour[], now: Date): Date => new Date(hours.at(-1)?.untilMs ?? now.getTime());

/** Since midnight in Lagos, which is in the last 24 hours. */
export function toToday(hours: readonly CountedHour[], now: Date): OperatorOverview['today'] {
  const from = lagosMidnight(now);
  const sales = hours.flatMap((hour) => (hour.startMs >= from.getTime() ? hour.sales : []));
  const figures = toFigures(sales, 'unsuccessful');
  return {
    from: from.toISOString(),
    to: endOf(hours, now).toISOString(),
    ...pick(figures, 'purchases', 'success', 'failed', 'volume', 'successRate'),
  };
}

type Failures = 'unsuccessful' | 'failedThere';

function toFigures(sales: readonly Sales[], failures: Failures): SalesFigures {
  return {
    ...toPerformance(sales, sum(sales, failures)),
    margin: formatNaira(sumKobo(sales, 'pricedKobo') - sumKobo(sales, 'costKobo')),
    unknownCost: sum(sales, 'unknownCost'),
  };
}

const sum = (sales: readonly Sales[], name: Failures | 'unknownCost'): number =>
  sales.reduce((all, each) => all + each[name], 0);
const sumKobo = (sales: readonly Sales[], name: 'pricedKobo' | 'costKobo'): bigint =>
  sales.reduce((all, each) => all + each[name], 0n);
