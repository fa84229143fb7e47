import { randomUUID } from 'node:crypto';
import { describeWithRedis, testRedis } from '../servers/test-redis';
import { eventually } from './eventually';
import { startWorld, type World } from './world';

describe('a world hides a fault or a crash', () => {
  let world: World;
  beforeAll(async () => {
    // so that on a busy machine no lease ends before a lost answer is asked for again
    world = await startWorld({ throughProxies: true, settings: { PROVIDER_TIMEOUT_MS: '7500' } });
  });
  afterAll(() => world?.stop());

  test.each(['accept_purchases_', 'claim_purchases_', 'record_settlements_', 'POST /api/pay'])(
    '%s is recognised on its link, and a lost answer to it changes nothing for the client',
    async (pattern) => {
      const link = pattern.startsWith('POST')
        ? 'worker-provider'
        : pattern.startsWith('accept')
          ? 'api-database'
          : 'worker-database';
      const ref = randomUUID();
      const hold = world.link(link).holdReplyAfter(pattern);
      const bought = world.client.buyAirtime({ ref });
      await hold.answered;
      world.link(link).cut();
      expect([200, 202]).toContain((await bought).status);
      const row = await eventually(
        () => world.purchase(ref),
        (purchase) => purchase?.status === 'success',
      );
      expect(
        (await world.ledger()).deliveries.filter(({ request_id }) => request_id === row?.provider_ref),
      ).toHaveLength(1);
    },
  );

  test('books that were changed by hand are found wrong', async () => {
    await world.verifyBooks();
    await world.sql('UPDATE wallet SET balance_kobo = balance_kobo + 1 WHERE account_id = $1', [world.account.id]);
    await expect(world.verifyBooks()).rejects.toThrow(world.account.id);
    await world.sql('UPDATE wallet SET balance_kobo = balance_kobo - 1 WHERE account_id = $1', [world.account.id]);
    await world.verifyBooks();
  });

  test('a crash during a test fails `stop`, which leaves nothing behind', async () => {
    const other = await startWorld({ workers: 0 });
    const [api] = other.apis;
    process.kill(api?.pid ?? 0, 'SIGKILL');
    await eventually(
      () => api?.unbidden(),
      (text) => text !== undefined,
    );
    await expect(other.stop()).rejects.toThrow(/^api ended with SIGKILL/);
    await expect(other.sql('SELECT 1')).rejects.toThrow(/does not exist/);
    await expect(other.ledger()).rejects.toThrow();
  });

  test('a test purchase that reaches the provider fails `stop`', async () => {
    const other = await startWorld({ workers: 0, mode: 'test' });
    await fetch(`${other.sandbox.url}/api/pay`, { method: 'POST', body: '{}' });
    await expect(other.stop()).rejects.toThrow('a test purchase reached the provider');
  });

  test('a world that cannot start reports the reason', async () => {
    await expect(startWorld({ settings: { REQUERY_SCHEDULE: '5' } })).rejects.toThrow(/REQUERY_SCHEDULE must be/);
  });
});

describeWithRedis('a world on Redis does not use its Redis', () => {
  test('api and worker reach Redis through their links', async () => {
    const world = await startWorld({ throughProxies: true, redisUrl: (await testRedis()).url });
    try {
      await eventually(world.link('api-redis').connections, (count) => count > 0);
      await eventually(world.link('worker-redis').connections, (count) => count > 0);
    } finally {
      await world.stop();
    }
  });
});
