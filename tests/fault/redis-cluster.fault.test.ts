import { randomUUID } from 'node:crypto';
import { createLog, watchQueue } from '@topup/runtime';
import {
  describeWithRedisServer,
  eventually,
  type RunningRedisCluster,
  startRedisCluster,
  startWorld,
  type World,
} from '@topup/testkit';
import { operatorsOf } from '../journey/support/ops';
import { airtime, buy, data, type Product } from '../journey/support/products';
import { first } from './buyer';
import { verifyAndStop } from './expect-end';
import { runCommand } from './redis-command';
import { type Bought, buyMany, expectAllSold, msUntilFirstSent, untilSoldByJob } from './traffic';

// the window is longer than the 2 s after which the sweeper sends what no job announced
const settings = { PURCHASE_WAIT_MS: '10000' };
const QUEUES = ['airtime', 'data', 'webhooks', 'notifications'];

describeWithRedisServer('a Redis Cluster takes no jobs, or one lost master stops everything', () => {
  let cluster: RunningRedisCluster;
  let world: World;
  beforeAll(async () => {
    cluster = await startRedisCluster();
    world = await startWorld({ redisUrl: cluster.url, settings });
    await operatorsOf(world)('catalogue', 'sync');
    await untilSoldByJob(world);
  });
  afterAll(async () => {
    await verifyAndStop(world);
    await cluster?.stop();
  });

  const holding = (queue: string) => cluster.masterOf(`{jobs:${queue}}`);

  /** Buys until the queue reports the end of a job, as it does to the api. */
  async function buyUntilHeard(queue: string, product: Product): Promise<Bought[]> {
    const ended = new Set<string>();
    const store = { redisUrl: cluster.url, databaseUrl: '' };
    const watch = watchQueue(store, queue, (id) => ended.add(id), createLog('test', 'error'));
    const bought: Bought[] = [];
    const sellOne = async () => {
      const one = await buyOne(world, product);
      bought.push(one);
      return (await world.purchase(one.ref))?.id ?? '';
    };
    await eventually(sellOne, (id) => ended.has(id)).finally(watch.close);
    return bought;
  }

  test('each queue is on one master, queues are on several, and jobs sell at once', async () => {
    const [talk, plans] = [await buyUntilHeard('airtime', airtime), await buyUntilHeard('data', data)];
    await expectAllSold(world, [...talk, ...plans]);
    for (const bought of [talk, plans]) expect(await msUntilFirstSent(world, bought)).toBeLessThan(1_500);

    const masters = await Promise.all(QUEUES.map(holding));
    expect(new Set(masters).size).toBe(3);
    expect(masters[0]).not.toBe(masters[1]);
    for (const [n, queue] of QUEUES.slice(0, 3).entries())
      expect(await runCommand(masters[n] ?? first(masters), 'EXISTS', `bull:{jobs:${queue}}:${queue}:meta`)).toBe(1);
  });

  test('the queue board and the rate limits work on the cluster', async () => {
    for (const { opsUrl } of [first(world.apis), first(world.workers)]) {
      const board = (await (await fetch(`${opsUrl}/queues/api/queues`)).json()) as { queues: { name: string }[] };
      expect(board.queues.map(({ name }) => name)).toEqual(QUEUES);
    }
    const counts = await Promise.all(cluster.masters.map((master) => runCommand(master, 'KEYS', 'topup:rate:*')));
    expect(counts.flat().length).toBeGreaterThan(0);
  });

  // fault R10: enqueue, wait, pick, the other steps
  test('without its master a queue is sold by the sweeper, and another queue as before', async () => {
    const lost = await holding('airtime');
    await lost.kill();
    const [swept, prompt] = await Promise.all([
      buyMany(world, 10, 500),
      Promise.all([1, 2, 3, 4].map(() => buyOne(world, data))),
    ]);
    await expectAllSold(world, [...swept, ...prompt]);
    expect(await msUntilFirstSent(world, swept)).toBeGreaterThanOrEqual(2_000);
    expect(await msUntilFirstSent(world, prompt)).toBeLessThan(1_500);
    await lost.restartEmpty();
    await untilSoldByJob(world);
  });
});

async function buyOne(world: World, product: Product): Promise<Bought> {
  const ref = randomUUID();
  return { ref, answer: await buy(world.client, product, ref) };
}
