import { randomBytes } from 'node:crypto';
import { type Durations, errorLines, loadRow, runLoad } from '../measure-row';
import { type BenchResult, table } from '../report-text';
import type { Row } from '../rows';
import { stopAll } from '../test-bed/programs';
import type { Stores } from '../test-bed/stores';
import { startTestBed } from '../test-bed/test-bed';
import { buildIndexes, type Minute, readWrites, startLooking, writtenBetween } from './minute';
import { grownIn, isJudged } from './verdict';

const ROW: Row = { system: 'ours', wallets: 1_000, connections: 256, webhook: true };
const OF_WHAT_IT_CAN = 0.6;

type SoakOptions = Durations & {
  minutes: number;
  /** How long a minute is. */
  minuteMs: number;
  print(line: string): void;
};

/**
 * Sells with webhooks at a fixed rate, 60 % of what the machine can, for `minutes`, and looks at everything that could
 * grow after each. What it can is measured first: purchases by the time until their deliveries are at rest.
 * @throws when the books are not sound
 */
export async function measureSoak(options: SoakOptions, stores: Stores): Promise<BenchResult> {
  const { minutes: count, minuteMs, warmMs, firstWarmMs, measureMs, print } = options;
  print('opening accounts');
  const testBed = await startTestBed(stores, ROW.wallets);
  try {
    const system = await testBed.start('ours');
    const before = await readWrites(testBed.sql);
    const { measurement } = await loadRow(testBed, system, ROW, warmMs + firstWarmMs, measureMs);
    const can = (measurement.rate * measureMs) / (measureMs + measurement.restMs);
    const perSecond = Math.max(1, Math.round(can * OF_WHAT_IT_CAN));
    print(`${Math.round(can)} a second with their deliveries is what it can; ${perSecond} a second from now on`);
    const after = await readWrites(testBed.sql);
    const tables = writtenBetween(before, after, (measurement.rate * measureMs) / 1_000);

    const processes = [...system.programs, ...stores.counted]; // the sandbox keeps every order on purpose
    const look = await startLooking(testBed.sql, tables, processes);
    const minutes: Minute[] = [];
    let looking = Promise.resolve();
    const task = {
      port: system.port,
      apiKeys: testBed.apiKeys.slice(0, ROW.wallets),
      uneven: true, // as clients are
      connections: ROW.connections,
      refPrefix: randomBytes(6).toString('hex'),
      warmMs,
      measureMs: count * minuteMs,
      sliceMs: minuteMs,
      perSecond,
    };
    const { result } = await runLoad(testBed, task, [], (slice) => {
      looking = looking.then(async () => {
        const minute = await look(slice);
        minutes.push(minute);
        print(lineOf(minute, minutes.length));
      });
      looking.catch(() => undefined); // it is awaited when the load is over
    });
    const loadOver = performance.now();
    await testBed.untilIdle();
    const restMs = performance.now() - loadOver;
    await stopAll(system.programs);
    await looking;
    print('verifying the books');
    await testBed.verifyBooks();
    const built = await buildIndexes(testBed.sql, tables);
    const faults = [...errorLines(result.errors), ...grownIn(minutes, perSecond, built)];
    return report(minutes, { can, perSecond, restMs, built }, faults);
  } finally {
    await testBed.remove();
  }
}

const mb = (bytes: number): number => bytes / 2 ** 20;

const lineOf = ({ rate, p50Ms, p99Ms, rss, walPerPurchase }: Minute, n: number): string =>
  `${n}: ${Math.round(rate)}/s, p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms, api ${mb(rss.api ?? 0).toFixed(0)} MB, worker ${mb(rss.worker ?? 0).toFixed(0)} MB, WAL ${(walPerPurchase / 1_024).toFixed(1)} kB for each`;

type Figures = { can: number; perSecond: number; restMs: number; built: Record<string, number> };

function report(minutes: Minute[], figures: Figures, faults: string[]): BenchResult {
  const total = (of: Record<string, number>) => Object.values(of).reduce((sum, each) => sum + each, 0);
  const shown = minutes.filter((_, i) => minutes.length <= 12 || i % 3 === 2);
  return {
    lines: [
      '',
      table(
        [
          'minute',
          'per s',
          'p50 ms',
          'p99 ms',
          'api MB',
          'worker MB',
          'postgres MB',
          'dead tuples',
          'WAL kB',
          'indexes MB',
        ],
        shown.map((minute) => [
          String(minutes.indexOf(minute) + 1),
          String(Math.round(minute.rate)),
          minute.p50Ms.toFixed(1),
          minute.p99Ms.toFixed(1),
          ...['api', 'worker', 'postgres'].map((name) => mb(minute.rss[name] ?? 0).toFixed(0)),
          String(total(minute.deadTuples)),
          (minute.walPerPurchase / 1_024).toFixed(1),
          mb(total(minute.indexes)).toFixed(0),
        ]),
      ),
      '',
      ...indexTable(minutes.at(-1), figures.built),
      '',
      `WAL is for each purchase. Deliveries were at rest ${(figures.restMs / 1_000).toFixed(1)} s after the load.`,
      ...(isJudged(minutes) ? [] : ['Nothing is judged: that takes nine minutes.']),
      ...(faults.length > 0 ? faults : ['No errors, nothing that is judged has grown, and the books are sound.']),
    ],
    exitCode: faults.length === 0 ? 0 : 1,
    report: { ...figures, minutes, faults },
  };
}

/** The bytes of each index for each purchase, at the end and when built anew. */
function indexTable(last: Minute | undefined, built: Record<string, number>): string[] {
  if (last === undefined) return [];
  const each = (bytes: number) => (bytes / last.purchases).toFixed(1);
  const rows = Object.entries(last.indexes)
    .sort(([, a], [, b]) => b - a)
    .map(([name, bytes]) => [name, each(bytes), each(built[name] ?? 0)]);
  return [table(['index', 'bytes for each purchase', 'built anew'], rows)];
}
