import { redisCluster } from './redis-url';

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
  for (const url of ['redis://one:7000/3', 'rediss://user:pass@one', '']) expect(redisCluster(url)).toBeUndefined();
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
