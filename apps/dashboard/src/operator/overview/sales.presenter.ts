import { lagosMidnight, percentilesMs, type Sales, successRate, type TimeSpan } from '@topup/core/reporting';
import { formatNaira } from '@topup/core/shared';
import type {
  OperatorOverview,
  Range,
  SalesFigures,
  SalesGroup,
  SalesSeries,
  ServiceSales,
} from '@topup/dashboard-contract';
import { type CountedHour, HOUR_MS } from './service-hours';

/** How many hours the spans have until now, the present one included. They begin with an hour, as days in Lagos do. */
export const hoursIn = (spans: readonly TimeSpan[], now: Date): number =>
  Math.floor((now.getTime() - beginOf(spans, now).getTime()) / HOUR_MS) + 1;

const beginOf = (spans: readonly TimeSpan[], now: Date): Date => spans[0]?.since ?? now;

/** What is asked for, and the hours that answer it. `spans`: the points, which end with the present one. */
type Counted = {
  range: Range;
  by: SalesGroup;
  now: Date;
  spans: readonly TimeSpan[];
  hours: readonly CountedHour[];
  uncounted: number;
};

export function toServiceSales({ range, by, now, spans, hours, uncounted }: Counted): ServiceSales {
  const points = spans.map(({ since }) => since.toISOString());
  const placed = hours.map(({ startMs, sales }) => ({
    point: spans.findLastIndex(({ since }) => since.getTime() <= startMs),
    sales,
  }));
  const seriesOf = (failed: Failures, isIn: (sales: Sales) => boolean): SalesSeries => {
    const inPoints: Sales[][] = points.map(() => []);
    for (const { point, sales } of placed) inPoints[point]?.push(...sales.filter(isIn));
    return { ...toFigures(inPoints.flat(), failed), points: inPoints.map((each) => toFigures(each, failed)) };
  };
  const keys = new Set(placed.flatMap(({ sales }) => sales.map((each) => each[by])));
  // a purchase that was sold elsewhere has failed at its first provider, and at no network
  const failed = by === 'provider' ? 'failedThere' : 'unsuccessful';
  const groups = [...keys].map((key) => ({ key, ...seriesOf(failed, (each) => each[by] === key) }));
  return {
    range,
    by,
    from: beginOf(spans, now).toISOString(),
    to: endOf(hours, now).toISOString(),
    uncounted,
    points,
    all: seriesOf('unsuccessful', () => true),
    groups: groups.sort((one, other) => Number(other.volume) - Number(one.volume) || (one.key < other.key ? -1 : 1)),
  };
}

/** When the newest of these hours was counted. */
const endOf = (hours: readonly CountedHour[], now: Date): Date => new Date(hours.at(-1)?.untilMs ?? now.getTime());

/** Since midnight in Lagos, which is in the last 24 hours. */
export function toToday(hours: readonly CountedHour[], now: Date): OperatorOverview['today'] {
  const from = lagosMidnight(now);
  const sales = hours.flatMap((hour) => (hour.startMs >= from.getTime() ? hour.sales : []));
  const { purchases, volume, successRate } = toFigures(sales, 'unsuccessful');
  return { from: from.toISOString(), to: endOf(hours, now).toISOString(), purchases, volume, successRate };
}

type Failures = 'unsuccessful' | 'failedThere';

function toFigures(sales: readonly Sales[], failures: Failures): SalesFigures {
  const [open, success, unsuccessful] = [sum(sales, 'open'), sum(sales, 'success'), sum(sales, 'unsuccessful')];
  const [p50Ms = null, p95Ms = null] = percentilesMs(sales, [0.5, 0.95]);
  const failed = sum(sales, failures);
  return {
    purchases: open + success + unsuccessful,
    success,
    failed,
    successRate: successRate({ success, failed }),
    volume: formatNaira(sumKobo(sales, 'volumeKobo')),
    p50Ms,
    p95Ms,
    margin: formatNaira(sumKobo(sales, 'pricedKobo') - sumKobo(sales, 'costKobo')),
    unknownCost: sum(sales, 'unknownCost'),
  };
}

type Counts = Failures | 'open' | 'success' | 'unknownCost';
const sum = (sales: readonly Sales[], name: Counts): number => sales.reduce((all, each) => all + each[name], 0);
const sumKobo = (sales: readonly Sales[], name: 'volumeKobo' | 'pricedKobo' | 'costKobo'): bigint =>
  sales.reduce((all, each) => all + each[name], 0n);
