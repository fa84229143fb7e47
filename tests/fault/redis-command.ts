import type { RunningRedis } from '@topup/testkit';
import { Redis } from 'ioredis';

/** Runs one command on a Redis, past all proxies. @throws when it takes longer than 3 s */
export async function runCommand(redis: RunningRedis, ...words: [string, ...string[]]): Promise<unknown> {
  const client = new Redis(redis.url, { lazyConnect: true, retryStrategy: () => null, commandTimeout: 3_000 });
  client.on('error', () => undefined); // the command fails too
  try {
    await client.connect();
    const [command, ...rest] = words;
    return await client.call(command, rest);
  } finally {
    client.disconnect();
  }
}

/** How often Redis has answered with this error, such as OOM or READONLY. */
export async function errorCount(redis: RunningRedis, error: string): Promise<number> {
  const [, count] =
    new RegExp(`errorstat_${error}:count=(\\d+)`).exec(String(await runCommand(redis, 'INFO', 'errorstats'))) ?? [];
  return Number(count ?? 0);
}
