import { randomBytes } from 'node:crypto';
import { type Counted, cpuSeconds } from './cpu';
import { followChanges } from './load/follow';
import type { LoadResult, LoadSlice, LoadTask } from './load/generate';
import type { LoadMessage } from './load/main';
import type { Measurement } from './measurement';
import type { Row } from './rows';
import { startOwn } from './test-bed/programs';
import type { RunningSystem } from './test-bed/systems';
import type { TestBed } from './test-bed/test-bed';

export type Durations = {
  warmMs: number;
  /** Added for the first row of new processes, because V8 has not compiled the hot code yet. */
  firstWarmMs: number;
  measureMs: number;
};

/** The measurement of a row, its errors by kind, and the slices that were asked for. */
export type Measured = { measurement: Measurement; errors: LoadResult['errors']; slices: LoadSlice[] };

/** Like `loadRow`, and verifies the books after it. @throws when they are not sound */
export async function measureRow(...load: Parameters<typeof loadRow>): Promise<Measured> {
  const measured = await loadRow(...load);
  await load[0].verifyBooks();
  return measured;
}

const READERS = 10;

/**
 * Loads a running system and waits until it is idle. The CPU per purchase is all CPU from the start of the measured
 * time until then, divided by all purchases sold in it: work after the answer counts too.
 */
export async function loadRow(
  testBed: TestBed,
  system: RunningSystem,
  row: Row,
  warmMs: number,
  measureMs: number,
  sliceMs: number = measureMs,
): Promise<Measured> {
  await testBed.setWebhooks(row.webhook);
  await testBed.setDiscounts(row.discount === true);
  const counted = [...system.programs, ...testBed.counted];
  const task: LoadTask = {
    port: system.port,
    apiKeys: testBed.apiKeys.slice(0, row.wallets),
    connections: row.connections,
    refPrefix: randomBytes(6).toString('hex'),
    warmMs,
    measureMs,
    sliceMs,
  };
  const slices: LoadSlice[] = [];
  const readers = row.changes ? followChanges(system.port, task.apiKeys.slice(0, READERS)) : undefined;
  const { before, result } = await runLoad(testBed, task, counted, (slice) => slices.push(slice));
  if ((await readers?.stop()) === 0) throw new Error('the readers of changes read nothing');
  const loadOver = performance.now();
  await testBed.untilIdle();
  const restMs = performance.now() - loadOver;
  return { measurement: measurementOf(result, before, cpuSeconds(counted), restMs), errors: result.errors, slices };
}

/**
 * Runs the load generator in its own process. `before`: the CPU that `counted` had used when the measured time began.
 * `onSlice` gets each slice at its end. `until`: its end is the end of the measured time, if that is sooner.
 */
export async function runLoad(
  testBed: TestBed,
  task: LoadTask,
  counted: readonly Counted[],
  onSlice: (slice: LoadSlice) => void = () => undefined,
  until?: Promise<unknown>,
) {
  const launching = { ...testBed.launching('load'), environment: {} };
  const { child } = (await startOwn('load/main.ts', launching, task)).program;
  const stop = () => void (child.connected && child.send('stop'));
  until?.then(stop, stop);
  return new Promise<{ before: Seconds; result: LoadResult }>((resolve, reject) => {
    let before: Seconds = {};
    child.once('exit', () => reject(new Error('the load generator ended unexpectedly')));
    child.on('message', (said: LoadMessage) => {
      if ('measuring' in said) before = cpuSeconds(counted);
      if ('slice' in said) onSlice(said.slice);
      if ('result' in said) resolve({ before, result: said.result });
    });
  });
}

/**
 * Loads a running system for as long as `work` takes, which begins with the load.
 * @returns what `work` returns, and a line for each kind of error
 * @throws when the load ends before it
 */
export async function loadWhile<Result>(
  testBed: TestBed,
  { port }: Pick<RunningSystem, 'port'>,
  { wallets, connections, warmMs }: { wallets: number; connections: number; warmMs: number },
  work: () => Promise<Result>,
): Promise<{ result: Result; errors: string[] }> {
  const apiKeys = testBed.apiKeys.slice(0, wallets);
  const refPrefix = randomBytes(6).toString('hex');
  const working = work();
  const task = { port, apiKeys, connections, refPrefix, warmMs, measureMs: LONGER_THAN_ALL_MS };
  const load = runLoad(testBed, task, [], undefined, working);
  const result = await Promise.race([
    working,
    load.then(() => Promise.reject(new Error('the load ended before the measurement'))),
  ]);
  const { errors } = (await load).result;
  return { result, errors: errorLines(errors) };
}

const LONGER_THAN_ALL_MS = 3_600_000;

export const errorLines = (errors: LoadResult['errors']): string[] =>
  Object.entries(errors).map(([what, count]) => `${count} purchases went wrong: ${what}`);

type Seconds = Record<string, number | null>;

export function measurementOf(result: LoadResult, before: Seconds, after: Seconds, restMs: number): Measurement {
  const { answered, answeredLater, measuredMs, errors, p50Ms, p95Ms, p99Ms, cpuSeconds: loadSeconds } = result;
  const perPurchase = (name: string) => {
    const [from, to] = [before[name], after[name]];
    return typeof from !== 'number' || typeof to !== 'number' || answered === 0
      ? null
      : (to - from) / (answered + answeredLater);
  };
  return {
    rate: answered / (measuredMs / 1_000),
    p50Ms,
    p95Ms,
    p99Ms,
    errors: Object.values(errors).reduce((sum, count) => sum + count, 0),
    cpuSeconds: {
      ...Object.fromEntries(Object.keys(after).map((name) => [name, perPurchase(name)])),
      load: answered === 0 ? null : loadSeconds / answered,
    },
    loadShare: loadSeconds / (measuredMs / 1_000),
    restMs,
  };
}
