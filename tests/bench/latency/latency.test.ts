import { describeWithRedisServer, startRedis, useDatabase } from '@topup/testkit';
import { measureLatency } from './measure-latency';
import { stepNames } from './steps';

describeWithRedisServer('a statement or a notice has another name, and its step is not seen any more', () => {
  const database = useDatabase({ max: 1 });

  test('the steps of an ordinary purchase are all recognised', async () => {
    const redis = await startRedis();
    const stores = { databaseUrl: database.url, redisUrl: redis.url, counted: [], remove: async () => undefined };
    try {
      const result = await measureLatency({ warmUp: 10, measured: 20, print: () => undefined }, stores);
      const { unusual, steps } = result.report as { unusual: number; steps: { step: string; p50Ms: number }[] };
      expect(unusual).toBeLessThan(20);
      expect(steps.map(({ step }) => step)).toEqual(stepNames);
      expect(Math.min(...steps.map(({ p50Ms }) => p50Ms))).toBeGreaterThanOrEqual(0);
      expect(result.overProviderP50Ms).toBeGreaterThan(0);
    } finally {
      await redis.stop();
    }
  });
});
