import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@topup/embedded';
import { type Counted, cpuSeconds } from './cpu';
import { openConnection } from './load/connection';
import { requestsOf } from './load/generate';
import { percentile } from './measurement';
import { type BenchResult, table } from './report-text';
import { type Launching, startService, stopAll } from './test-bed/programs';
import type { Stores } from './test-bed/stores';
import { startSystem } from './test-bed/systems';
import { startTestBed, type TestBed } from './test-bed/test-bed';

/** The CPU of a process while nothing happened, in percent of one core; null where there is no /proc. */
type IdleUse = { name: string; percent: number | null };

type IdleOptions = {
  accounts: number;
  /** Purchases before the rest. */
  warmUp: number;
  minutes: number;
  /** Purchases that follow the first one after it, and that it is compared with. */
  measured: number;
  print(line: string): void;
};

/**
 * Lets one api, one worker and the dashboard rest after some purchases, and counts the CPU that they, PostgreSQL and
 * Redis use meanwhile. Then it times the first purchase, and those that follow it, each on a connection of its own.
 * @throws when a purchase is not answered with success, or when the books are not sound
 */
export async function measureIdle(
  { accounts, warmUp, minutes, measured, print }: IdleOptions,
  stores: Stores,
): Promise<BenchResult> {
  print('opening accounts');
  const testBed = await startTestBed(stores, accounts);
  try {
    const { port, programs } = await startSystem.ours(testBed.launching);
    const dashboard = await startDashboard(testBed.launching);
    const buy = buyer(port, testBed);
    print(`${warmUp} purchases, then ${minutes} minutes of rest`);
    for (let n = 0; n < warmUp; n += 1) await buy();
    await testBed.untilIdle();
    const use = await rest(minutes * 60_000, [...programs, dashboard, ...stores.counted]);
    const firstMs = await buy();
    const warmMs: number[] = [];
    while (warmMs.length < measured) warmMs.push(await buy());
    await testBed.untilIdle();
    await testBed.verifyBooks();
    await stopAll([...programs, dashboard]);
    return report(use, firstMs, warmMs);
  } finally {
    await testBed.remove();
  }
}

async function startDashboard(launching: (name: string, settings: Record<string, string>) => Launching) {
  const port = await freePort();
  const settings = {
    DASHBOARD_PORT: String(port),
    DASHBOARD_OPS_PORT: String(await freePort()),
    DASHBOARD_SECRET: randomBytes(32).toString('hex'),
  };
  return startService('dashboard', `http://127.0.0.1:${port}/ready`, launching('dashboard', settings));
}

/** Each call buys airtime for the next account and returns how long that took. */
function buyer(port: number, { apiKeys }: TestBed): () => Promise<number> {
  const request = requestsOf({ port, apiKeys, refPrefix: randomBytes(6).toString('hex') });
  return async () => {
    const text = request();
    const sentAtMs = performance.now();
    const status = await new Promise<number>((resolve) => {
      const connection = openConnection(port, {
        answer: (answered) => {
          connection.close();
          resolve(answered);
        },
        lost: () => resolve(0),
      });
      connection.send(text);
    });
    if (status !== 200) throw new Error(`a purchase ended with ${status === 0 ? 'a lost connection' : status}`);
    return performance.now() - sentAtMs;
  };
}

async function rest(restMs: number, counted: readonly Counted[]): Promise<IdleUse[]> {
  const before = cpuSeconds(counted);
  const began = performance.now();
  await sleep(restMs);
  const after = cpuSeconds(counted);
  const elapsedS = (performance.now() - began) / 1_000;
  return counted.map(({ name }) => {
    const [from, to] = [before[name], after[name]];
    return { name, percent: from == null || to == null ? null : ((to - from) / elapsedS) * 100 };
  });
}

function report(use: IdleUse[], firstMs: number, warmMs: number[]): BenchResult {
  const ascending = warmMs.toSorted((a, b) => a - b);
  const [p50Ms, p99Ms] = [percentile(ascending, 50), percentile(ascending, 99)];
  const idle = judgeIdle(use);
  const shown = (percent: number | null) => (percent === null ? '–' : percent.toFixed(2));
  return {
    lines: [
      '',
      table(
        ['while idle', '% of one core'],
        [...use.map(({ name, percent }) => [name, shown(percent)]), ['**all**', shown(idle.percent)]],
      ),
      '',
      table(
        ['purchase', 'ms'],
        [
          ['the first one after it', firstMs.toFixed(1)],
          [`p50 of the ${warmMs.length} that followed`, p50Ms.toFixed(1)],
          ['p99 of these', p99Ms.toFixed(1)],
        ],
      ),
      '',
      idle.line,
    ],
    exitCode: idle.holds ? 0 : 1,
    report: { idle_percent: idle.percent, use, first_ms: firstMs, warm_p50_ms: p50Ms, warm_p99_ms: p99Ms },
  };
}

/** The most that all processes together may use of one core while nothing happens. */
const MOST_PERCENT = 4;

/** `percent`: of all that is known; null when nothing is. What is unknown breaks no promise. */
export function judgeIdle(use: readonly IdleUse[]): { percent: number | null; holds: boolean; line: string } {
  const known = use.flatMap(({ percent }) => percent ?? []);
  if (known.length === 0) return { percent: null, holds: true, line: 'CPU is not known: there is no /proc.' };
  const percent = known.reduce((sum, each) => sum + each, 0);
  const holds = percent < MOST_PERCENT;
  return {
    percent,
    holds,
    line: `${holds ? 'holds' : 'BROKEN'}: all together below ${MOST_PERCENT} % of one core (${percent.toFixed(2)})`,
  };
}
