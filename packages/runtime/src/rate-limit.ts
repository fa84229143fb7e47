import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { openRedis } from './redis';

export type RateLimiter = {
  /**
   * Counts one request of `key`. Resolves with 0 when it may go on, otherwise with the whole seconds (1 to 60) until
   * the next one may. Never rejects, and takes at most REDIS_TIMEOUT_MS.
   */
  take(key: string): Promise<number>;
  close(): void;
};

type Log = { info(text: string): void; warn(text: string): void };

const WINDOW_S = 60;
const REDIS_TIMEOUT_MS = 100;

/**
 * Lets `perMinute` requests of each key through in the minute that begins with its first one; 0 lets all through. With
 * `redisUrl` all processes count together. While Redis is away, frozen or full each counts for itself: Redis in trouble
 * must not stop sales.
 */
export function createRateLimiter(
  { perMinute, redisUrl }: { perMinute: number; redisUrl: string | undefined },
  log: Log,
): RateLimiter {
  if (perMinute === 0) return { take: async () => 0, close: () => undefined };
  const rule = { points: perMinute, duration: WINDOW_S, keyPrefix: 'topup:rate' };
  const alone = new RateLimiterMemory(rule);
  if (redisUrl === undefined) return { take: (key) => waitAfter(alone.consume(key)), close: () => undefined };

  const redis = connect(redisUrl, log);
  const shared = new RateLimiterRedis({
    ...rule,
    storeClient: redis,
    rejectIfRedisNotReady: true,
    insuranceLimiter: alone,
    // A key over its limit is remembered here: its further requests cost no call to Redis, and it stays out when Redis
    // is away.
    inMemoryBlockOnConsumed: perMinute + 1,
  });
  return { take: (key) => waitAfter(shared.consume(key)), close: () => redis.disconnect() };
}

/**
 * The limiter rejects with a RateLimiterRes when the key is over its limit. Anything else is a bug, and lets the
 * request through.
 */
async function waitAfter(consumed: Promise<unknown>): Promise<number> {
  try {
    await consumed;
    return 0;
  } catch (over) {
    return over instanceof RateLimiterRes ? Math.max(1, Math.ceil(over.msBeforeNext / 1_000)) : 0;
  }
}

/**
 * A connection whose commands fail at once, and which reconnects for ever. It logs once when it is lost and once when
 * it is back.
 */
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
