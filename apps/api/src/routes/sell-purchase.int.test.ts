import { productTypes } from '@topup/core/product';
import { newId } from '@topup/core/shared';
import { eventually, exampleOrders } from '@topup/testkit';
import { type ApiWorld, airtime, apiWorld, type Client, delivered, vended } from '../testing/api-world';

let world: ApiWorld;
let client: Client;
beforeAll(async () => {
  world = await apiWorld();
  client = await world.client(100_000_000n);
  await world.plan();
});
beforeEach(() => {
  world.provider.stop = null;
});
afterAll(() => world.close());

/** Buys, and reads why the order went where it went. */
async function decisionOn(ref: string): Promise<unknown> {
  await world.post('/v1/airtime/purchase', client, airtime({ request_ref: ref }));
  return (await world.db.purchase.findFirstOrThrow({ where: { requestRef: ref } })).decision;
}

describe('an operator does not see why an order went where it went', () => {
  test('where there was no choice nothing is stored; what stops the only provider is', async () => {
    expect(await decisionOn('free')).toBeNull();
    world.provider.stop = { breaker: 'provider', reason: 'operator' };
    expect(await decisionOn('stopped')).toEqual({
      version: null,
      chosen: 'vtpass',
      passed: [],
      despite: 'switched_off',
    });
  });
});

describe('a host cuts requests sooner than a purchase ends', () => {
  const buy = (prefer: string, order = exampleOrders.AIRTIME) =>
    world.post(order.path, client, { ...order.body, request_ref: newId() }).set('Prefer', prefer);
  const statusOf = async (request_ref: string) =>
    (await world.post('/v1/transaction/status', client, { request_ref })).body.status;

  test.each(productTypes)(
    '%s: respond-async gets 202 before anything is sent, and the outcome follows',
    async (product) => {
      world.provider.answer = () => (product === 'AIRTIME' || product === 'DATA' ? delivered : vended);
      const { status, headers, body } = await buy('respond-async', exampleOrders[product]);
      expect([status, body.status, headers['preference-applied']]).toEqual([202, 'pending', 'respond-async']);
      await eventually(
        () => statusOf(body.reference),
        (now) => now === 'successful',
      );
    },
  );

  test('the event of the 202 is sent, as after any 202', async () => {
    await world.db.account.update({ where: { id: client.accountId }, data: { webhookUrl: 'http://127.0.0.1:1/' } });
    const { body } = await buy('respond-async');
    const { id } = await world.db.purchase.findFirstOrThrow({ where: { requestRef: body.reference } });
    const events = () => world.db.webhookEvent.findMany({ where: { purchaseId: id }, orderBy: { seq: 'asc' } });
    expect((await eventually(events, ({ length }) => length === 2)).map(({ event }) => event)).toEqual([
      'airtime.purchase.pending',
      'airtime.purchase.success',
    ]);
  });

  test('a shorter wait ends it sooner, and an outcome ends the wait', async () => {
    let release: (outcome: typeof delivered) => void = () => undefined;
    world.provider.answer = () => new Promise((resolve) => (release = resolve));
    const { status, headers } = await buy('wait=1');
    release(delivered);
    expect([status, headers['preference-applied']]).toEqual([202, 'wait=1']);
    world.provider.answer = () => delivered;
    expect((await buy('wait=1')).status).toBe(200);
    const usual = await buy('wait=60');
    expect([usual.status, usual.headers['preference-applied']]).toEqual([200, undefined]);
  });
});
