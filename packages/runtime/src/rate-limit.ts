import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { openRedis } from './redis';

/** Result of a request: how many more may come in this minute, and the whole seconds (1 to 60) until it ends. */
export type RateCount = { allowed: boolean; remaining: number; resetSeconds: number };

export type RateLimiter = {
  /**
   * Counts one request of `key`, which may send `limit` (at least 1) in the minute that begins with the first. Never
   * rejects, and takes at most REDIS_TIMEOUT_MS.
   */
  take(key: string, limit: number): Promise<RateCount>;
  close(): void;
};

type Log = { info(text: string): void; warn(text: string): void };

const WINDOW_S = 60;
const REDIS_TIMEOUT_MS = 100;
const RULE = { duration: WINDOW_S, keyPrefix: 'topup:rate' };

/**
 * With `redisUrl` all processes count together, in one call to Redis for each request. While Redis is away, frozen or
 * full each counts for itself: Redis in trouble must not stop sales.
 */
export function createRateLimiter(redisUrl: string | undefined, log: Log): RateLimiter {
  // It only counts: the limit of a key may change at any time, so `take` compares.
  const alone = new RateLimiterMemory({ ...RULE, points: Number.MAX_SAFE_INTEGER });
  if (redisUrl === undefined)
    return { take: (key, limit) => countOf(limit, alone.consume(key)), close: () => undefined };

  const redis = connect(redisUrl, log);
  const together = new Map<number, RateLimiterRedis>();
  const limiterOf = (limit: number): RateLimiterRedis => {
    const limiter =
      together.get(limit) ??
      new RateLimiterRedis({
        ...RULE,
        points: limit,
        storeClient: redis,
        rejectIfRedisNotReady: true,
        insuranceLimiter: alone,
        // A key over its limit is remembered here: its further requests cost no call to Redis, and it stays out when
        // Redis is away. With another limit it is another limiter, so a new limit applies at once.
        inMemoryBlockOnConsumed: limit + 1,
      });
    together.set(limit, limiter);
    return limiter;
  };
  return { take: (key, limit) => countOf(limit, limiterOf(limit).consume(key)), close: () => redis.disconnect() };
}

/** The limiter rejects with a RateLimiterRes over the limit. Anything else is a bug, and lets the request through. */
async function countOf(limit: number, consumed: Promise<RateLimiterRes>): Promise<RateCount> {
  try {
    const { consumedPoints, msBeforeNext } = await consumed;
    const remaining = Math.max(0, limit - consumedPoints);
    return { allowed: consumedPoints <= limit, remaining, resetSeconds: toSeconds(msBeforeNext) };
  } catch (over) {
    return over instanceof RateLimiterRes
      ? { allowed: false, remaining: 0, resetSeconds: toSeconds(over.msBeforeNext) }
      : { allowed: true, remaining: limit, resetSeconds: WINDOW_S };
  }
}

const toSeconds = (ms: number): number => Math.max(1, Math.ceil(ms / 1_000));

/** A connection whose commands fail at once. It logs once when it is lost and once when it is back. */
function connect(url: string, log: Log): ReturnType<typeof openRedis> {
  const redis = openRedis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: REDIS_TIMEOUT_MS,
    connectTimeout: 2_000,
    retryStrategy: (attempt) => Math.min(50 * 2 ** Math.min(attempt, 6), 1_000),
    reconnectOnError: ({ message }) => message.startsWith('READONLY'),
  });
  let alone = false;
  redis.on('error', () => undefined); // emitted at every attempt; the two events below are logged instead
  redis.on('reconnecting', () => {
    if (!alone) log.warn('rate limits: each process counts for itself until Redis is back');
    alone = true;
  });
  redis.on('ready', () => {
    if (alone) log.info('rate limits: all processes count together again');
    alone = false;
  });
  return redis;
}
