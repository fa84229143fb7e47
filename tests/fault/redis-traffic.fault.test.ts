import { setTimeout as sleep } from 'node:timers/promises';
import {
  describeWithRedisServer,
  eventually,
  type RunningRedis,
  startFaultProxy,
  startRedis,
  startWorld,
  type World,
} from '@topup/testkit';
import { first } from './buyer';
import { verifyAndStop } from './expect-end';
import { FULL_RUN, testInFullRun } from './full-run';
import { errorCount, runCommand } from './redis-command';
import { type Bought, buyMany, expectAllSold, msUntilFirstSent, msUntilSent, untilSoldByJob } from './traffic';

// A client waits for longer than the 2 s after which the sweeper takes up what no job told of, all at once; no fault here is one of the provider's.
const settings = { PURCHASE_WAIT_MS: '20000', PROVIDER_TIMEOUT_MS: '6000', LEASE_MS: '8000' };
const PER_SECOND = 15;

/** How long Redis is ill while clients buy. */
const ILL_MS = FULL_RUN ? 20_000 : 2_000;
const LIMIT_MS = ILL_MS + 90_000;

const traffic = (world: World, ms = ILL_MS) => buyMany(world, (PER_SECOND * ms) / 1_000, ms);

describeWithRedisServer('Redis is ill while clients buy', () => {
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

  /** Does harm over and over while clients buy. Returns what was bought, and the sum of what the harm came to. */
  async function during(harm: () => Promise<number>, everyMs: number): Promise<{ bought: Bought[]; harmed: number }> {
    let harmed = 0;
    let over = false;
    const buying = traffic(world).finally(() => {
      over = true;
    });
    while (!over) {
      harmed += await harm();
      await sleep(everyMs);
    }
    return { bought: await buying, harmed };
  }

  test(
    'full: it refuses every job, and purchases would fail with it; the sweeper finds them, and jobs are used again when there is room',
    async () => {
      await runCommand(redis, 'CONFIG', 'SET', 'maxmemory', '1');
      const bought = await traffic(world);
      expect(await errorCount(redis, 'OOM')).toBeGreaterThan(0);
      await runCommand(redis, 'CONFIG', 'SET', 'maxmemory', '0');
      await expectAllSold(world, bought);
      expect(await msUntilSent(world, first(bought).ref)).toBeGreaterThanOrEqual(2_000);
    },
    LIMIT_MS,
  );

  test(
    'it resets its connections: a job that is told of twice would be sent twice, and one that is not never; each is sold once',
    async () => {
      const { bought, harmed } = await during(
        async () => Number(await runCommand(redis, 'CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes')),
        150,
      );
      expect(harmed).toBeGreaterThan(10);
      await expectAllSold(world, bought);
    },
    LIMIT_MS,
  );

  test(
    'somebody empties it: jobs that wait, and those in hand, are untilBackendsEnd, and no purchase with them',
    async () => {
      const worker = first(world.workers);
      worker.pause();
      const lost = buyMany(world, 8, 400);
      await eventually(
        () => waiting(redis),
        (jobs) => jobs === 8,
      );
      const flush = () => runCommand(redis, 'FLUSHALL').then(() => 1);
      await flush();
      worker.resume();
      const { bought, harmed } = await during(flush, 200);
      expect(harmed).toBeGreaterThan(1);
      await expectAllSold(world, [...(await lost), ...bought]);
      expect(await msUntilFirstSent(world, await lost)).toBeGreaterThanOrEqual(2_000);
    },
    LIMIT_MS,
  );

  testInFullRun(
    'it crashes and comes back empty, again and again: nothing is lost',
    async () => {
      const { bought, harmed } = await during(() => redis.restartEmpty().then(() => 1), 500);
      expect(harmed).toBeGreaterThan(1);
      await expectAllSold(world, bought);
    },
    LIMIT_MS,
  );
});

describeWithRedisServer('Redis fails over to a replica that has not heard of the last jobs', () => {
  testInFullRun(
    'jobs that Redis had acknowledged are lost, and others come back that were done: each purchase is sold once, on the new primary too',
    async () => {
      const [primary, replica] = await Promise.all([startRedis(), startRedis()]);
      const replication = await startFaultProxy({ target: { host: '127.0.0.1', port: primary.port } });
      const address = { host: '127.0.0.1', port: primary.port };
      const front = await startFaultProxy({ target: address });
      const world = await startWorld({ redisUrl: `redis://127.0.0.1:${front.port}`, settings });
      try {
        await untilSoldByJob(world);
        await runCommand(replica, 'REPLICAOF', '127.0.0.1', `${replication.port}`);
        await eventually(
          () => runCommand(replica, 'INFO', 'replication'),
          (info) => String(info).includes('master_link_status:up'),
        );
        // What waits now reaches the replica; that it is done afterwards does not.
        const worker = first(world.workers);
        worker.pause();
        const before = buyMany(world, 5, 100);
        await eventually(
          () => waiting(replica),
          (jobs) => jobs === 5,
        );
        await replication.setMode('blackhole');
        const lost = buyMany(world, 5, 100);
        await eventually(
          () => waiting(primary),
          (jobs) => jobs === 10,
        );
        expect(await waiting(replica)).toBe(5);

        await primary.kill();
        worker.resume();
        address.port = replica.port;
        front.cut();
        const readOnly = await traffic(world, 1_500);
        expect(await errorCount(replica, 'READONLY')).toBeGreaterThan(0);
        await runCommand(replica, 'REPLICAOF', 'NO', 'ONE');

        await untilSoldByJob(world);
        await expectAllSold(world, [...(await before), ...(await lost), ...readOnly]);
        await eventually(
          () => waiting(replica),
          (jobs) => jobs === 0, // those that came back have run, and were told that they are not to send
        );
      } finally {
        await verifyAndStop(world);
        await Promise.all([front.stop(), replication.stop(), primary.stop(), replica.stop()]);
      }
    },
    LIMIT_MS,
  );
});

/** Jobs of purchases that no worker has taken. */
async function waiting(redis: RunningRedis): Promise<number> {
  return Number(await runCommand(redis, 'LLEN', 'bull:airtime:wait'));
}
