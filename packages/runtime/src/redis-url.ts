import type { RedisOptions } from 'ioredis';

/** Some servers of a Redis Cluster, which know all the others, and how to connect to each. */
export type RedisCluster = {
  nodes: { host: string; port: number }[];
  options: Pick<RedisOptions, 'username' | 'password' | 'tls'>;
};

/**
 * Reads the URL of a cluster: `redis+cluster://user:password@host:6379,host:6379`, or `rediss+cluster://` with TLS.
 * A cluster has no database numbers. Undefined for any other scheme: that is one server, as ioredis knows it.
 * @throws Error when the scheme is that of a cluster and the rest is not as above
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
