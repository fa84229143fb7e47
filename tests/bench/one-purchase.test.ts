import { describeWithRedisServer, startRedis, useDatabase } from '@topup/testkit';
import { measureOnePurchase } from './one-purchase';

describeWithRedisServer('an idle service is measured with something else than one purchase', () => {
  const database = useDatabase({ max: 1 });

  test('it buys one after the other, and asks the sandbox itself beside each', async () => {
    const redis = await startRedis();
    const stores = { databaseUrl: database.url, redisUrl: redis.url, counted: [], remove: async () => undefined };
    const lines: string[] = [];
    const print = (line: string) => void lines.push(line);
    try {
      expect(await measureOnePurchase({ warmUp: 2, measured: 5, print }, stores)).toBeGreaterThan(0);
      expect(lines.at(-1)).toMatch(/^one purchase: p50 \d+\.\d\d ms, including \d+\.\d\d ms in the sandbox$/);
      expect(await database.db.purchase.count({ where: { status: 'success' } })).toBe(7);
    } finally {
      await redis.stop();
    }
  });
});
