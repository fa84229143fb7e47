import { redisCluster, redisSentinels } from './redis-url';

test('every server that a cluster URL names is known, with user, password and TLS', () => {
  expect(redisCluster('redis+cluster://one:7000,two,[::1]:7002')).toEqual({
    nodes: [
      { host: 'one', port: 7000 },
      { host: 'two', port: 6379 },
      { host: '::1', port: 7002 },
    ],
    options: {},
  });
  expect(redisCluster('rediss+cluster://topup:p%40ss@one:7000,two:7001/')).toEqual({
    nodes: [
      { host: 'one', port: 7000 },
      { host: 'two', port: 7001 },
    ],
    options: { username: 'topup', password: 'p@ss', tls: {} },
  });
  expect(redisCluster('redis+cluster://:secret@one')).toEqual({
    nodes: [{ host: 'one', port: 6379 }],
    options: { password: 'secret' },
  });
});

test('the URL of one server is left to ioredis', () => {
  for (const url of ['redis://one:7000/3', 'rediss://user:pass@one', '']) {
    expect(redisCluster(url)).toBeUndefined();
    expect(redisSentinels(url)).toBeUndefined();
  }
});

test('every Sentinel, the master and its database are known, with the credentials of both and TLS', () => {
  expect(redisSentinels('redis+sentinel://one:7000,two,[::1]:7002/topup')).toEqual({
    sentinels: [
      { host: 'one', port: 7000 },
      { host: 'two', port: 26379 },
      { host: '::1', port: 7002 },
    ],
    name: 'topup',
  });
  expect(
    redisSentinels('rediss+sentinel://me:p%40ss@one,two/my%20master/3?sentinel_user=us&sentinel_password=s%26t'),
  ).toEqual({
    sentinels: [
      { host: 'one', port: 26379 },
      { host: 'two', port: 26379 },
    ],
    name: 'my master',
    db: 3,
    username: 'me',
    password: 'p@ss',
    sentinelUsername: 'us',
    sentinelPassword: 's&t',
    tls: {},
    sentinelTLS: {},
    enableTLSForSentinelMode: true,
  });
});

test.each([
  ['redis+sentinel://', 'must be like redis+sentinel://'],
  ['redis+sentinel://one,two', 'must name the master'],
  ['redis+sentinel://one,two/', 'must name the master'],
  ['redis+sentinel://one,two//1', 'must name the master'],
  ['redis+sentinel://one,two/topup/first', 'must end with the number of a database, not "first"'],
  ['redis+sentinel://one,two/topup/1/2', 'must be like redis+sentinel://'],
  ['redis+sentinel://one:x/topup', 'must name servers like host:26379, not "one:x"'],
  ['redis+sentinel://one,,two/topup', 'must name servers like host:26379, not ""'],
  ['redis+sentinel://one/topup?password=x', 'knows only sentinel_user and sentinel_password, not "password"'],
])('%s is rejected: the URL %s', (url, fault) => {
  expect(() => redisSentinels(url)).toThrow(fault);
});

test.each([
  'redis+cluster://',
  'redis+cluster://one:7000/1',
  'redis+cluster://one:x',
  'redis+cluster://one,,two',
  'redis+cluster://one?tls=1',
])('%s is rejected: a cluster URL names servers, and has no database number or option', (url) => {
  expect(() => redisCluster(url)).toThrow(/must (be like|name servers)/);
});
