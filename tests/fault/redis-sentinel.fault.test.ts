import {
  describeWithRedisServer,
  eventually,
  type RunningRedis,
  type RunningSentinels,
  startRedisSentinels,
  startWorld,
  type World,
} from '@topup/testkit';
import { operatorsOf } from '../journey/support/ops';
import { first } from './buyer';
import { verifyAndStop } from './expect-end';
import { runCommand } from './redis-command';
import { REDIS_SETTINGS } from './redis-world';
import { type Bought, buyMany, expectAllSold, untilSoldByJob } from './traffic';

const LIMIT_MS = 180_000;
/** The 15 s after which a silent server is given up, the failover, and time for a busy machine. */
const SILENCE_MS = 45_000;

describeWithRedisServer('the Sentinels name another master, and the processes stay with the lost one', () => {
  let redis: RunningSentinels;
  let world: World;
  beforeAll(async () => {
    redis = await startRedisSentinels();
    world = await startWorld({ redisUrl: redis.url, settings: REDIS_SETTINGS });
    await operatorsOf(world)('catalogue', 'sync');
  });
  beforeEach(() => untilSoldByJob(world));
  afterAll(async () => {
    await verifyAndStop(world);
    await redis?.stop();
  });

  test('queues and rate limits are in the database that the URL names', async () => {
    const [master] = redis.servers;
    expect(await runCommand(master, 'INFO', 'keyspace')).toMatch(/^# Keyspace\s+db1:keys=\d+,\S+\s*$/);
    const count = "redis.call('SELECT', 1) return #redis.call('KEYS', ARGV[1])";
    for (const key of ['bull:airtime:meta', 'topup:rate:*'])
      expect(await runCommand(master, 'EVAL', count, '0', key)).toBeGreaterThan(0);
  });

  // fault R9: enqueue, wait, pick, the other steps
  test(
    'the master and a Sentinel are killed under traffic: each purchase is sold once, then by jobs again',
    async () => {
      const [lost, replica] = redis.servers;
      const bought = buyMany(world, 75, 5_000);
      await Promise.all([lost.kill(), first(redis.sentinels).kill()]);
      await untilMaster(replica);
      await untilSoldByJob(world);
      await expectAllSold(world, await bought);
      expect(await sweptAmong(await bought)).toBeGreaterThan(0);
    },
    LIMIT_MS,
  );

  // fault R9: enqueue, wait, pick, the other steps
  test(
    'a master that is frozen keeps its connections: they are given up, and each purchase is sold once',
    async () => {
      const [back, frozen] = redis.servers;
      await back.restartEmpty();
      await eventually(
        () => runCommand(back, 'INFO', 'replication'),
        (info) => String(info).includes('master_link_status:up'),
        30_000,
      );
      const bought = buyMany(world, 75, 5_000);
      frozen.pause();
      try {
        await untilMaster(back);
        await untilSoldByJob(world, SILENCE_MS);
        await expectAllSold(world, await bought);
        expect(await sweptAmong(await bought)).toBeGreaterThan(0);
      } finally {
        frozen.resume();
      }
      await expectAllSold(world, await buyMany(world, 15, 1_000));
    },
    LIMIT_MS,
  );

  const untilMaster = (server: RunningRedis) => eventually(redis.master, (master) => master === server, 30_000);

  /** How many of them the sweeper sent, which waits for 2 s. */
  async function sweptAmong(bought: Bought[]): Promise<number> {
    const [row] = await world.sql<{ count: string }>(
      "SELECT count(*) FROM purchase WHERE request_ref = ANY ($1) AND sent_at >= created_at + interval '2 s'",
      [bought.map(({ ref }) => ref)],
    );
    return Number(row?.count);
  }
});
