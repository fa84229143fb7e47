import { Cluster, Redis, type RedisOptions } from 'ioredis';

/** Some servers of a Redis Cluster, which know all the others, and how to speak to each. */
export type RedisCluster = {
  nodes: { host: string; port: number }[];
  options: Pick<RedisOptions, 'username' | 'password' | 'tls'>;
};

/** Who has lost a part of a cluster says so to whoever asks for it. A server that stands still says nothing; after so long another is asked who has what. */
const CLUSTER_REFRESH_MS = 10_000;

/**
 * The cluster that a URL names: `redis+cluster://user:password@host:6379,host:6379`, or `rediss+cluster://` with TLS. A cluster has no database numbers.
 * Undefined for any other scheme: one server, as ioredis knows it.
 * @throws Error when it is of that scheme and nothing can be made of it
 */
export function redisCluster(url: string): RedisCluster | undefined {
  if (!/^rediss?\+cluster:/.test(url)) return undefined;
  const [, tls, credentials = '', servers] = /^redis(s?)\+cluster:\/\/([^@/]*@)?([^@/?#]+)\/?$/.exec(url) ?? [];
  if (servers === undefined) throw new Error('must be like redis+cluster://user:password@host:6379,host:6379');
  const { username, password } = new URL(`redis://${credentials}server`);
  return {
    nodes: servers.split(',').map(nodeOf),
    options: {
      ...(username !== '' && { username: decodeURIComponent(username) }),
      ...(password !== '' && { password: decodeURIComponent(password) }),
      ...(tls === 's' && { tls: {} }),
    },
  };
}

function nodeOf(server: string): { host: string; port: number } {
  if (server === '' || !URL.canParse(`redis://${server}`))
    throw new Error(`must name servers like host:6379, not "${server}"`);
  const { hostname, port } = new URL(`redis://${server}`);
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 6379) };
}

/** Of ioredis. `replyMapping` would change what its commands answer. */
type Options = Omit<RedisOptions, 'replyMapping'>;

/**
 * Opens a connection to the Redis, or to all servers of the Redis Cluster, that REDIS_URL names, for the same work with the same patience.
 * @param options as for one server; of a cluster each server gets them, and `retryStrategy` and `enableOfflineQueue` hold for all of it
 */
export function openRedis(url: string, options: Options): Redis | Cluster {
  const cluster = redisCluster(url);
  if (cluster === undefined) return new Redis(url, options);
  const { retryStrategy, enableOfflineQueue, host: _host, port: _port, ...ofEachServer } = options;
  return new Cluster(cluster.nodes, {
    clusterRetryStrategy: (attempt) => retryStrategy?.(attempt) ?? null,
    ...(enableOfflineQueue !== undefined && { enableOfflineQueue }),
    slotsRefreshInterval: CLUSTER_REFRESH_MS,
    dnsLookup: (name, found) => found(null, name), // as a name, so that a certificate can be compared with it
    redisOptions: { ...ofEachServer, ...cluster.options },
  });
}
