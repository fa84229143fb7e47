import { Cluster, Redis, type RedisOptions } from 'ioredis';
import { redisCluster } from './redis-url';

/**
 * How often another server is asked which server has which keys. A server that lost a part says so by itself; one that
 * hangs does not.
 */
const CLUSTER_REFRESH_MS = 10_000;

/** The options of ioredis, without `replyMapping`, which would change what its commands answer. */
type Options = Omit<RedisOptions, 'replyMapping'>;

/**
 * Opens a connection to one Redis, or to all servers of a Redis Cluster, with the same timeouts and retries for both.
 * @param url as REDIS_URL
 * @param options as for one server; in a cluster each server gets them, and `retryStrategy` and `enableOfflineQueue`
 *   apply to the whole cluster
 */
export function openRedis(url: string, options: Options): Redis | Cluster {
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
