import { type RunningRedis, startRedis, startWorld, type World } from '@topup/testkit';
import { verifyAndStop } from './expect-end';

/**
 * The window is longer than the 2 s after which the sweeper sends what no job announced. The provider has enough time.
 */
export const REDIS_SETTINGS = { PURCHASE_WAIT_MS: '20000', PROVIDER_TIMEOUT_MS: '6000' };

type RedisWorld = { redis: RunningRedis; world: World };

/** Starts a Redis and a world on it. */
export async function startRedisWorld(): Promise<RedisWorld> {
  const redis = await startRedis();
  try {
    return { redis, world: await startWorld({ redisUrl: redis.url, settings: REDIS_SETTINGS }) };
  } catch (error) {
    await redis.stop();
    throw error;
  }
}

/** For `afterAll`: verifies the books, and stops both. */
export async function stopRedisWorld({ redis, world }: Partial<RedisWorld>): Promise<void> {
  await verifyAndStop(world);
  await redis?.stop();
}
