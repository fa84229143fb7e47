import { randomUUID } from 'node:crypto';
import { type Mode, modes } from '@topup/core/account';
import { describeWithRedis, eventually, startWorld, testRedis, type World } from '@topup/testkit';
import { expectConsistent, storedEventsOf } from './support/books';
import { expectSigned } from './support/webhooks';

describe.each(modes)('nobody can buy airtime with a %s key, with the queues on Postgres', (mode) =>
  journey(mode, () => Promise.resolve({})),
);
describeWithRedis('nobody can buy airtime, with the queues on Redis', () =>
  journey('live', async () => ({ redisUrl: (await testRedis()).url })),
);

function journey(mode: Mode, stores: () => Promise<{ redisUrl?: string }>): void {
  let world: World;
  beforeAll(async () => {
    world = await startWorld({ mode, ...(await stores()) });
  });
  afterAll(() => world?.stop());

  test('a purchase is sold once, answered 200, sent as a signed event, and accounted for', async () => {
    const { client, receiver, account } = world;
    const ref = randomUUID();
    expect(await client.setWebhook(receiver.url)).toMatchObject({
      status: 200,
      body: { data: { webhook_url: receiver.url } },
    });

    const bought = await client.buyAirtime({ ref, phone: '08031234567', amount: '150.50', network: 'mtn' });

    expect(bought).toMatchObject({
      status: 200,
      body: {
        status: 'successful',
        status_code: 200,
        reference: ref,
        data: { amount: '150.50', network: 'mtn', phone: '08031234567' },
      },
    });
    expect(await world.purchase(ref)).toMatchObject({ status: 'success', sends: 1, needs_review: false });
    const sold = [{ serviceID: 'mtn', recipient: '08031234567', amount: 150.5 }];
    expect((await world.ledger()).deliveries).toMatchObject(mode === 'live' ? sold : []);
    expect((await client.balance()).body.data).toEqual({ balance: '999849.50', currency: 'NGN', low: false });

    const webhook = await receiver.waitFor(({ body }) => body?.event === 'airtime.purchase.success');
    expect(webhook.body).toMatchObject({
      reference: ref,
      status: 'success',
      amount: '150.50',
      details: bought.body.message,
    });
    expectSigned(webhook, account.apiKey);
    expect(webhook.headers['x-mode']).toBe(mode);

    expect(await client.status(ref)).toMatchObject({
      status: 200,
      body: {
        status: 'successful',
        data: { transaction_type: 'AIRTIME', previous_balance: '1000000.00', new_balance: '999849.50' },
      },
    });
    await receiver.waitFor(({ body }) => body?.event === 'transaction.requery' && body.status === 'success');
    const events = await eventually(
      () => storedEventsOf(world, ref),
      (stored) => stored.every(({ finished_at }) => finished_at !== null),
    );
    expect(events).toMatchObject([{ state: 'delivered' }, { state: 'delivered' }]);
    expect(receiver.received).toHaveLength(2);
    await expectConsistent(world);
  });
}
