import {
  describeWithRedisServer,
  eventually,
  type RunningRedis,
  startRedis,
  startWorld,
  type World,
} from '@topup/testkit';
import { first, newBuyer } from './buyer';
import { type ExpectedEnd, expectEnd, verifyAndStop } from './expect-end';
import { FULL_RUN } from './full-run';
import { runCommand } from './redis-command';
import { buyMany, expectAllSold, msUntilFirstSent, msUntilSent, untilSoldByJob } from './traffic';

// A client waits for longer than the 2 s after which the sweeper takes up what no job told of, all at once; no fault here is one of the provider's.
const settings = { PURCHASE_WAIT_MS: '20000', PROVIDER_TIMEOUT_MS: '6000', LEASE_MS: '8000' };
const AWAY_MS = FULL_RUN ? 60_000 : 1_000;
const sold: ExpectedEnd = { status: 'success', cause: 'provider_delivered', vends: 1, events: ['success'] };

describeWithRedisServer('Redis, which only carries hints, is lost', () => {
  let redis: RunningRedis;
  let world: World;
  beforeAll(async () => {
    redis = await startRedis();
    world = await startWorld({ redisUrl: redis.url, settings });
  });
  beforeEach(() => untilSoldByJob(world));
  afterAll(async () => {
    await verifyAndStop(world);
    await redis?.stop();
  });

  test(
    `nothing could be sold while Redis is away for ${AWAY_MS / 1_000} s: the sweeper finds every purchase, while its client waits`,
    async () => {
      const buyer = await newBuyer(world);
      await redis.stop();
      const bought = buyMany(world, (15 * AWAY_MS) / 1_000, AWAY_MS);
      expect(await buyer.buy()).toMatchObject({ status: 200, body: { status: 'successful' } });
      await expectEnd(world, buyer, sold);
      await expectAllSold(world, await bought);
      expect(await msUntilFirstSent(world, await bought)).toBeGreaterThanOrEqual(2_000);
      await redis.restartEmpty();
    },
    AWAY_MS + 90_000,
  );

  test('purchases whose jobs a restart wiped out would be lost: the sweeper finds them, and the empty Redis serves the next ones', async () => {
    const buyer = await newBuyer(world);
    const worker = first(world.workers);
    worker.pause();
    const bought = buyer.buy();
    await eventually(() => hasJob(redis, world, buyer.ref), Boolean);
    await redis.restartEmpty();
    worker.resume();
    expect(await bought).toMatchObject({ status: 200 });
    expect(await msUntilSent(world, buyer.ref)).toBeGreaterThanOrEqual(2_000);
    await expectEnd(world, buyer, sold);
  });

  test('a Redis that keeps its connections and answers nothing would hold up every request: all are answered, and none with an error', async () => {
    redis.pause();
    const bought = await (FULL_RUN ? buyMany(world, 60, 3_000) : buyMany(world, 20, 500));
    redis.resume();
    await expectAllSold(world, bought);
    expect(await msUntilSent(world, first(bought).ref)).toBeGreaterThanOrEqual(2_000);
  });
});

describeWithRedisServer('Redis is away from the beginning', () => {
  test('a restart of everything during an outage of Redis would be an outage of sales: they start, sell, and use it when it comes', async () => {
    const redis = await startRedis();
    await redis.stop();
    const world = await startWorld({ redisUrl: redis.url, settings });
    try {
      const buyer = await newBuyer(world);
      expect(await buyer.buy()).toMatchObject({ status: 200, body: { status: 'successful' } });
      expect(await msUntilSent(world, buyer.ref)).toBeGreaterThanOrEqual(2_000);
      await expectEnd(world, buyer, sold);
      await redis.restartEmpty();
      await untilSoldByJob(world);
    } finally {
      await verifyAndStop(world);
      await redis.stop();
    }
  });
});

/** Whether the job that tells of a purchase wrong in Redis. */
async function hasJob(redis: RunningRedis, world: World, ref: string): Promise<boolean> {
  const id = (await world.purchase(ref))?.id;
  return (await runCommand(redis, 'EXISTS', `bull:airtime:${id}`)) === 1;
}
