import type { Violation } from '../chaos/audit/audit';
import { brokenRules } from '../chaos/report-text';

/** One loss of the leader. Times in milliseconds. */
export type Failover = {
  injury: string;
  from: string;
  to: string;
  /** The longest time in which no client got a success. */
  withoutSuccessMs: number;
  /** From the injury until all three servers were back with the newest timeline. */
  untilWholeMs: number;
};

export type HaReport = {
  failovers: number;
  seed: number;
  perSecond: number;
  rows: readonly Failover[];
  /** Purchases by status. */
  ends: Readonly<Record<string, number>>;
  products: Readonly<Record<string, number>>;
  violations: readonly Violation[];
};

/** Sales must go on within this time. */
const LIMIT_MS = 30_000;

const slow = ({ rows }: HaReport) => rows.filter(({ withoutSuccessMs }) => withoutSuccessMs > LIMIT_MS);

export const isClean = (report: HaReport): boolean =>
  report.violations.length === 0 && slow(report).length === 0 && report.rows.length === report.failovers;

export function reportText(report: HaReport): string {
  const { rows, violations, seed, failovers, perSecond } = report;
  const outages = rows.map(({ withoutSuccessMs }) => withoutSuccessMs).sort((a, b) => a - b);
  const seconds = (ms: number | undefined) => ((ms ?? 0) / 1_000).toFixed(1).padStart(5);
  const counts = (all: HaReport['ends']) =>
    Object.entries(all)
      .map(([name, count]) => `${name} ${count}`)
      .join(', ');
  return [
    '',
    `${rows.length} failovers, seed ${seed}`,
    '  no.  without success   whole again   what happened to the leader',
    ...rows.map(
      ({ injury, from, to, withoutSuccessMs, untilWholeMs }, i) =>
        `  ${String(i + 1).padStart(3)}            ${seconds(withoutSuccessMs)} s       ${seconds(untilWholeMs)} s   ${from} ${injury}; then ${to}`,
    ),
    `  median ${seconds(outages[Math.floor(outages.length / 2)])} s, worst ${seconds(outages.at(-1))} s, limit ${seconds(LIMIT_MS)} s`,
    `purchases: ${counts(report.ends)}`,
    `products: ${counts(report.products)}`,
    ...(violations.length === 0
      ? ['No promise was broken, and the books are sound.']
      : [`BROKEN: ${violations.length} times`, ...brokenRules(violations).map((line) => `  ${line}`)]),
    ...slow(report).map(({ injury }) => `TOO SLOW: ${injury}`),
    `Again: npm run test:ha -- --failovers ${failovers} --seed ${seed} --rate ${perSecond}`,
  ].join('\n');
}
