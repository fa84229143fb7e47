import { randomUUID } from 'node:crypto';
import { describeWithRedis, describeWithRedisServer, startRedis, testDatabase, testRedis } from '@topup/testkit';
import { createLog } from './log';
import { openQueue, type QueueStore, serveQueue, watchQueue } from './queues';

const log = createLog('test', 'error');
const retention = { removeOnComplete: { age: 60 }, removeOnFail: { age: 60 } };

async function until(what: () => boolean): Promise<void> {
  while (!what()) await new Promise((resolve) => setTimeout(resolve, 10));
}

/** The same promises on either store. */
function behavesAsAQueue(open: () => Promise<{ store: QueueStore; close(): Promise<void> }>): void {
  test('every id that is woken reaches a worker once, however often it is woken', async () => {
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

  test('a queue that nobody works grows unseen: its depth is what waits, and what is in hand', async () => {
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

  // Heard at all, not every one: BullMQ 6.7 on Postgres loses some ends when jobs end at once, and on Redis those before the first read.
  test('the end of a job is heard by a watcher elsewhere', async () => {
    const { store, close } = await open();
    const ended: string[] = [];
    const events = watchQueue(store, 'airtime', (id) => ended.push(id), log);
    const worker = serveQueue(store, 'airtime', 1, async () => undefined, log);
    const producer = await openQueue(store, 'airtime', retention, log);
    const woken: string[] = [];
    while (ended.length === 0) {
      woken.push(randomUUID());
      producer.enqueue(woken.at(-1) ?? '');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(woken).toContain(ended[0]);
    await Promise.all([producer.close(), worker.close(), events.close()]);
    await close();
  });

  test('hints that came at once share a job: one that takes long, or fails, must not keep those beside it from being worked, or from being told of', async () => {
    const { store, close } = await open();
    const [slow, bad, ...quick] = Array.from({ length: 20 }, () => randomUUID()) as [string, string, ...string[]];
    const told = new Set<string>();
    const worked: string[] = [];
    let finish = (): void => undefined;
    const hold = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const work = async (hint: unknown) => {
      const { id } = hint as { id: string };
      if (id === slow) await hold;
      if (id === bad) throw new Error('bad');
      worked.push(id);
    };
    const events = watchQueue(store, 'airtime', (id) => told.add(id), log);
    const worker = serveQueue(store, 'airtime', 2, work, log);
    const producer = await openQueue(store, 'airtime', retention, log);
    while (told.size === 0) {
      producer.enqueue(randomUUID()); // until the watcher listens
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    for (const id of [slow, bad, ...quick]) producer.enqueue(id);
    await until(() => [bad, ...quick].every((id) => told.has(id)));
    expect(told.has(slow)).toBe(false);
    finish();
    await until(() => told.has(slow));
    expect(worked).toEqual(expect.arrayContaining([slow, ...quick]));
    await Promise.all([producer.close(), worker.close(), events.close()]);
    await close();
  });

  test('a job that fails is not tried again: the database row decides that', async () => {
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

describe('queues on Postgres', () => {
  behavesAsAQueue(async () => {
    const { url, drop } = await testDatabase();
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
  test('wake returns at once, and hints flow as soon as it is there', async () => {
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
