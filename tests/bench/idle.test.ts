// Without these tests the idle bench could stop working unnoticed, or keep a promise that is broken.
import { describeWithRedisServer, startRedis, useDatabase } from '@topup/testkit';
import { judgeIdle, measureIdle } from './idle';
import { readOptions } from './options';

test('minutes are those of the rest, and go with nothing else', () => {
  expect(readOptions(['--idle'])).toMatchObject({ measure: 'idle', minutes: 5, json: false });
  expect(readOptions(['--idle', '--minutes', '1', '--json'])).toMatchObject({
    measure: 'idle',
    minutes: 1,
    json: true,
  });
  expect(() => readOptions(['--minutes', '1'])).toThrow('--idle');
  expect(() => readOptions(['--idle', '--profile'])).toThrow('one thing');
});

test('all processes count together, and what is unknown breaks no promise', () => {
  const api = { name: 'api', percent: 2.5 };
  expect(judgeIdle([api, { name: 'worker', percent: 1.49 }])).toMatchObject({ percent: 3.99, holds: true });
  expect(judgeIdle([api, { name: 'worker', percent: 1.5 }])).toMatchObject({ percent: 4, holds: false });
  expect(judgeIdle([{ name: 'api', percent: null }])).toMatchObject({ percent: null, holds: true });
});

describeWithRedisServer('the idle bench does not run', () => {
  const database = useDatabase({ max: 1 });

  test('it rests, names each process with its CPU, and times the purchases after the rest', async () => {
    const redis = await startRedis();
    const stores = {
      databaseUrl: database.url,
      redisUrl: redis.url,
      counted: [{ name: 'redis', pid: redis.pid }],
      remove: async () => undefined,
    };
    try {
      const options = { accounts: 1, warmUp: 2, minutes: 1 / 60, measured: 3, print: () => undefined };
      const { lines, report } = await measureIdle(options, stores);
      expect(report).toMatchObject({
        use: ['api', 'worker', 'dashboard', 'redis'].map((name) => ({ name })),
        first_ms: expect.any(Number),
        warm_p50_ms: expect.any(Number),
      });
      expect(lines.join('\n')).toMatch(/\| worker +\| +\d+\.\d\d \|/);
      expect(await database.db.purchase.count({ where: { status: 'success' } })).toBe(6);
    } finally {
      await redis.stop();
    }
  });
});
