import { randomUUID } from 'node:crypto';
import { describeWithRedis, describeWithRedisServer, eventually, startRedis, testRedis } from '@topup/testkit';
import { Redis } from 'ioredis';
import { createLog } from './log';
import { createRateLimiter, type RateCount, type RateLimiter } from './rate-limit';

const log = createLog('test', 'error');
const opened: RateLimiter[] = [];
afterEach(() => {
  for (const limiter of opened.splice(0)) limiter.close();
});

const LIMIT = 3;

function limiter(redisUrl?: string): RateLimiter {
  const one = createRateLimiter(redisUrl, log);
  opened.push(one);
  return one;
}

/** Returns the result of each of several requests in a row: how many more may come, or that it must wait. */
async function takes(from: RateLimiter, key: string, times: number, limit = LIMIT): Promise<(string | number)[]> {
  const answers: (string | number)[] = [];
  for (let i = 0; i < times; i += 1) answers.push(labelOf(await from.take(key, limit)));
  return answers;
}

function labelOf({ allowed, remaining, resetSeconds }: RateCount): string | number {
  if (!Number.isInteger(resetSeconds) || resetSeconds < 1 || resetSeconds > 60) return `in ${resetSeconds} s`;
  return allowed ? remaining : remaining === 0 ? 'wait' : `wait, but ${remaining} are left`;
}

/** Two processes count together as soon as both are connected. */
const together = (one: RateLimiter, other: RateLimiter) =>
  eventually(
    async () => {
      const key = randomUUID();
      await takes(one, key, LIMIT);
      return other.take(key, LIMIT);
    },
    ({ allowed }) => !allowed,
  );

test('a key over its limit waits for whole seconds, and another key does not', async () => {
  const one = limiter();
  expect(await takes(one, 'a', 5)).toEqual([2, 1, 0, 'wait', 'wait']);
  expect(await takes(one, 'b', 3)).toEqual([2, 1, 0]);
});

test('a key over its limit may go on after a minute, however often it asked in between', async () => {
  jest.useFakeTimers();
  try {
    const one = limiter();
    const seconds = async () => (await one.take('a', 2)).resetSeconds;
    expect(await takes(one, 'a', 2, 2)).toEqual([1, 0]);
    expect(await seconds()).toBe(60);
    jest.advanceTimersByTime(100);
    expect(await seconds()).toBe(60);
    jest.advanceTimersByTime(59_800);
    expect(await seconds()).toBe(1);
    jest.advanceTimersByTime(100);
    expect(await takes(one, 'a', 3, 2)).toEqual([1, 0, 'wait']);
  } finally {
    jest.useRealTimers();
  }
});

test('a limit that is raised or lowered applies to the next request, with what was counted before', async () => {
  expect(await changes(limiter(), 'a')).toEqual(CHANGED);
});

/** Over a limit of 2, then under one of 5, then over one of 3. */
async function changes(from: RateLimiter, key: string): Promise<(string | number)[]> {
  return [
    ...(await takes(from, key, 2, 2)),
    ...(await takes(from, key, 1, 2)),
    ...(await takes(from, key, 1, 5)),
    ...(await takes(from, key, 1, 3)),
  ];
}
const CHANGED = [1, 0, 'wait', 1, 'wait'];

describeWithRedis('with Redis', () => {
  test('two processes count together, so that they do not allow twice the limit', async () => {
    const { url } = await testRedis();
    const [one, other] = [limiter(url), limiter(url)];
    await together(one, other);
    const key = randomUUID();
    const counts = await Promise.all([one, other, one, other, one].map((each) => each.take(key, LIMIT)));
    expect(counts.map(labelOf).sort()).toEqual([0, 1, 2, 'wait', 'wait']);
  });

  test('a limit that is raised or lowered applies to the next request', async () => {
    const { url } = await testRedis();
    const [one, other] = [limiter(url), limiter(url)];
    await together(one, other);
    expect(await changes(one, randomUUID())).toEqual(CHANGED);
  });

  test('a request costs one call to Redis, and none when its key is over the limit', async () => {
    const { url } = await testRedis();
    const [one, other] = [limiter(url), limiter(url)];
    await together(one, other);
    const key = randomUUID();
    const operator = new Redis(url);
    const monitor = await operator.monitor();
    const seen: string[] = [];
    monitor.on('monitor', (_time, [command = '', ...args]: string[], source) => {
      if (source !== 'lua' && args.some((arg) => arg.endsWith(key))) seen.push(command.toLowerCase());
    });
    await takes(one, key, 10);
    await eventually(
      async () => {
        await operator.get(key);
        return seen;
      },
      (commands) => commands.includes('get'),
    );
    expect(seen.filter((command) => command !== 'get')).toEqual(Array(LIMIT + 1).fill('evalsha'));
    monitor.disconnect();
    operator.disconnect();
  });
});

describeWithRedisServer('a Redis in trouble stops no sales', () => {
  test('away at the start: each process counts for itself, and together when it is back', async () => {
    const redis = await startRedis();
    await redis.stop();
    const [one, other] = [limiter(redis.url), limiter(redis.url)];
    expect(await takes(one, 'a', 4)).toEqual([2, 1, 0, 'wait']);
    expect(await takes(other, 'a', 1)).toEqual([2]);
    await redis.restartEmpty();
    await together(one, other);
    await redis.stop();
  });

  // fault R8: the other steps
  // fault C24
  test('it freezes, is full or dies: requests go on, and a key over its limit stays out', async () => {
    const redis = await startRedis();
    const [one, other] = [limiter(redis.url), limiter(redis.url)];
    await together(one, other);
    expect(await takes(one, 'over', 4)).toEqual([2, 1, 0, 'wait']);

    redis.pause();
    expect([await takes(one, 'frozen', 1), await takes(one, 'over', 1)]).toEqual([[2], ['wait']]);
    redis.resume();

    const operator = new Redis(redis.url, { retryStrategy: () => null });
    operator.on('error', () => undefined);
    await operator.config('SET', 'maxmemory', '1');
    expect([await takes(one, 'full', 4), await takes(other, 'full', 4)]).toEqual(Array(2).fill([2, 1, 0, 'wait']));

    await redis.kill();
    expect([await takes(one, 'dead', 4), await takes(one, 'over', 1)]).toEqual([[2, 1, 0, 'wait'], ['wait']]);
    operator.disconnect();
  });
});
