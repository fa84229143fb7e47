import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { Redis } from 'ioredis';
import { runLoad } from '../measure-row';
import { type BenchResult, table } from '../report-text';
import { pathTables, readTableUses, type TableUses, usesBetween, wholeScansByPurchases } from '../table-use';
import { type Program, stopAll } from '../test-bed/programs';
import type { Stores } from '../test-bed/stores';
import { type RunningSystem, startSystem } from '../test-bed/systems';
import { startTestBed, type TestBed } from '../test-bed/test-bed';
import { growthOf, type Holding, SETTLED_AFTER } from './verdict';

const ACCOUNTS = 1_000;
const CONNECTIONS = 64;
const LEAST_STEPS = 4;

export type LeakOptions = { purchases: number; print(line: string): void };

/**
 * Sells `purchases` purchases with webhooks through one api and one worker. After every 20,000 it measures the memory
 * of both and of Redis; at the end it counts how tables were read since the first measurement.
 * @throws when the books are not sound
 */
export async function measureLeaks({ purchases, print }: LeakOptions, stores: Stores): Promise<BenchResult> {
  print('opening accounts');
  const testBed = await startTestBed(stores, ACCOUNTS);
  const redis = new Redis(stores.redisUrl);
  try {
    await testBed.setWebhooks(true);
    const witnessed = { NODE_OPTIONS: `--require=${path.join(__dirname, 'heap.cjs')}` };
    const system = await startSystem.ours((name, own) => testBed.launching(name, { ...own, ...witnessed }));
    const step = Math.min(SETTLED_AFTER, Math.ceil(purchases / LEAST_STEPS));
    const holdings: Holding[] = [];
    const errors: string[] = [];
    const further = async () => {
      const count = Math.min(step, purchases - (holdings.at(-1)?.purchases ?? 0));
      errors.push(...(await sell(testBed, system, count)));
      const holding = await look(system, redis, (holdings.at(-1)?.purchases ?? 0) + count);
      holdings.push(holding);
      print(lineOf(holding));
    };
    await further();
    await testBed.sql('VACUUM ANALYZE'); // autovacuum does it within a minute; before, plans are made for empty tables
    const before = await readTableUses(testBed.sql);
    const began = performance.now();
    while ((holdings.at(-1)?.purchases ?? 0) < purchases) await further();
    const uses = usesBetween(before, await readTableUses(testBed.sql));
    const elapsedMs = performance.now() - began;
    await stopAll(system.programs);
    print('verifying the books');
    await testBed.verifyBooks();
    return report(holdings, uses, [
      ...errors,
      ...growthOf(holdings),
      ...wholeScansByPurchases(uses, { elapsedMs, workers: 1 }),
    ]);
  } finally {
    redis.disconnect();
    await testBed.remove();
  }
}

/** Returns the errors. */
async function sell(testBed: TestBed, { port }: RunningSystem, purchases: number): Promise<string[]> {
  const { apiKeys } = testBed;
  const refPrefix = randomBytes(6).toString('hex');
  const { result } = await runLoad(
    testBed,
    { port, apiKeys, connections: CONNECTIONS, refPrefix, warmMs: 0, purchases },
    [],
  );
  await testBed.untilIdle();
  return Object.entries(result.errors).map(([what, count]) => `${count} purchases went wrong: ${what}`);
}

async function look({ programs }: RunningSystem, redis: Redis, purchases: number): Promise<Holding> {
  const [api, worker] = await Promise.all(programs.map(memoryOf));
  if (api === undefined || worker === undefined) throw new Error('one api and one worker are measured');
  return {
    purchases,
    heap: { api: api.heapBytes, worker: worker.heapBytes },
    rss: { api: api.rssBytes, worker: worker.rssBytes },
    redis: {
      bytes: Number(/^used_memory:(\d+)/m.exec(await redis.info('memory'))?.[1]),
      keys: await redis.dbsize(),
      streams: await streamsOf(redis),
    },
  };
}

async function memoryOf({ child }: Program): Promise<{ heapBytes: number; rssBytes: number }> {
  const answer = once(child, 'message');
  child.send('memory');
  const [memory] = await answer;
  return memory;
}

async function streamsOf(redis: Redis): Promise<Record<string, number>> {
  const lengths: Record<string, number> = {};
  for await (const names of redis.scanStream({ type: 'stream', count: 1_000 }))
    for (const name of names as string[]) lengths[name] = await redis.xlen(name);
  return lengths;
}

const mb = (bytes: number): string => (bytes / 2 ** 20).toFixed(1);

const lineOf = ({ purchases, heap, redis }: Holding): string =>
  `${purchases} purchases: heap of the api ${mb(heap.api)} MB, of the worker ${mb(heap.worker)} MB, Redis ${mb(redis.bytes)} MB`;

function report(holdings: Holding[], uses: TableUses, faults: string[]): BenchResult {
  const streams = [...new Set(holdings.flatMap(({ redis }) => Object.keys(redis.streams)))].sort();
  const judged = (holdings[0]?.purchases ?? 0) >= SETTLED_AFTER;
  return {
    lines: [
      '',
      table(
        ['purchases', 'api heap MB', 'worker heap MB', 'api RSS MB', 'worker RSS MB', 'Redis MB', 'keys', ...streams],
        holdings.map(({ purchases, heap, rss, redis }) => [
          String(purchases),
          ...[heap.api, heap.worker, rss.api, rss.worker, redis.bytes].map(mb),
          String(redis.keys),
          ...streams.map((name) => String(redis.streams[name] ?? 0)),
        ]),
      ),
      '',
      table(
        ['table', 'read whole', 'index scans'],
        pathTables.map((name) => [name, String(uses[name]?.wholeScans), String(sum(uses[name]?.indexScans))]),
      ),
      '',
      ...(judged ? [] : [`Memory is not judged: the first look was before ${SETTLED_AFTER} purchases.`]),
      ...(faults.length > 0
        ? faults
        : ['Nothing grew without bound, no table of the path was read whole by a purchase, and the books are sound.']),
    ],
    exitCode: faults.length === 0 ? 0 : 1,
    report: { holdings, uses, faults },
  };
}

const sum = (counts: Record<string, number> = {}): number =>
  Object.values(counts).reduce((total, count) => total + count, 0);
