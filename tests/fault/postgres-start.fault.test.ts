import { type FaultProxy, startWorld, type World } from '@topup/testkit';
import { verifyAndStop } from './expect-end';
import { untilSoldByJob } from './traffic';

describe('a process that loses Postgres at its start lives on and does nothing', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld({ throughProxies: true, workers: 0 });
  });
  afterAll(() => verifyAndStop(world));

  // BullMQ keeps the failure forever: its worker would retry in a loop without a pause and block the process
  // fault D2: sweep
  test.each([
    ['a worker that is to write to a queue', 'worker-database', 0, () => world.addWorker()],
    // two queues to write to, with two connections each, come first
    ['a worker that is to serve one', 'worker-database', 4, () => world.addWorker()],
    ['an api', 'api-database', 0, () => world.addApi()],
  ] as const)('%s ends at once, and the next one works', async (_, link, passed, start) => {
    // one that runs already may connect again at this moment, and would be broken in place of the new one
    const running = link === 'api-database' ? world.apis : world.workers;
    for (const each of running) each.pause();
    // whichever of its connections is given up first
    const starting = expect(start()).rejects.toThrow(/^(worker|api) ended with 1\b.*(ECONNRESET|connection timeout)/s);
    await breakConnection(world.link(link), passed);
    await starting;
    for (const each of running) each.resume();

    await world.link(link).setMode('pass');
    await start();
    await untilSoldByJob(world);
  });

  /**
   * Lets `passed` connections of BullMQ pass (only they name its schema), and breaks the next one while it is made.
   * Nothing passes from then on, so that the process cannot become ready before it ends.
   */
  async function breakConnection(link: FaultProxy, passed: number): Promise<void> {
    for (let n = 0; n <= passed; n += 1) {
      await link.holdRequestsWith('search_path="bullmq"').fired;
      if (n < passed) link.release();
    }
    const silent = link.setMode('blackhole');
    link.cut();
    await silent;
  }
});
