import { randomUUID } from 'node:crypto';
import {
  describeWithRedis,
  describeWithRedisServer,
  startRedis,
  testDatabase,
  testRedis,
  withClient,
} from '@topup/testkit';
import { createLog } from '../log';
import { watchQueue } from './completions';
import { openQueue } from './open-queue';
import { serveQueue } from './serve-queue';
import type { QueueStore } from './store-options';

const log = createLog('test', 'error');
const retention = { removeOnComplete: { age: 60 }, removeOnFail: { age: 60 } };

async function until(what: () => boolean): Promise<void> {
  while (!what()) await new Promise((resolve) => setTimeout(resolve, 10));
}

/** Tests the guarantees of both stores. */
function behavesAsAQueue(open: () => Promise<{ store: QueueStore; close(): Promise<void> }>): void {
  test('every id that is enqueued reaches a worker once, however often it is enqueued', async () => {
    const { store, close } = await open();
    const worked: string[] = [];
    const worker = serveQueue(store, 'airtime', 8, async (data) => void worked.push((data as { id: string }).id), log);
    const producer = await openQueue(store, 'airtime', retention, log);
    const ids: string[] = Array.from({ length: 50 }, () => randomUUID());
    for (const id of [...ids, ...ids]) producer.enqueue(id);
    await until(() => worked.length >= ids.length);
    await Promise.all([producer.close(), worker.close()]);
    await close();
    expect(worked.sort()).toEqual(ids.sort());
  });

  test('a job that comes when many wait is taken first', async () => {
    const { store, close } = await open();
    const producer = await openQueue(store, 'airtime', retention, log);
    const ids: string[] = [];
    for (let n = 1; n <= 5; n += 1) {
      ids.push(randomUUID());
      producer.enqueue(ids.at(-1) ?? '');
      while ((await producer.depth()).waiting < n) await new Promise((resolve) => setTimeout(resolve, 10));
    }
    const worked: string[] = [];
    const worker = serveQueue(store, 'airtime', 1, async (data) => void worked.push((data as { id: string }).id), log);
    await until(() => worked.length === ids.length);
    await Promise.all([producer.close(), worker.close()]);
    await close();
    expect(worked).toEqual([...ids].reverse());
  });

  test('the depth of a queue counts the jobs that wait and those that are processed', async () => {
    const { store, close } = await open();
    const producer = await openQueue(store, 'airtime', retention, log);
    for (let i = 1; i <= 3; i += 1) {
      producer.enqueue(randomUUID());
      while ((await producer.depth()).waiting < i) await new Promise((resolve) => setTimeout(resolve, 10));
    }
    expect(await producer.depth()).toEqual({ waiting: 3, active: 0 });
    let finish = (): void => undefined;
    const hold = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const worker = serveQueue(store, 'airtime', 2, () => hold, log);
    while ((await producer.depth()).active < 2) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(await producer.depth()).toEqual({ waiting: 1, active: 2 });
    finish();
    await Promise.all([producer.close(), worker.close()]);
    await close();
  });

  // At least one is seen, not all: BullMQ 6.7 on Postgres loses some events when jobs end together, and on Redis those
  // before the first read.
  test('a watcher in another process sees that a job has ended', async () => {
    const { store, close } = await open();
    const ended: string[] = [];
    const events = watchQueue(store, 'airtime', (id) => ended.push(id), log);
    const worker = serveQueue(store, 'airtime', 1, async () => undefined, log);
    const producer = await openQueue(store, 'airtime', retention, log);
    const enqueued: string[] = [];
    while (ended.length === 0) {
      enqueued.push(randomUUID());
      producer.enqueue(enqueued.at(-1) ?? '');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(enqueued).toContain(ended[0]);
    await Promise.all([producer.close(), worker.close(), events.close()]);
    await close();
  });

  test('an item that takes long or fails does not hold up the others in its job', async () => {
    const { store, close } = await open();
    const [slow, bad, ...quick] = Array.from({ length: 20 }, () => randomUUID()) as [string, string, ...string[]];
    const completed = new Set<string>();
    const worked: string[] = [];
    let finish = (): void => undefined;
    const hold = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const work = async (item: unknown) => {
      const { id } = item as { id: string };
      if (id === slow) await hold;
      if (id === bad) throw new Error('bad');
      worked.push(id);
    };
    const events = watchQueue(store, 'airtime', (id) => completed.add(id), log);
    const worker = serveQueue(store, 'airtime', 2, work, log);
    const producer = await openQueue(store, 'airtime', retention, log);
    while (completed.size === 0) {
      producer.enqueue(randomUUID()); // until the watcher listens
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    for (const id of [slow, bad, ...quick]) producer.enqueue(id);
    await until(() => [bad, ...quick].every((id) => completed.has(id)));
    expect(completed.has(slow)).toBe(false);
    finish();
    await until(() => completed.has(slow));
    expect(worked).toEqual(expect.arrayContaining([slow, ...quick]));
    await Promise.all([producer.close(), worker.close(), events.close()]);
    await close();
  });

  test('a job that fails is not tried again: the database row decides on retries', async () => {
    const { store, close } = await open();
    let runs = 0;
    const worker = serveQueue(
      store,
      'webhooks',
      1,
      async () => {
        runs += 1;
        if (runs === 1) throw new Error('once');
      },
      log,
    );
    const producer = await openQueue(store, 'webhooks', retention, log);
    producer.enqueue(randomUUID());
    await until(() => runs === 1);
    producer.enqueue(randomUUID());
    await until(() => runs === 2);
    await Promise.all([producer.close(), worker.close()]);
    await close();
    expect(runs).toBe(2);
  });
}

describe('queues on Postgres, in a database that has session settings of its own', () => {
  behavesAsAQueue(async () => {
    const { url, drop } = await testDatabase();
    const name = new URL(url).pathname.slice(1);
    const settings = ["DateStyle TO 'SQL, DMY'", "search_path TO 'nowhere'", 'array_nulls TO off'];
    await withClient(url, (client) =>
      client.query(settings.map((each) => `ALTER DATABASE ${name} SET ${each}`).join('; ')),
    );
    return { store: { databaseUrl: url, redisUrl: undefined }, close: drop };
  });
});

describeWithRedis('queues on Redis', () => {
  behavesAsAQueue(async () => ({
    store: { databaseUrl: '', redisUrl: (await testRedis()).url },
    close: async () => undefined,
  }));
});

describeWithRedisServer('a Redis that is away when a process starts', () => {
  test('enqueue returns at once, and jobs flow as soon as Redis is there', async () => {
    const first = await startRedis();
    const { port, url } = first;
    await first.stop();
    const store = { databaseUrl: '', redisUrl: url };
    const worked: string[] = [];
    const producer = await openQueue(store, 'airtime', retention, log);
    const worker = serveQueue(store, 'airtime', 1, async (data) => void worked.push((data as { id: string }).id), log);
    producer.enqueue(randomUUID());
    const redis = await startRedis({ port });
    while (worked.length === 0) {
      producer.enqueue(randomUUID());
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    await Promise.all([producer.close(), worker.close()]);
    await redis.stop();
  });
});
