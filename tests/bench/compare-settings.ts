import { SESSION_SETTINGS } from '@topup/core/shared';
import { type Durations, measureRow } from './measure-row';
import { type Measurement, median, medianRow, totalCpu } from './measurement';
import { type BenchResult, table } from './report-text';
import { nameOf, type Row } from './rows';
import { stopAll } from './test-bed/programs';
import type { Stores } from './test-bed/stores';
import { startSystem } from './test-bed/systems';
import { startTestBed } from './test-bed/test-bed';

/** The row whose ratio counts comes last, when the processes are warm. */
const ROWS: readonly Row[] = ([64, 256] as const).map((connections) => ({
  system: 'ours',
  wallets: 1_000,
  connections,
  webhook: false,
}));

type CompareOptions = Durations & {
  /** The settings to compare with the defaults. */
  settings: Record<string, string>;
  /** How often the rows are measured with the settings and without them. */
  rounds: number;
  print(line: string): void;
};

/** One row with and without: as many measurements of both, and those of the same place follow each other. */
export type Pairs = { row: Row; on: Measurement[]; off: Measurement[] };

/**
 * Measures the rows of this service with settings and without them in turn, each time on new processes. Every second
 * round begins without, so that a machine that becomes slower costs neither.
 * @throws when the books are not sound
 */
export async function compareSettings(
  { settings, rounds, warmMs, firstWarmMs, measureMs, print }: CompareOptions,
  stores: Stores,
): Promise<BenchResult> {
  print('opening accounts');
  const testBed = await startTestBed(stores, Math.max(...ROWS.map(({ wallets }) => wallets)));
  const pairs: Pairs[] = ROWS.map((row) => ({ row, on: [], off: [] }));
  try {
    // of both, because DATABASE_POOLER=transaction asks for them; otherwise each connection sets them itself
    const database = new URL(stores.databaseUrl).pathname.slice(1);
    for (const [name, value] of Object.entries(SESSION_SETTINGS))
      await testBed.sql(`ALTER DATABASE ${database} SET ${name} TO '${value}'`);
    for (let round = 1; round <= rounds; round += 1)
      for (const which of round % 2 === 1 ? (['on', 'off'] as const) : (['off', 'on'] as const)) {
        const running = await startSystem.ours((name, own) =>
          testBed.launching(name, which === 'on' ? { ...own, ...settings } : own),
        );
        for (const pair of pairs) {
          const warm = pair === pairs[0] ? warmMs + firstWarmMs : warmMs;
          const { measurement } = await measureRow(testBed, running, pair.row, warm, measureMs);
          pair[which].push(measurement);
          const { rate, errors } = measurement;
          print(
            `${round}/${rounds}  ${which}  ${nameOf(pair.row)}: ${Math.round(rate)}/s, ${errors} errors, books sound`,
          );
        }
        await stopAll(running.programs);
      }
  } finally {
    await testBed.remove();
  }
  return reportOf(settings, pairs);
}

/** The rate with the settings to that without: the median over measurements that follow each other. */
export const ratioOf = ({ on, off }: Pairs): number =>
  median(on.map(({ rate }, i) => rate / (off[i]?.rate ?? Number.NaN)));

export function reportOf(settings: Record<string, string>, pairs: readonly Pairs[]): BenchResult {
  const measured = pairs.map((pair) => ({
    ratio: ratioOf(pair),
    on: medianRow(pair.row, pair.on),
    off: medianRow(pair.row, pair.off),
  }));
  const wrong = measured.flatMap(({ on, off }) => [on, off]).filter(({ errors, rate }) => errors > 0 || rate === 0);
  const ratio = measured.at(-1)?.ratio ?? Number.NaN;
  const cpu = (row: Measurement) => ((totalCpu(row) ?? Number.NaN) * 1_000).toFixed(3);
  return {
    lines: [
      '',
      table(
        ['row', 'per s with', 'without', 'with / without', 'CPU ms with', 'without'],
        measured.map(({ on, off, ratio: each }) => [
          on.name,
          ...[on, off].map(({ rate }) => String(Math.round(rate))),
          each.toFixed(3),
          ...[on, off].map(cpu),
        ]),
      ),
      '',
      `with ${Object.keys(settings).join(', ')}: ${ratio.toFixed(3)}`,
      ...(wrong.length > 0
        ? wrong.map(({ name, errors }) => `These figures do not count. ${name}: ${errors} purchases went wrong`)
        : ['No errors, and the books were sound after every row.']),
    ],
    exitCode: wrong.length === 0 ? 0 : 1,
    report: { ratios: { with: ratio }, settings: Object.keys(settings), rows: measured },
  };
}
