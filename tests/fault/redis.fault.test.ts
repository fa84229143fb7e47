import {
  describeWithRedisServer,
  eventually,
  FULL_RUN,
  type RunningRedis,
  startRedis,
  startWorld,
  type World,
} from '@topup/testkit';
import { first, newBuyer } from './buyer';
import { expectEnd, sold, verifyAndStop } from './expect-end';
import { runCommand } from './redis-command';
import { REDIS_SETTINGS, startRedisWorld, stopRedisWorld } from './redis-world';
import { buyMany, expectAllSold, msUntilFirstSent, msUntilSent, untilSoldByJob } from './traffic';

const AWAY_MS = FULL_RUN ? 60_000 : 1_000;

describeWithRedisServer('nothing is sold without Redis', () => {
  let redis: RunningRedis;
  let world: World;
  beforeAll(async () => {
    ({ redis, world } = await startRedisWorld());
  });
  beforeEach(() => untilSoldByJob(world));
  afterAll(() => stopRedisWorld({ redis, world }));

  // fault R2: enqueue, wait, pick, the other steps
  test(
    `while Redis is away for ${AWAY_MS / 1_000} s the sweeper sells every purchase inside its window`,
    async () => {
      const buyer = await newBuyer(world);
      await redis.stop();
      const bought = buyMany(world, (15 * AWAY_MS) / 1_000, AWAY_MS);
      expect(await buyer.buy()).toMatchObject({ status: 200, body: { status: 'successful' } });
      await expectEnd(world, buyer, sold('success'));
      await expectAllSold(world, await bought);
      expect(await msUntilFirstSent(world, await bought)).toBeGreaterThanOrEqual(2_000);
      await redis.restartEmpty();
    },
    AWAY_MS + 90_000,
  );

  // fault R6: enqueue, pick, the other steps
  test('the sweeper sends purchases whose jobs a restart deleted', async () => {
    const buyer = await newBuyer(world);
    const worker = first(world.workers);
    worker.pause();
    const bought = buyer.buy();
    await eventually(() => hasJob(redis, world, buyer.ref), Boolean);
    await redis.restartEmpty();
    worker.resume();
    expect(await bought).toMatchObject({ status: 200 });
    expect(await msUntilSent(world, buyer.ref)).toBeGreaterThanOrEqual(2_000);
    await expectEnd(world, buyer, sold('success'));
  });

  // fault R3: enqueue, wait, pick, ack, the other steps
  test('while Redis keeps its connections and is silent, every request gets an answer without an error', async () => {
    redis.pause();
    const bought = await (FULL_RUN ? buyMany(world, 60, 3_000) : buyMany(world, 20, 500));
    redis.resume();
    await expectAllSold(world, bought);
    expect(await msUntilSent(world, first(bought).ref)).toBeGreaterThanOrEqual(2_000);
  });
});

describeWithRedisServer('a restart of everything during an outage of Redis stops sales', () => {
  // fault R1: enqueue, wait, pick, the other steps
  test('processes start, sell, and use Redis when it comes', async () => {
    const redis = await startRedis();
    await redis.stop();
    const world = await startWorld({ redisUrl: redis.url, settings: REDIS_SETTINGS });
    try {
      const buyer = await newBuyer(world);
      expect(await buyer.buy()).toMatchObject({ status: 200, body: { status: 'successful' } });
      expect(await msUntilSent(world, buyer.ref)).toBeGreaterThanOrEqual(2_000);
      await expectEnd(world, buyer, sold('success'));
      await redis.restartEmpty();
      await untilSoldByJob(world);
    } finally {
      await verifyAndStop(world);
      await redis.stop();
    }
  });
});

/** Whether the job of a purchase is in Redis. */
async function hasJob(redis: RunningRedis, world: World, ref: string): Promise<boolean> {
  const id = (await world.purchase(ref))?.id;
  return (await runCommand(redis, 'EXISTS', `bull:airtime:${id}`)) === 1;
}
