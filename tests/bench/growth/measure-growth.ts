import { randomBytes } from 'node:crypto';
import { type Durations, loadRow, runLoad } from '../measure-row';
import { type MeasuredRow, type Measurement, medianRow } from '../measurement';
import { type BenchResult, table } from '../report-text';
import type { Row } from '../rows';
import { pathTables, readTableUses, type TableUses, usesBetween, wholeScansByPurchases } from '../table-use';
import { stopAll } from '../test-bed/programs';
import type { Stores } from '../test-bed/stores';
import { startOurs } from '../test-bed/systems';
import { startTestBed, type TestBed } from '../test-bed/test-bed';
import { resizeTo } from './resize';

const ROW: Row = { system: 'ours', wallets: 1_000, connections: 256, webhook: false };
const MODELS = 100; // purchases that the service sells itself; the others are copies of one

type GrowthOptions = Durations & {
  /** Numbers of finished purchases in the tables. */
  sizes: number[];
  /** Numbers of worker processes, each measured at the first size. The other sizes use the first of these. */
  workers: number[];
  rounds: number;
  print(line: string): void;
};

type Grown = { size: number; workers: number; row: MeasuredRow; sold: number; uses: TableUses; faults: string[] };

/**
 * Measures the same load at each size and with each number of workers. @throws when the books are not sound after one
 * of them
 */
export async function measureGrowth(options: GrowthOptions, stores: Stores): Promise<BenchResult> {
  const { sizes, workers, print } = options;
  print('opening accounts');
  const testBed = await startTestBed(stores, ROW.wallets);
  try {
    await sellModels(testBed);
    const [first = 1] = workers;
    const all: Grown[] = [];
    for (const [size, count] of [
      ...workers.map((each) => [sizes[0] ?? 0, each] as const),
      ...sizes.slice(1).map((each) => [each, first] as const),
    ]) {
      const began = performance.now();
      await resizeTo(testBed.sql, size);
      print(`${size} finished purchases, made in ${Math.round((performance.now() - began) / 1_000)} s`);
      const grown = await measureAt(testBed, options, size, count);
      all.push(grown);
      print(
        `${grown.row.name}: ${Math.round(grown.row.rate)}/s, p50 ${grown.row.p50Ms.toFixed(1)} ms, p99 ${grown.row.p99Ms.toFixed(1)} ms; verifying the books`,
      );
      await testBed.verifyBooks();
    }
    return report(all);
  } finally {
    await testBed.remove();
  }
}

async function sellModels(testBed: TestBed): Promise<void> {
  await testBed.setWebhooks(true);
  const { port, programs } = await startOurs(testBed.launching, 1);
  const refPrefix = randomBytes(6).toString('hex');
  await runLoad(
    testBed,
    { port, apiKeys: testBed.apiKeys, connections: 10, refPrefix, warmMs: 0, purchases: MODELS },
    [],
  );
  await testBed.untilIdle();
  await stopAll(programs);
}

async function measureAt(
  testBed: TestBed,
  { rounds, warmMs, firstWarmMs, measureMs }: GrowthOptions,
  size: number,
  workers: number,
): Promise<Grown> {
  const system = await startOurs(testBed.launching, workers);
  const before = await readTableUses(testBed.sql);
  const began = performance.now();
  const measurement: Measurement[] = [];
  const errors: string[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const measured = await loadRow(testBed, system, ROW, round === 1 ? warmMs + firstWarmMs : warmMs, measureMs);
    measurement.push(measured.measurement);
    errors.push(...Object.entries(measured.errors).map(([what, count]) => `${count} × ${what}`));
  }
  const uses = usesBetween(before, await readTableUses(testBed.sql));
  const elapsedMs = performance.now() - began;
  await stopAll(system.programs);
  const [now] = await testBed.sql<{ count: string }>('SELECT count(*) FROM purchase');
  const name = `${size} purchases, ${workers === 1 ? '1 worker' : `${workers} workers`}`;
  const row = { ...medianRow(ROW, measurement), name };
  const silent = row.rate === 0 ? ['no purchase got an answer'] : [];
  const faults = [...errors, ...silent, ...wholeScansByPurchases(uses, { elapsedMs, workers })].map(
    (fault) => `${name}: ${fault}`,
  );
  return { size, workers, row, sold: Number(now?.count) - size, uses, faults };
}

function report(all: Grown[]): BenchResult {
  const faults = all.flatMap((each) => each.faults);
  const scans = (name: string, index: string) =>
    all.map(({ uses, sold }) => ((uses[name]?.indexScans[index] ?? 0) / sold).toFixed(2));
  const used = pathTables.flatMap((name) =>
    Object.keys(all[0]?.uses[name]?.indexScans ?? {})
      .map((index) => [index, ...scans(name, index)])
      .filter(([, ...counts]) => counts.some((count) => Number(count) > 0)),
  );
  return {
    lines: [
      '',
      table(
        [
          'finished purchases, workers',
          'per s',
          'to the first',
          'p50 ms',
          'p95 ms',
          'p99 ms',
          'errors',
          'at rest s',
          'CPU ms per purchase',
          'load',
        ],
        all.map((each) => cellsOf(each.row, all[0]?.row.rate ?? 0)),
      ),
      '',
      table(['index scans per purchase', ...all.map(({ row }) => row.name)], used),
      '',
      table(
        ['read whole', ...all.map(({ row }) => row.name)],
        pathTables.map((name) => [name, ...all.map(({ uses }) => String(uses[name]?.wholeScans))]),
      ),
      '',
      ...(faults.length > 0
        ? faults
        : ['No errors, no table of the path was read whole by a purchase, and the books were sound each time.']),
    ],
    exitCode: faults.length === 0 ? 0 : 1,
    report: { rows: all },
  };
}

function cellsOf(row: MeasuredRow, firstRate: number): string[] {
  const cpu = Object.values(row.cpuSeconds).reduce<number>((sum, seconds) => sum + (seconds ?? 0), 0);
  return [
    row.name,
    String(Math.round(row.rate)),
    firstRate === 0 ? '–' : (row.rate / firstRate).toFixed(2),
    row.p50Ms.toFixed(1),
    row.p95Ms.toFixed(1),
    row.p99Ms.toFixed(1),
    String(row.errors),
    (row.restMs / 1_000).toFixed(1),
    (cpu * 1_000).toFixed(3),
    `${Math.round(row.loadShare * 100)} %`,
  ];
}
