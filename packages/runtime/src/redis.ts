import { Redis, type RedisOptions } from 'ioredis';
import { redisSentinels } from './redis-url';

/** How long one Sentinel may take to name the master before the next one is asked. */
const SENTINEL_TIMEOUT_MS = 1_000;

/**
 * When a server that owes an answer has said nothing for so long, the Sentinels are asked for the master again: a
 * machine that is gone ends no connection. Longer than the 10 s for which BullMQ lets a command wait.
 */
const SILENCE_MS = 15_000;

/** The options of ioredis, without `replyMapping`, which would change what its commands answer. */
type Options = Omit<RedisOptions, 'replyMapping'>;

/** Opens a connection to one Redis, or to the master that Sentinels name. @param url as REDIS_URL */
export function openRedis(url: string, options: Options): Redis {
  const sentinels = redisSentinels(url);
  return sentinels === undefined
    ? new Redis(url, options)
    : new Redis({
        ...options,
        ...sentinels,
        socketTimeout: SILENCE_MS,
        sentinelCommandTimeout: SENTINEL_TIMEOUT_MS,
      });
}
