import { Cluster, Redis, type RedisOptions } from 'ioredis';
import { redisCluster, redisSentinels } from './redis-url';

/**
 * How often another server is asked which server has which keys. A server that lost a part says so by itself; one that
 * hangs does not.
 */
const CLUSTER_REFRESH_MS = 10_000;

/** How long one Sentinel may take to name the master before the next one is asked. */
const SENTINEL_TIMEOUT_MS = 1_000;

/**
 * When a server that owes an answer has said nothing for so long, the Sentinels are asked for the master again: a
 * machine that is gone ends no connection. Longer than the 10 s for which BullMQ lets a command wait.
 */
const SILENCE_MS = 15_000;

/** The options of ioredis, without `replyMapping`, which would change what its commands answer. */
type Options = Omit<RedisOptions, 'replyMapping'>;

/**
 * Opens a connection to one Redis, to the master that Sentinels name, or to all servers of a Redis Cluster, with the
 * same timeouts and retries for all.
 * @param url as REDIS_URL
 * @param options as for one server; in a cluster each server gets them, and `retryStrategy` and `enableOfflineQueue`
 *   apply to the whole cluster
 */
export function openRedis(url: string, options: Options): Redis | Cluster {
  const sentinels = redisSentinels(url);
  if (sentinels !== undefined)
    return new Redis({
      ...options,
      ...sentinels,
      socketTimeout: SILENCE_MS,
      sentinelCommandTimeout: SENTINEL_TIMEOUT_MS,
    });
  const cluster = redisCluster(url);
  if (cluster === undefined) return new Redis(url, options);
  const { retryStrategy, enableOfflineQueue, host: _host, port: _port, ...ofEachServer } = options;
  return new Cluster(cluster.nodes, {
    clusterRetryStrategy: (attempt) => retryStrategy?.(attempt) ?? null,
    ...(enableOfflineQueue !== undefined && { enableOfflineQueue }),
    slotsRefreshInterval: CLUSTER_REFRESH_MS,
    dnsLookup: (name, found) => found(null, name), // keeps the name, which a TLS certificate is compared with
    redisOptions: { ...ofEachServer, ...cluster.options },
  });
}
