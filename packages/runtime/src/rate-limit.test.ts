import { randomUUID } from 'node:crypto';
import { describeWithRedis, describeWithRedisServer, eventually, startRedis, testRedis } from '@topup/testkit';
import { Redis } from 'ioredis';
import { createLog } from './log';
import { createRateLimiter, type RateLimiter } from './rate-limit';

const log = createLog('test', 'error');
const opened: RateLimiter[] = [];
afterEach(() => {
  for (const limiter of opened.splice(0)) limiter.close();
});

function limiter(perMinute: number, redisUrl?: string): RateLimiter {
  const one = createRateLimiter({ perMinute, redisUrl }, log);
  opened.push(one);
  return one;
}

/** What each of several requests in a row is answered. */
async function takes(from: RateLimiter, key: string, times: number): Promise<(string | number)[]> {
  const answers: (string | number)[] = [];
  for (let i = 0; i < times; i += 1) answers.push(labelOf(await from.take(key)));
  return answers;
}

const labelOf = (wait: number) =>
  wait === 0 ? 'go' : Number.isInteger(wait) && wait >= 1 && wait <= 60 ? 'wait' : wait;

/** Two processes count together as soon as both are connected. */
const together = (one: RateLimiter, other: RateLimiter) =>
  eventually(
    async () => {
      const key = randomUUID();
      await takes(one, key, 3);
      return other.take(key);
    },
    (wait) => wait > 0,
  );

test('a limit of 0 lets every request through', async () => {
  expect(await takes(limiter(0, 'redis://127.0.0.1:1'), 'key', 100)).toEqual(Array(100).fill('go'));
});

test('a key over its limit waits for whole seconds, and another key does not', async () => {
  const one = limiter(3);
  expect(await takes(one, 'a', 5)).toEqual(['go', 'go', 'go', 'wait', 'wait']);
  expect(await takes(one, 'b', 3)).toEqual(['go', 'go', 'go']);
});

test('a key over its limit may go on after a minute, however often it asked in between', async () => {
  jest.useFakeTimers();
  try {
    const one = limiter(2);
    expect(await takes(one, 'a', 2)).toEqual(['go', 'go']);
    expect(await one.take('a')).toBe(60);
    jest.advanceTimersByTime(100);
    expect(await one.take('a')).toBe(60);
    jest.advanceTimersByTime(59_800);
    expect(await one.take('a')).toBe(1);
    jest.advanceTimersByTime(100);
    expect(await takes(one, 'a', 3)).toEqual(['go', 'go', 'wait']);
  } finally {
    jest.useRealTimers();
  }
});

describeWithRedis('with Redis', () => {
  test('two processes count together, so that they do not allow twice the limit', async () => {
    const { url } = await testRedis();
    const [one, other] = [limiter(3, url), limiter(3, url)];
    await together(one, other);
    const key = randomUUID();
    const waits = await Promise.all([one, other, one, other, one].map((each) => each.take(key)));
    expect(waits.map(labelOf).sort()).toEqual(['go', 'go', 'go', 'wait', 'wait']);
  });
});

describeWithRedisServer('a Redis in trouble stops no sales', () => {
  test('away at the start: each process counts for itself, and together when it is back', async () => {
    const redis = await startRedis();
    await redis.stop();
    const [one, other] = [limiter(3, redis.url), limiter(3, redis.url)];
    expect(await takes(one, 'a', 4)).toEqual(['go', 'go', 'go', 'wait']);
    expect(await takes(other, 'a', 1)).toEqual(['go']);
    await redis.restartEmpty();
    await together(one, other);
    await redis.stop();
  });

  test('it freezes, is full or dies: requests go on, and a key over its limit stays out', async () => {
    const redis = await startRedis();
    const [one, other] = [limiter(3, redis.url), limiter(3, redis.url)];
    await together(one, other);
    expect(await takes(one, 'over', 4)).toEqual(['go', 'go', 'go', 'wait']);

    redis.pause();
    expect([await takes(one, 'frozen', 1), await takes(one, 'over', 1)]).toEqual([['go'], ['wait']]);
    redis.resume();

    const operator = new Redis(redis.url, { retryStrategy: () => null });
    operator.on('error', () => undefined);
    await operator.config('SET', 'maxmemory', '1');
    expect([await takes(one, 'full', 4), await takes(other, 'full', 4)]).toEqual(
      Array(2).fill(['go', 'go', 'go', 'wait']),
    );

    await redis.kill();
    expect([await takes(one, 'dead', 4), await takes(one, 'over', 1)]).toEqual([['go', 'go', 'go', 'wait'], ['wait']]);
    operator.disconnect();
  });
});
