import { type Figures, type MeasuredRow, medianRow, type Ratios, ratiosOf } from './figures';
import { type Durations, type Measured, measureRow } from './measure-row';
import { stopAll } from './programs';
import { nameOf, type Row, systems } from './rows';
import { type Stage, setStage } from './stage';
import type { Stores } from './stores';

export type BenchOptions = Durations & {
  rows: readonly Row[];
  /** How often each row is measured; of several the medians count. */
  rounds: number;
  /** Told how it goes, a line at a time. */
  say(line: string): void;
};

export type BenchReport = { ratios: Ratios; rows: MeasuredRow[] };

/** Measures all rows on the given stores, in turn and not one by one, so that a slow minute of the machine meets all of them. @throws when the books are not sound */
export async function runBench(options: BenchOptions, stores: Stores): Promise<BenchReport> {
  const { rows, rounds, say } = options;
  say('opening accounts');
  const stage = await setStage(stores, Math.max(...rows.map(({ wallets }) => wallets)));
  const measured = new Map<Row, Figures[]>(rows.map((row) => [row, []]));
  try {
    for (let round = 1; round <= rounds; round += 1) {
      await measureAll(options, stage, (row, { figures, errors }) => {
        measured.get(row)?.push(figures);
        say(
          `${rounds > 1 ? `${round}/${rounds}  ` : ''}${lineOf(row, figures)}${Object.entries(errors).map(([what, n]) => `, ${n} × ${what}`)}`,
        );
      });
    }
  } finally {
    await stage.remove();
  }
  const report = [...measured].map(([row, all]) => medianRow(row, all));
  return { ratios: ratiosOf(report), rows: report };
}

/** Each system on processes of its own, and no other beside it. */
async function measureAll(
  { rows, warmMs, firstWarmMs, measureMs }: BenchOptions,
  stage: Stage,
  done: (row: Row, measured: Measured) => void,
): Promise<void> {
  for (const system of systems) {
    const own = rows.filter((row) => row.system === system);
    if (own.length === 0) continue;
    const running = await stage.start(system);
    for (const row of own) {
      const warm = row === own[0] ? warmMs + firstWarmMs : warmMs;
      done(row, await measureRow(stage, running, row, warm, measureMs));
    }
    await stopAll(running.programs);
  }
}

function lineOf(row: Row, { rate, p50Ms, p99Ms, restMs }: Figures): string {
  const rested = restMs > 1_000 ? `, at rest after ${(restMs / 1_000).toFixed(1)} s` : '';
  return `${nameOf(row)}: ${Math.round(rate)}/s, p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms${rested}, books sound`;
}
