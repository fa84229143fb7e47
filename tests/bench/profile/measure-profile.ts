import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuSeconds } from '../cpu';
import { runLoad } from '../measure-row';
import { type BenchResult, table } from '../report-text';
import { type Program, stopAll } from '../test-bed/programs';
import type { Stores } from '../test-bed/stores';
import { startSystem } from '../test-bed/systems';
import { startTestBed } from '../test-bed/test-bed';
import { flameGraph } from './flame-graph';
import { type CpuProfile, type Frame, mergeStacks } from './stacks';
import { cpuByStatement } from './statements';
import { stepShares } from './steps';

const ROOT = path.resolve(__dirname, '../../..');
const LOAD = { wallets: 1_000, connections: 256 };
const SAMPLED = ['api', 'worker'] as const;
/** Less than this of a process is added up as `other`. */
const LEAST_SHARE = 0.01;

export type ProfileOptions = { warmMs: number; measureMs: number; print(line: string): void };

/** CPU of one step, in seconds per purchase. */
export type StepCost = { process: string; step: string; seconds: number };

/**
 * Sells with webhooks while V8's profiler samples api and worker. Draws a flame graph of each, and divides the CPU of a
 * purchase by its steps, that of PostgreSQL by statement.
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
    const { port, programs } = await startSystem.ours((name, own) => testBed.launching(name, { ...own, ...sampled }));
    const sold = async () =>
      Number((await testBed.sql<{ sold: string }>('SELECT max(id) AS sold FROM ledger_entry'))[0]?.sold);
    const task = {
      port,
      apiKeys: testBed.apiKeys.slice(0, LOAD.wallets),
      connections: LOAD.connections,
      refPrefix: randomBytes(6).toString('hex'),
      warmMs,
      measureMs: measureMs * 10,
    };
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
    const measuring = measure();
    const load = runLoad(testBed, task, [], undefined, measuring);
    const { purchases, seconds, statements, profiles } = await Promise.race([
      measuring,
      load.then(() => Promise.reject(new Error('the load ended before the profile'))),
    ]);
    const { result } = await load;
    await testBed.untilIdle();
    await stopAll(programs);
    await testBed.verifyBooks();
    const trees = programs.map(({ name }, i) => ({ name, tree: mergeStacks(profiles[i] as CpuProfile, ROOT) }));
    const costs = [
      ...trees.flatMap(({ name, tree }) => costsOf(name, tree, seconds[name] ?? 0)),
      ...[...statements].map(([step, used]) => ({ process: 'postgres', step, seconds: used / purchases })),
    ];
    const errors = Object.entries(result.errors).map(([what, n]) => `${n} purchases went wrong: ${what}`);
    return report(costs, trees, purchases / (measureMs / 1_000), errors);
  } finally {
    await testBed.remove();
  }
}

async function askFor<Answer>({ child }: Program, what: 'profile' | 'profiled'): Promise<Answer> {
  const answer = once(child, 'message');
  child.send(what);
  return (await answer)[0];
}

function costsOf(process: string, tree: Frame, seconds: number): StepCost[] {
  const known = SAMPLED.find((name) => name === process);
  if (known === undefined) return [];
  return stepShares(known, tree).map(({ step, share }) => ({ process, step, seconds: share * seconds }));
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

function report(
  costs: StepCost[],
  trees: { name: string; tree: Frame }[],
  rate: number,
  errors: string[],
): BenchResult {
  const draw = ({ name, tree }: (typeof trees)[number]) => [
    `docs/profile-${name}.svg`,
    flameGraph(`CPU of the ${name} at ${Math.round(rate)} purchases a second with webhooks`, tree),
  ];
  return {
    lines: [
      '',
      table(['process', 'step', 'µs per purchase', 'of the process'], tableOf(costs)),
      '',
      ...(errors.length > 0 ? errors : ['No errors, and the books were sound.']),
    ],
    exitCode: errors.length === 0 ? 0 : 1,
    report: { rate, costs, errors },
    files: Object.fromEntries(trees.map(draw)),
  };
}
