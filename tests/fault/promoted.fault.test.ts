import { randomUUID } from 'node:crypto';
import {
  type ArchivedPostgres,
  describeWithRedisServer,
  eventually,
  type FaultProxy,
  type RunningPostgres,
  type RunningRedis,
  startArchivedPostgres,
  startFaultProxy,
  startRedis,
  startWorld,
  type World,
} from '@topup/testkit';
import { type Buyer, newBuyer } from './buyer';

/**
 * The address of the database leads to another server while the services run: first to a copy that lacks the last
 * claim, as a standby does that lagged behind, and then to one that has everything.
 */
describeWithRedisServer('the address of the database leads to another server while the services run', () => {
  let postgres: ArchivedPostgres;
  let redis: RunningRedis;
  let address: FaultProxy;
  let world: World;
  let whole: RunningPostgres;
  let behind: RunningPostgres;
  /** Bought on the first server, and has read its changes there. */
  let reader: Buyer;
  let cursor: string;
  const target = { host: '127.0.0.1', port: 0 };

  beforeAll(async () => {
    [postgres, redis] = await Promise.all([startArchivedPostgres(), startRedis()]);
    target.port = Number(new URL(postgres.url).port);
    address = await startFaultProxy({ target });
    const databaseUrl = Object.assign(new URL(postgres.url), { port: address.port }).href;
    world = await startWorld({ databaseUrl, redisUrl: redis.url, settings: { PURCHASE_WAIT_MS: '15000' } });
    const backup = await postgres.baseBackup();
    await postgres.restorePoint('before_the_last_purchase');
    reader = await newBuyer(world);
    expect(await reader.buy()).toMatchObject({ status: 200 });
    const page = await changesAfter('');
    expect(page.references).toEqual([reader.ref]);
    cursor = page.cursor;
    await postgres.archiveAll();
    [whole, behind] = await Promise.all([backup.restore(), backup.restore('before_the_last_purchase')]);
  });
  afterAll(async () => {
    await world?.stop();
    await address?.stop();
    await redis?.stop();
    await postgres?.remove();
  });

  /** As after a failover: what is open breaks, and new connections meet the other server. */
  function leadTo({ port }: RunningPostgres): void {
    target.port = port;
    address.cut();
  }
  const changesAfter = async (after: string) => {
    const { body } = await reader
      .client()
      .call<{ reference: string }[]>('GET', `/v1/transactions/changes?after=${after}`);
    const { data, next_cursor } = body as { data: { reference: string }[]; next_cursor: string };
    return { references: data.map(({ reference }) => reference), cursor: next_cursor };
  };
  const ready = async () => {
    const answers = [...world.apis, ...world.workers].map(async ({ opsUrl }) => {
      const response = await fetch(`${opsUrl}/ready`);
      return { status: response.status, text: await response.text() };
    });
    return Promise.all(answers);
  };

  test('on a server without the last purchase nothing is sold, and no process starts', async () => {
    const buyer = await newBuyer(world);
    const posts = async () => (await world.ledger()).posts.length;
    const before = await posts();
    leadTo(behind);
    await eventually(ready, (all) =>
      all.every(({ status, text }) => status === 503 && text.includes('DatabaseNeedsQuarantine')),
    );
    expect(await buyer.buy()).toMatchObject({ headers: { 'x-error-code': 'unavailable' } });
    expect(await posts()).toBe(before);
    for (const start of [world.addApi, world.addWorker]) await expect(start()).rejects.toThrow('ops -- quarantine');
    expect(world.apis[0]?.logs('a database server is not used')).toMatchObject([{ alert: 'database_server' }]);
  });

  test('on a promoted server with everything sales and changes go on, without a restart', async () => {
    leadTo(whole);
    await eventually(ready, (all) => all.every(({ status }) => status === 200));
    expect(await (await newBuyer(world)).buy()).toMatchObject({ status: 200 });
    expect(world.apis[0]?.logs('a promoted database server is used')).toHaveLength(1);
    const ref = randomUUID();
    expect(await reader.client().buyAirtime({ ref })).toMatchObject({ status: 200 });
    expect((await changesAfter(cursor)).references).toEqual([ref]);
    expect((await changesAfter('')).references).toEqual([reader.ref, ref]);
    await Promise.all([world.addApi(), world.addWorker()]);
    await world.verifyBooks();
  });
});
