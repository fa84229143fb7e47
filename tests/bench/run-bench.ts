import { type Durations, type Measured, measureRow } from './measure-row';
import { type MeasuredRow, type Measurement, medianRow } from './measurement';
import { type OtherFigures, type Ratios, ratiosOf } from './ratios';
import { nameOf, type Row, systems } from './rows';
import { stopAll } from './test-bed/programs';
import type { Stores } from './test-bed/stores';
import { startTestBed, type TestBed } from './test-bed/test-bed';

type BenchOptions = Durations & {
  rows: readonly Row[];
  /** How often each row is measured. Of several rounds the medians count. */
  rounds: number;
  /** How long the row with webhooks runs for `webhook_steady`, in so many slices. Without it, it is not measured. */
  steady?: { slices: number; sliceMs: number };
  /** The p50 measured before, on an idle service. */
  idleP50Ms?: number;
  /** Gets the progress, a line at a time. */
  print(line: string): void;
};

export type BenchReport = { ratios: Ratios; rows: MeasuredRow[] };

/**
 * Measures all rows on the given stores. Each round measures every row, so that a slow minute of the machine affects
 * all.
 * @throws when the books are not sound
 */
export async function runBench(options: BenchOptions, stores: Stores): Promise<BenchReport> {
  const { rows, rounds, print } = options;
  print('opening accounts');
  const testBed = await startTestBed(stores, Math.max(...rows.map(({ wallets }) => wallets)));
  const measured = new Map<Row, Measurement[]>(rows.map((row) => [row, []]));
  let steady: Steady = { row: [], ratio: null };
  try {
    for (let round = 1; round <= rounds; round += 1) {
      await measureAll(options, testBed, (row, { measurement, errors }) => {
        measured.get(row)?.push(measurement);
        print(
          `${rounds > 1 ? `${round}/${rounds}  ` : ''}${lineOf(row, measurement)}${Object.entries(errors).map(([what, n]) => `, ${n} × ${what}`)}`,
        );
      });
    }
    if (options.steady !== undefined) steady = await measureSteady(options, options.steady, testBed);
  } finally {
    await testBed.remove();
  }
  const report = [...measured].map(([row, all]) => medianRow(row, all));
  const others: OtherFigures = { webhook_steady: steady.ratio, idle_p50_ms: options.idleP50Ms ?? null };
  return { ratios: ratiosOf(report, others), rows: [...report, ...steady.row] };
}

type Steady = { row: MeasuredRow[]; ratio: number | null };

/** The row with webhooks for longer, on new processes. `ratio`: the rate of its last slice to that of its first. */
async function measureSteady(
  { rows, warmMs, firstWarmMs, print }: BenchOptions,
  { slices: count, sliceMs }: NonNullable<BenchOptions['steady']>,
  testBed: TestBed,
): Promise<Steady> {
  const row = rows.findLast(({ webhook }) => webhook);
  if (row === undefined) return { row: [], ratio: null };
  const running = await testBed.start('ours');
  const { measurement, slices } = await measureRow(
    testBed,
    running,
    row,
    warmMs + firstWarmMs,
    count * sliceMs,
    sliceMs,
  );
  await stopAll(running.programs);
  const name = `${nameOf(row)}, ${count} × ${sliceMs / 1_000} s`;
  print(`${name}: ${slices.map(({ rate }) => Math.round(rate)).join(', ')} per s, books sound`);
  const [first, last] = [slices[0]?.rate, slices.at(-1)?.rate];
  return {
    row: [{ ...medianRow(row, [measurement]), name }],
    ratio: first === undefined || last === undefined || first === 0 ? null : last / first,
  };
}

/** Runs one system at a time, each on its own processes. */
async function measureAll(
  { rows, warmMs, firstWarmMs, measureMs }: BenchOptions,
  testBed: TestBed,
  done: (row: Row, measured: Measured) => void,
): Promise<void> {
  for (const system of systems) {
    const own = rows.filter((row) => row.system === system);
    if (own.length === 0) continue;
    const running = await testBed.start(system);
    for (const row of own) {
      const warm = row === own[0] ? warmMs + firstWarmMs : warmMs;
      done(row, await measureRow(testBed, running, row, warm, measureMs));
    }
    await stopAll(running.programs);
  }
}

function lineOf(row: Row, { rate, p50Ms, p99Ms, restMs }: Measurement): string {
  const rested = restMs > 1_000 ? `, at rest after ${(restMs / 1_000).toFixed(1)} s` : '';
  return `${nameOf(row)}: ${Math.round(rate)}/s, p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms${rested}, books sound`;
}
