import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuSeconds } from '../cpu';
import { loadWhile } from '../measure-row';
import { type BenchResult, table } from '../report-text';
import { type Program, stopAll } from '../test-bed/programs';
import type { Stores } from '../test-bed/stores';
import { startSystem } from '../test-bed/systems';
import { startTestBed } from '../test-bed/test-bed';
import { type CpuProfile, stacksOf } from './stacks';
import { cpuByStatement } from './statements';
import { stepShares } from './steps';

const ROOT = path.resolve(__dirname, '../../..');
const LOAD = { wallets: 1_000, connections: 256 };
const SAMPLED = ['api', 'worker'] as const;
/** Less than this of a process is added up as `other`. */
const LEAST_SHARE = 0.01;

type ProfileOptions = { warmMs: number; measureMs: number; print(line: string): void };

/** CPU of one step, in seconds per purchase. */
type StepCost = { process: string; step: string; seconds: number };

/**
 * Sells with webhooks while V8's profiler samples api and worker. Divides the CPU of a purchase by its steps, that of
 * PostgreSQL by statement, and writes the profiles to files.
 * @throws when the books are not sound
 */
export async function measureProfile(
  { warmMs, measureMs, print }: ProfileOptions,
  stores: Stores,
): Promise<BenchResult> {
  print('opening accounts');
  const testBed = await startTestBed(stores, LOAD.wallets);
  try {
    await testBed.setWebhooks(true);
    const sampled = { NODE_OPTIONS: `--require=${path.join(__dirname, 'sampler.cjs')}` };
    const system = await startSystem.ours((name, own) => testBed.launching(name, { ...own, ...sampled }));
    const { programs } = system;
    const sold = async () =>
      Number((await testBed.sql<{ sold: string }>('SELECT max(id) AS sold FROM ledger_entry'))[0]?.sold);
    const measure = async () => {
      await sleep(warmMs);
      print(`sampling for ${measureMs / 1_000} s`);
      await Promise.all(programs.map((program) => askFor(program, 'profile')));
      const before = { sold: await sold(), cpu: cpuSeconds(programs) };
      const statements = await cpuByStatement(testBed.sql, sleep(measureMs));
      const [after, cpu] = [await sold(), cpuSeconds(programs)];
      const profiles = await Promise.all(
        programs.map((program) => askFor<{ profile: CpuProfile }>(program, 'profiled')),
      );
      const purchases = after - before.sold;
      const seconds = Object.fromEntries(
        programs.map(({ name }) => [name, ((cpu[name] ?? 0) - (before.cpu[name] ?? 0)) / purchases]),
      );
      return { purchases, seconds, statements, profiles: profiles.map(({ profile }) => profile) };
    };
    const { result, errors } = await loadWhile(testBed, system, { ...LOAD, warmMs }, measure);
    const { purchases, seconds, statements, profiles } = result;
    await testBed.untilIdle();
    await stopAll(programs);
    await testBed.verifyBooks();
    const costs = [
      ...programs.flatMap(({ name }, i) => costsOf(name, profiles[i] as CpuProfile, seconds[name] ?? 0)),
      ...[...statements].map(([step, used]) => ({ process: 'postgres', step, seconds: used / purchases })),
    ];
    const files = programs.map(({ name }, i) => write(name, profiles[i] as CpuProfile));
    return report(costs, files, purchases / (measureMs / 1_000), errors);
  } finally {
    await testBed.remove();
  }
}

/** As Chrome's developer tools and speedscope read it: they draw it as a flame graph. */
function write(name: string, profile: CpuProfile): string {
  const file = path.join(tmpdir(), `topup-${name}.cpuprofile`);
  writeFileSync(file, JSON.stringify(profile));
  return file;
}

async function askFor<Answer>({ child }: Program, what: 'profile' | 'profiled'): Promise<Answer> {
  const answer = once(child, 'message');
  child.send(what);
  return (await answer)[0];
}

function costsOf(process: string, profile: CpuProfile, seconds: number): StepCost[] {
  const known = SAMPLED.find((name) => name === process);
  if (known === undefined) return [];
  return stepShares(known, stacksOf(profile, ROOT)).map(({ step, share }) => ({
    process,
    step,
    seconds: share * seconds,
  }));
}

/** The largest first; what is too small to matter is one line. */
export function tableOf(costs: readonly StepCost[]): string[][] {
  const names = [...new Set(costs.map(({ process }) => process))];
  return names.flatMap((name) => {
    const own = costs.filter(({ process }) => process === name);
    const all = own.reduce((sum, { seconds }) => sum + seconds, 0);
    const large = own.filter(({ seconds, step }) => seconds >= all * LEAST_SHARE && step !== 'other');
    const rest = all - large.reduce((sum, { seconds }) => sum + seconds, 0);
    const line = (step: string, seconds: number) => [
      name,
      step,
      (seconds * 1e6).toFixed(0),
      `${((seconds / all) * 100).toFixed(0)} %`,
    ];
    return [
      ...large.map(({ step, seconds }) => line(step, seconds)),
      ...(rest > 0 ? [line('other', rest)] : []),
      line('**all**', all),
    ];
  });
}

function report(costs: StepCost[], files: string[], rate: number, errors: string[]): BenchResult {
  return {
    lines: [
      '',
      table(['process', 'step', 'µs per purchase', 'of the process'], tableOf(costs)),
      '',
      `The profiles, for Chrome's developer tools: ${files.join(', ')}`,
      ...(errors.length > 0 ? errors : ['No errors, and the books were sound.']),
    ],
    exitCode: errors.length === 0 ? 0 : 1,
    report: { rate, costs, errors },
  };
}
