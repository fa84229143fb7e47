import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  eventually,
  grantedRole,
  POOL_SIZE,
  providersAt,
  type RunningPgBouncer,
  startPgBouncer,
  startPooledRole,
  startWorld,
  testDatabase,
  type World,
} from '@topup/testkit';
import { operators, operatorsOf } from '../journey/support/ops';
import { buy, PRODUCTS } from '../journey/support/products';
import { first, newBuyer } from './buyer';
import { verifyAndStop } from './expect-end';
import { type Bought, buyMany, expectTrueAnswers } from './traffic';

// Only in `npm run test:extra -- pooler`, which puts a PgBouncer in transaction mode before the database of each world.

const settings = { PURCHASE_WAIT_MS: '12000', SYNC_WAIT_MS: '12000', PROVIDER_TIMEOUT_MS: '8000' };

let world: World;
let pooler: RunningPgBouncer;
beforeAll(async () => {
  world = await startWorld({ apis: 2, workers: 2, settings });
  if (world.pooler === undefined) throw new Error('this world has no pooler: use `npm run test:extra -- pooler`');
  pooler = world.pooler;
  await operatorsOf(world)('catalogue', 'sync');
});
afterAll(() => verifyAndStop(world));

/** Connections of the server that are the pooler's. */
async function serverConnections(): Promise<number> {
  const [row] = await world.sql<{ count: string }>('SELECT count(*) FROM pg_stat_activity WHERE usename = $1', [
    new URL(pooler.url).username,
  ]);
  return Number(row?.count);
}

describe('behind a pooler of transactions a purchase is lost or doubled', () => {
  test(`24 clients buy every product through two of each process, over ${POOL_SIZE} server connections`, async () => {
    const counts: number[] = [];
    let over = false;
    const counting = (async () => {
      while (!over) {
        counts.push(await serverConnections());
        await sleep(50);
      }
    })();
    const bought = await Promise.all(Array.from({ length: 24 }, (_, n) => buyTen(n))).finally(() => {
      over = true;
    });
    await counting;

    await expectTrueAnswers(world, bought.flat(), 30_000);
    // all of them on a machine that has nothing else to do
    expect(bought.flat().filter(({ answer }) => answer.status === 200).length).toBeGreaterThan(120);
    expect(Math.max(...counts)).toBeGreaterThan(1);
    expect(Math.max(...counts)).toBeLessThanOrEqual(POOL_SIZE);
  });

  test('the pooler is killed under traffic: every client gets the truth, and sales go on', async () => {
    const bought: Bought[] = [];
    for (let kills = 0; kills < 3; kills += 1) {
      const buying = buyMany(world, 30, 2_000);
      await sleep(500);
      await pooler.kill();
      await sleep(500);
      await pooler.start();
      bought.push(...(await buying));
    }
    expect(new Set(bought.map(({ answer }) => answer.status))).toContain(500);
    await expectTrueAnswers(world, bought, 30_000);
    await eventually(
      async () => (await newBuyer(world)).buy(),
      ({ status }) => status === 200,
      15_000,
    );
  });

  test('ops works through it: a sync, a change with its record, and the verification of the books', async () => {
    const ofOps = await startPooledRole(world.databaseUrl, 'ops');
    const ops = operators({
      DATABASE_URL: ofOps.url,
      DATABASE_POOLER: 'transaction',
      PROVIDERS: world.providers.join(','),
      KEY_ENCRYPTION_SECRET: world.keySecret,
      ...providersAt(world.sandbox.url),
    });
    try {
      await ops('catalogue', 'sync');
      await ops('account', 'create', '--name', 'Pooled', '--tier', 'standard');
      expect(await ops('audit', 'list', '--limit', '1')).toMatchObject([{ action: 'account.create' }]);
      expect(await ops('books', 'verify')).toMatchObject({ sound: true });
    } finally {
      await ofOps.remove();
    }
  });

  /** Ten purchases of an account of its own, one after the other, of every product by turns. */
  async function buyTen(client: number): Promise<Bought[]> {
    const bought: Bought[] = [];
    const account = await world.addAccount(100_000);
    for (let n = 0; n < 10; n += 1) {
      const product = PRODUCTS[(client + n) % PRODUCTS.length] ?? first(PRODUCTS);
      const api = world.apis[client % world.apis.length] ?? first(world.apis);
      const ref = randomUUID();
      bought.push({ ref, answer: await buy(world.clientOf(api, account), product, ref) });
    }
    return bought;
  }
});

describe('a process works on what a pooler of transactions takes away', () => {
  test('without the setting: the pooler declines its start-up options', async () => {
    await expect(world.addApi({ DATABASE_POOLER: 'none' })).rejects.toThrow('unsupported startup parameter: options');
  });

  test('queues on PostgreSQL: the process says what it needs', async () => {
    const needed = 'DATABASE_POOLER=transaction needs REDIS_URL';
    await expect(world.addApi({ REDIS_URL: '' })).rejects.toThrow(needed);
    await expect(world.addWorker({ REDIS_URL: '' })).rejects.toThrow(needed);
  });

  test('a role that was not prepared: the process names the settings and the command', async () => {
    const home = await testDatabase();
    const role = await grantedRole(home.url);
    const unprepared = await startPgBouncer(role.url);
    try {
      const starting = world.addApi({ DATABASE_URL: unprepared.url });
      await expect(starting).rejects.toThrow(/statement_timeout is 0.*npm run db:grant -- --role <role> --pooler/s);
    } finally {
      await unprepared.remove();
      await role.drop();
      await home.drop();
    }
  });
});
