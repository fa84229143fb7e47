import { SESSION_SETTINGS } from '@topup/core/shared';
import { type Durations, measureRow } from '../measure-row';
import { type MeasuredRow, type Measurement, median, medianRow, totalCpu } from '../measurement';
import { type Aim, aimText, reaches } from '../ratios';
import { type BenchResult, table } from '../report-text';
import { nameOf, type Row } from '../rows';
import { stopAll } from '../test-bed/programs';
import type { Stores } from '../test-bed/stores';
import { startSystem } from '../test-bed/systems';
import { startTestBed } from '../test-bed/test-bed';

/** The row whose ratio counts comes last, when the processes are warm. */
const ROWS: readonly Row[] = ([64, 256] as const).map((connections) => ({
  system: 'ours',
  wallets: 1_000,
  connections,
  webhook: false,
}));

/** What is compared, and the settings that turn it on and off. */
export type Compared = {
  /** Of the ratio in the report. */
  key: string;
  /** In the head of the table: with it, without it. */
  what: string;
  on: Record<string, string>;
  off: Record<string, string>;
  /** SQL that both need. */
  prepare?: (database: string) => string;
  aim?: Aim;
};

/** No pooler is there: what it costs that statements have no names, and so are planned each time. */
export const unnamed: Compared = {
  key: 'unnamed_statements',
  what: 'unnamed statements',
  on: { DATABASE_POOLER: 'transaction' },
  off: { DATABASE_POOLER: 'none' },
  prepare: (database) =>
    Object.entries(SESSION_SETTINGS)
      .map(([name, value]) => `ALTER DATABASE ${database} SET ${name} TO '${value}'`)
      .join(';'),
};

export type CompareOptions = Durations & {
  /** How often the rows are measured with it and without it. */
  rounds: number;
  print(line: string): void;
  rows?: readonly Row[];
};

/** One row with it and without it: as many measurements of both, and those of the same place follow each other. */
export type Pairs = { row: Row; on: Measurement[]; off: Measurement[] };

/**
 * Measures the rows of this service with both settings in turn, each time on new processes. Every second round begins
 * with off, so that a machine that becomes slower costs neither.
 * @throws when the books are not sound
 */
export async function measureSetting(
  compared: Compared,
  { rounds, warmMs, firstWarmMs, measureMs, print, rows = ROWS }: CompareOptions,
  stores: Stores,
): Promise<BenchResult> {
  print('opening accounts');
  const testBed = await startTestBed(stores, Math.max(...rows.map(({ wallets }) => wallets)));
  const pairs: Pairs[] = rows.map((row) => ({ row, on: [], off: [] }));
  try {
    const database = new URL(stores.databaseUrl).pathname.slice(1);
    if (compared.prepare !== undefined) await testBed.sql(compared.prepare(database));
    for (let round = 1; round <= rounds; round += 1)
      for (const which of round % 2 === 1 ? (['on', 'off'] as const) : (['off', 'on'] as const)) {
        const settings = which === 'on' ? compared.on : compared.off;
        const running = await startSystem.ours((name, own) => testBed.launching(name, { ...own, ...settings }));
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
  return reportOf(compared, pairs);
}

/** The rate with it to that without it: the median over measurements that follow each other. */
export const ratioOf = ({ on, off }: Pairs): number =>
  median(on.map(({ rate }, i) => rate / (off[i]?.rate ?? Number.NaN)));

export function reportOf({ key, what, aim }: Compared, pairs: readonly Pairs[]): BenchResult {
  const measured = pairs.map((pair) => ({
    ratio: ratioOf(pair),
    on: medianRow(pair.row, pair.on),
    off: medianRow(pair.row, pair.off),
  }));
  const wrong = measured.flatMap(({ on, off }) => [on, off]).filter(({ errors, rate }) => errors > 0 || rate === 0);
  const ratio = measured.at(-1)?.ratio ?? Number.NaN;
  const rates = ({ rate }: MeasuredRow) => String(Math.round(rate));
  const cpu = (row: MeasuredRow) => ((totalCpu(row) ?? Number.NaN) * 1_000).toFixed(3);
  return {
    lines: [
      '',
      table(
        ['row', `per s with ${what}`, 'without', 'with / without', 'CPU ms with', 'without'],
        measured.map(({ on, off, ratio: each }) => [
          on.name,
          rates(on),
          rates(off),
          each.toFixed(3),
          cpu(on),
          cpu(off),
        ]),
      ),
      '',
      `${key}: ${ratio.toFixed(3)}${aim ? ` (${aimText(aim)}): ${reaches(ratio, aim) ? 'holds' : 'missed'}` : ''}`,
      ...(wrong.length > 0
        ? wrong.map(({ name, errors }) => `These figures do not count. ${name}: ${errors} purchases went wrong`)
        : ['No errors, and the books were sound after every row.']),
    ],
    exitCode: wrong.length === 0 ? 0 : 1,
    report: { ratios: { [key]: ratio }, rows: measured },
  };
}
