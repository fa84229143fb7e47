import { type FailureCode, failureCodes } from '../../errors/error-catalog';
import { escapeFormula } from '../../shared/csv';
import { dayInLagos, daysOfMonth } from '../../time/lagos-time';
import type { ServiceReport, ServiceSum } from '../records';
import { type Latency, percentilesMs } from '../sales/latency';
import type { DayPart, ServiceDay } from './service-day.store';

/** The days of a month such as 2026-11, or one day, as far as they have begun in Lagos. */
export const begunDays = (period: string, now: Date): string[] =>
  (period.length === 7 ? daysOfMonth(period) : [period]).filter((day) => day <= dayInLagos(now));

/** Adds up days, one after another, so that no statement takes long and one connection is enough. */
export async function readServiceReport(
  days: readonly string[],
  readDay: (day: string) => Promise<ServiceDay>,
): Promise<ServiceReport> {
  const read: ServiceDay[] = [];
  for (const day of days) read.push(await readDay(day));
  const parts = read.flatMap((day) => day.parts);
  const keyOf = ({ product, service }: DayPart) => `${product} ${service}`;
  const keys = [...new Set(parts.map(keyOf))].sort();
  return {
    days: read.map(({ day, frozenAt }) => ({ day, finalAt: frozenAt })),
    rows: keys.map((key) => sumParts(parts.filter((part) => keyOf(part) === key))),
    total: { ...sumParts(parts), product: 'Total', service: '' },
  };
}

function sumParts(parts: readonly DayPart[]): ServiceSum {
  const count = (is: (part: DayPart) => boolean) => parts.filter(is).reduce((sum, { purchases }) => sum + purchases, 0);
  const of = (wanted: DayPart['outcome']) => count(({ outcome }) => outcome === wanted);
  const failures = Object.fromEntries(failureCodes.map((code) => [code, of(code)])) as Record<FailureCode, number>;
  const reasons = new Set(parts.flatMap(({ reason }) => reason ?? []));
  return {
    product: parts[0]?.product ?? '',
    service: parts[0]?.service ?? '',
    accepted: count(({ outcome }) => outcome !== 'reversed_since'),
    sold: of('sold'),
    failed: failureCodes.reduce((sum, code) => sum + failures[code], 0),
    failures,
    reversed: of('reversed'),
    reversedSince: of('reversed_since'),
    open: of('open'),
    openLong: count(({ reason }) => reason !== undefined),
    reasons: [...reasons]
      .map((reason) => ({ reason, purchases: count((part) => part.reason === reason) }))
      .sort((one, other) => other.purchases - one.purchases || (one.reason < other.reason ? -1 : 1)),
    refund: timesOf(parts, 'refund'),
    known: timesOf(parts, 'known'),
  };
}

function timesOf(all: readonly DayPart[], of: 'refund' | 'known'): ServiceSum['refund'] {
  const parts = all.filter((part) => part[`${of}Step`] !== undefined);
  const latency: Latency = {
    steps: parts.map((part) => part[`${of}Step`] ?? 0),
    counts: parts.map(({ purchases }) => purchases),
  };
  const maxMs = parts.length === 0 ? null : Math.max(...parts.map((part) => part[`${of}MaxMs`] ?? 0));
  const [p50 = null, p95 = null] = percentilesMs([latency], [0.5, 0.95]).map((ms) =>
    ms === null || maxMs === null ? null : seconds(Math.min(ms, maxMs)),
  );
  const over30 = parts.reduce((sum, part) => sum + (part[`${of}Over`] ?? 0), 0);
  return { p50, p95, max: maxMs === null ? null : seconds(maxMs), over30 };
}

const seconds = (ms: number): number => Math.round(ms / 100) / 10;

type Columns = [title: string, cell: (row: ServiceSum) => string][];

/** The columns of a file. `period`: the day or the month. */
export const serviceColumns = (period: string, { days }: Pick<ServiceReport, 'days'>): Columns => [
  ['period', () => period],
  ['is_final', () => String(days.every(({ finalAt }) => finalAt !== null))],
  ['product', ({ product }) => product],
  ['service', ({ service }) => escapeFormula(service)],
  ['accepted', ({ accepted }) => String(accepted)],
  ['sold', ({ sold }) => String(sold)],
  ['failed', ({ failed }) => String(failed)],
  ...failureCodes.map((code): Columns[0] => [code, ({ failures }) => String(failures[code])]),
  ['reversed', ({ reversed }) => String(reversed)],
  ['reversed_since', ({ reversedSince }) => String(reversedSince)],
  ['open', ({ open }) => String(open)],
  ['open_over_24h', ({ openLong }) => String(openLong)],
  ['open_over_24h_why', ({ reasons }) => escapeFormula(reasonsText(reasons))],
  ...(['refund', 'known'] as const).flatMap(
    (of): Columns => [
      [`${of}_p50_s`, (row) => String(row[of].p50 ?? '')],
      [`${of}_p95_s`, (row) => String(row[of].p95 ?? '')],
      [`${of}_max_s`, (row) => String(row[of].max ?? '')],
      [`${of}_over_30s`, (row) => String(row[of].over30)],
    ],
  ),
];

const reasonsText = (reasons: ServiceSum['reasons']): string =>
  reasons.map(({ reason, purchases }) => `${purchases} ${reason}`).join('; ');
