import type { RedisOptions } from 'ioredis';

type Server = { host: string; port: number };

/** The options of ioredis for the master that Sentinels name. */
type RedisSentinels = { sentinels: Server[]; name: string } & Pick<
  RedisOptions,
  | 'db'
  | 'username'
  | 'password'
  | 'tls'
  | 'sentinelUsername'
  | 'sentinelPassword'
  | 'sentinelTLS'
  | 'enableTLSForSentinelMode'
>;

/**
 * Reads the URL of Sentinels: `redis+sentinel://user:password@host:26379,host:26379/<master name>/<database number>`,
 * or `rediss+sentinel://` with TLS to servers and Sentinels. User and password are those of the servers; Sentinels that
 * ask for their own get `?sentinel_user=…&sentinel_password=…`. Undefined for any other scheme.
 * @throws Error when the scheme is that of Sentinels and the rest is not as above
 */
export function redisSentinels(url: string): RedisSentinels | undefined {
  if (!/^rediss?\+sentinel:/.test(url)) return undefined;
  const [, tls, credentials, servers, rest = '', query = ''] =
    /^redis(s?)\+sentinel:\/\/([^@/?#]*@)?([^@/?#]+)([^?#]*)(?:\?([^#]*))?$/.exec(url) ?? [];
  const [, name = '', db = '', ...more] = rest.split('/');
  if (servers === undefined || more.length > 0)
    throw new Error(
      'must be like redis+sentinel://user:password@host:26379,host:26379/<master name>/<database number>',
    );
  if (name === '')
    throw new Error('must name the master after the Sentinels: redis+sentinel://host:26379/<master name>');
  if (!/^\d{0,4}$/.test(db)) throw new Error(`must end with the number of a database, not "${db}"`);
  return {
    sentinels: servers.split(',').map(serverOf),
    name: decodeURIComponent(name),
    ...(db !== '' && { db: Number(db) }),
    ...credentialsOf(credentials),
    ...sentinelCredentials(new URLSearchParams(query)),
    ...(tls === 's' && { tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true }),
  };
}

function sentinelCredentials(query: URLSearchParams) {
  const { sentinel_user: user, sentinel_password: password, ...others } = Object.fromEntries(query);
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw new Error(`knows only sentinel_user and sentinel_password, not "${unknown}"`);
  return { ...(user && { sentinelUsername: user }), ...(password && { sentinelPassword: password }) };
}

/** @param credentials `user:password@`, each encoded as in a URL */
function credentialsOf(credentials = ''): Pick<RedisOptions, 'username' | 'password'> {
  const { username, password } = new URL(`redis://${credentials}server`);
  return {
    ...(username !== '' && { username: decodeURIComponent(username) }),
    ...(password !== '' && { password: decodeURIComponent(password) }),
  };
}

function serverOf(server: string): Server {
  if (server === '' || !URL.canParse(`redis://${server}`))
    throw new Error(`must name servers like host:26379, not "${server}"`);
  const { hostname, port } = new URL(`redis://${server}`);
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 26379) };
}
