import { Redis } from 'ioredis';
import { variable } from './environment';
import { describeIf, onThePath } from './on-the-path';

/** Whether tests have a Redis: TEST_REDIS_URL, or a redis-server on the PATH. */
export function redisAvailable(): boolean {
  return variable('TEST_REDIS_URL') !== undefined || redisServerInstalled();
}

/** Whether `startRedis` can work. */
export function redisServerInstalled(): boolean {
  return onThePath('redis-server') !== undefined;
}

/** A suite that needs a Redis (`testRedis`). Without one it is skipped, and its title says why. */
export function describeWithRedis(name: string, suite: () => void): void {
  describeIf(redisAvailable(), name, 'there is no redis-server on the PATH, and TEST_REDIS_URL is not set', suite);
}

/** A suite that starts, stops or pauses its own Redis (`startRedis`). */
export function describeWithRedisServer(name: string, suite: () => void): void {
  describeIf(redisServerInstalled(), name, 'there is no redis-server on the PATH', suite);
}

/**
 * The shared Redis of the test run, as REDIS_URL wants it, with a database number of this Jest worker. It is emptied:
 * a server of TEST_REDIS_URL loses its databases 1 to the number of Jest workers.
 */
export async function testRedis(): Promise<{ url: string }> {
  const server = variable('TOPUP_TEST_REDIS');
  if (server === undefined)
    throw new Error('No test Redis: run the tests with the global setup (npm test), in describeWithRedis.');
  const url = new URL(server);
  url.pathname = `/${variable('JEST_WORKER_ID') ?? '1'}`;
  const client = new Redis(url.href, { lazyConnect: true, retryStrategy: () => null });
  await client.connect();
  await client.flushdb();
  await client.quit();
  return { url: url.href };
}
