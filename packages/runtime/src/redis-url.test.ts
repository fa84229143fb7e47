import { redisSentinels } from './redis-url';

test('the URL of one server is left to ioredis', () => {
  for (const url of ['redis://one:7000/3', 'rediss://user:pass@one', '']) expect(redisSentinels(url)).toBeUndefined();
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
