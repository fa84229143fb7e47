import { Redis } from 'ioredis';
import { variable } from './environment';
import { describeIf, onThePath } from './on-the-path';

/** Whether there is some Redis for tests: TEST_REDIS_URL, or a redis-server to start. */
export function redisAvailable(): boolean {
  return variable('TEST_REDIS_URL') !== undefined || redisServerInstalled();
}

/** Whether `startRedis` can work. */
export function redisServerInstalled(): boolean {
  return onThePath('redis-server') !== undefined;
}

/** A suite that needs some Redis (`testRedis`). Without one it is skipped, and its title says why. */
export function describeWithRedis(name: string, suite: () => void): void {
  describeIf(redisAvailable(), name, 'there is no redis-server on the PATH, and TEST_REDIS_URL is not set', suite);
}

/** A suite that starts, stops or pauses a Redis of its own (`startRedis`). */
export function describeWithRedisServer(name: string, suite: () => void): void {
  describeIf(redisServerInstalled(), name, 'there is no redis-server on the PATH', suite);
}

/**
 * The shared Redis of the test run, as REDIS_URL wants it, with a database number that no test file running at the same time has. It is emptied here:
 * a server given by TEST_REDIS_URL loses what it holds in the databases 1 to the number of Jest's workers.
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
