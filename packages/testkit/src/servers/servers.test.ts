import { readdirSync, rmSync } from 'node:fs';
import { Redis } from 'ioredis';
import { eventually } from '../service/eventually';
import { startOwnPostgres } from './own-postgres';
import { testDatabase } from './postgres';
import { type RunningRedis, startRedis } from './redis';
import { withClient } from './sql';
import { makeTempDirectory } from './temp-directory';
import { describeWithRedis, describeWithRedisServer, testRedis } from './test-redis';

const rows = (url: string, sql: string) => withClient(url, async (client) => (await client.query(sql)).rows);

describe('a test sees the rows of another', () => {
  test('each test database is migrated and separate', async () => {
    const [mine, other] = await Promise.all([testDatabase(), testDatabase()]);
    try {
      await rows(mine.url, 'CREATE TABLE only_mine (n int)');
      const seen =
        "SELECT to_regclass('only_mine') IS NOT NULL AS mine, to_regclass('purchase') IS NOT NULL AS migrated, to_regnamespace('bullmq') IS NOT NULL AS queues";
      expect(await rows(mine.url, seen)).toEqual([{ mine: true, migrated: true, queues: true }]);
      expect(await rows(other.url, seen)).toEqual([{ mine: false, migrated: true, queues: true }]);
    } finally {
      await Promise.all([mine.drop(), other.drop()]);
    }
  });

  test('a database is dropped although a service still holds connections', async () => {
    const database = await testDatabase();
    await withClient(database.url, async (client) => {
      const cutOff = new Promise((resolve) => client.once('end', resolve));
      await database.drop();
      await cutOff;
    });
    await expect(rows(database.url, 'SELECT 1')).rejects.toThrow(/does not exist/);
  });
});

describe('a fault test cannot bring its server back', () => {
  test('after kill and stop the server has the same data and address', async () => {
    const server = await startOwnPostgres();
    try {
      await rows(server.url, 'CREATE TABLE kept (n int)');
      const { pid } = server;
      await server.kill();
      await expect(rows(server.url, 'SELECT 1')).rejects.toThrow(/ECONNREFUSED/);
      await server.start();
      expect(server.pid).not.toBe(pid);
      await server.stop();
      await server.start();
      expect(await rows(server.url, 'SELECT n FROM kept')).toEqual([]);
    } finally {
      await server.remove();
    }
  });
});

describeWithRedis('jobs of an earlier test file run in this one', () => {
  test('its database is empty', async () => {
    const before = await testRedis();
    await withRedis(before.url, (client) => client.set('left', '1'));
    const after = await testRedis();
    expect(await withRedis(after.url, (client) => client.dbsize())).toBe(0);
  });
});

describeWithRedisServer('faults of Redis do not come when a test asks for them', () => {
  test('it does not evict, and pause, loss of data and kill work', async () => {
    const redis = await startRedis();
    const client = new Redis(redis.url, { retryStrategy: () => 20, commandTimeout: 500, disconnectTimeout: 50 });
    client.on('error', () => undefined);
    try {
      expect(await client.config('GET', 'maxmemory-policy')).toEqual(['maxmemory-policy', 'noeviction']);
      await client.set('job', '1');
      redis.pause();
      await expect(client.get('job')).rejects.toThrow(/timed out/);
      redis.resume();
      expect(await client.get('job')).toBe('1');
      await redis.restartEmpty();
      expect(await withRedis(redis.url, (fresh) => fresh.get('job'))).toBeNull();
      await redis.kill();
      await expect(withRedis(redis.url, (fresh) => fresh.ping())).rejects.toThrow();
    } finally {
      client.disconnect();
      await redis.stop();
    }
  });
});

describeWithRedisServer('a Redis begins with the data of an earlier one', () => {
  test('neither it nor a replica of it leaves a file for the next one', async () => {
    const dir = makeTempDirectory();
    const running: RunningRedis[] = [];
    const start = async (settings: string[] = []) => {
      const redis = await startRedis({ dir, settings });
      running.push(redis);
      return redis;
    };
    try {
      const primary = await start();
      await withRedis(primary.url, (client) => client.set('left', '1'));
      const replica = await start(['--replicaof', '127.0.0.1', `${primary.port}`]);
      await eventually(
        () => withRedis(replica.url, (client) => client.get('left').catch(() => null)), // not before it has the data
        (left) => left === '1',
      );
      const next = await start();
      expect(await withRedis(next.url, (client) => client.dbsize())).toBe(0);
      expect(readdirSync(dir)).toEqual([]);
    } finally {
      await Promise.all(running.map((redis) => redis.stop()));
      rmSync(dir, { recursive: true });
    }
  });
});

async function withRedis<T>(url: string, work: (client: Redis) => Promise<T>): Promise<T> {
  const client = new Redis(url, { lazyConnect: true, retryStrategy: () => null });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.quit();
  }
}
