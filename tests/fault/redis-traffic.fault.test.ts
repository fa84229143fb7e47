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
import { errorCount, runCommand } from './redis-command';
import { REDIS_SETTINGS, startRedisWorld, stopRedisWorld } from './redis-world';
import { type Bought, buyMany, expectAllSold, msUntilFirstSent, msUntilSent, untilSoldByJob } from './traffic';

const PER_SECOND = 15;

/** How long the fault lasts under traffic. */
const FAULT_MS = 20_000;
const LIMIT_MS = FAULT_MS + 90_000;

const traffic = (world: World, ms = FAULT_MS) => buyMany(world, (PER_SECOND * ms) / 1_000, ms);

describeWithRedisServer('a sick Redis loses or repeats purchases', () => {
  let redis: RunningRedis;
  let world: World;
  beforeAll(async () => {
    ({ redis, world } = await startRedisWorld());
  });
  beforeEach(() => untilSoldByJob(world));
  afterAll(() => stopRedisWorld({ redis, world }));

  /** Repeats a fault during traffic. Returns the purchases, and the sum of what the fault affected. */
  async function during(
    fault: () => Promise<number>,
    everyMs: number,
  ): Promise<{ bought: Bought[]; affected: number }> {
    let affected = 0;
    let over = false;
    const buying = traffic(world).finally(() => {
      over = true;
    });
    while (!over) {
      affected += await fault();
      await sleep(everyMs);
    }
    return { bought: await buying, affected };
  }

  // fault R8: enqueue, wait, pick, ack, the other steps
  test(
    'while Redis is full the sweeper sells, and jobs are used again when there is room',
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

  // fault R4: enqueue, wait, pick, ack, the other steps
  test(
    'connections that are reset lose and repeat jobs: each purchase is sold once',
    async () => {
      const { bought, affected } = await during(
        async () => Number(await runCommand(redis, 'CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes')),
        150,
      );
      expect(affected).toBeGreaterThan(10);
      await expectAllSold(world, bought);
    },
    LIMIT_MS,
  );

  // fault R5: enqueue, wait, pick, ack, the other steps
  test(
    'jobs that were deleted, waiting or in work, lose no purchase',
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
      const { bought, affected } = await during(flush, 200);
      expect(affected).toBeGreaterThan(1);
      await expectAllSold(world, [...(await lost), ...bought]);
      expect(await msUntilFirstSent(world, await lost)).toBeGreaterThanOrEqual(2_000);
    },
    LIMIT_MS,
  );

  // fault R6: enqueue, wait, ack, the other steps
  test(
    'repeated crashes that leave it empty lose nothing',
    async () => {
      const { bought, affected } = await during(() => redis.restartEmpty().then(() => 1), 500);
      expect(affected).toBeGreaterThan(1);
      await expectAllSold(world, bought);
    },
    LIMIT_MS,
  );
});

describeWithRedisServer('a failover of Redis loses jobs and repeats others', () => {
  // fault R7: enqueue, wait, pick, ack, the other steps
  test(
    'each purchase is sold once, also on the new primary',
    async () => {
      const [primary, replica] = await Promise.all([startRedis(), startRedis()]);
      const replication = await startFaultProxy({ target: { host: '127.0.0.1', port: primary.port } });
      const address = { host: '127.0.0.1', port: primary.port };
      const front = await startFaultProxy({ target: address });
      const world = await startWorld({ redisUrl: `redis://127.0.0.1:${front.port}`, settings: REDIS_SETTINGS });
      try {
        await untilSoldByJob(world);
        await runCommand(replica, 'REPLICAOF', '127.0.0.1', `${replication.port}`);
        await eventually(
          () => runCommand(replica, 'INFO', 'replication'),
          (info) => String(info).includes('master_link_status:up'),
        );
        // these jobs reach the replica, their completion does not
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
          (jobs) => jobs === 0, // the repeated jobs have run, and were not allowed to send
        );
      } finally {
        await verifyAndStop(world);
        await Promise.all([front.stop(), replication.stop(), primary.stop(), replica.stop()]);
      }
    },
    LIMIT_MS,
  );
});

/** How many purchases wait in jobs: a busy api puts several into one. */
async function waiting(redis: RunningRedis): Promise<number> {
  const count = `
    local purchases = 0
    for _, id in ipairs(redis.call('LRANGE', 'bull:airtime:wait', 0, -1)) do
      local data = cjson.decode(redis.call('HGET', 'bull:airtime:' .. id, 'data'))
      purchases = purchases + (data.hints and #data.hints or 1)
    end
    return purchases`;
  return Number(await runCommand(redis, 'EVAL', count, '0'));
}
