import { describeWithRedisServer, type RunningRedis, startRedis, startWorld, type World } from '@topup/testkit';
import { verifyAndStop } from './expect-end';
import { runCommand } from './redis-command';

const PASSWORD = 'a-password-of-redis';

describeWithRedisServer('a Redis that is away or declines us holds up a start or a stop', () => {
  let redis: RunningRedis;
  let world: World;
  const at = (password: string, path = ''): string => `redis://:${password}@127.0.0.1:${redis.port}${path}`;
  beforeAll(async () => {
    redis = await startRedis();
    await runCommand(redis, 'CONFIG', 'SET', 'requirepass', PASSWORD);
    world = await startWorld({ redisUrl: at(PASSWORD) });
  });
  afterAll(async () => {
    await redis.restartEmpty();
    await verifyAndStop(world);
    await redis.stop();
  });

  test.each([
    ['another password', () => at('wrong'), 'WRONGPASS'],
    ['no password', () => `redis://127.0.0.1:${redis.port}`, 'NOAUTH'],
    ['a database that is not there', () => at(PASSWORD, '/999'), 'ERR DB index'],
  ])('with %s no process starts, and its last line says why', async (_, url, reason) => {
    const REDIS_URL = url();
    const declined = new RegExp(`ended with 1\\b.*"reason":"Redis declines REDIS_URL: ${reason}`, 's');
    await expect(world.addWorker({ REDIS_URL })).rejects.toThrow(declined);
    await expect(world.addApi({ REDIS_URL })).rejects.toThrow(declined);
  });

  test('while Redis is away api and worker stop with 0, start, and stop again', async () => {
    const before = [await world.addApi(), await world.addWorker()];
    await redis.stop();
    const meanwhile = [await world.addApi(), await world.addWorker()];
    for (const process of [...before, ...meanwhile]) {
      expect(await process.stop()).toBe(0);
      expect(process.logs('gave up waiting for what was in hand')).toEqual([]);
    }
  });
});
