import { NO_ORIGIN } from '@topup/core/audit';
import { resumePlan } from '@topup/core/catalogue';
import { getWalletBalance } from '@topup/core/wallet';
import { type ApiWorld, apiWorld, type Client, data, delivered, rejected, unknown } from '../../testing/api-world';

let world: ApiWorld;
let client: Client;

beforeAll(async () => {
  world = await apiWorld();
  await world.plan();
});
afterAll(() => world.close());
beforeEach(async () => {
  client = await world.client();
  world.provider.answer = () => delivered;
});

const buy = (changes?: Record<string, unknown>) => world.post('/v1/data/purchase', client, data(changes));
const echo = { amount: '110.00', phone: '08031234567', plan: 'N100 100MB - 24 hrs (mtn-10mb-100)' };

test('the listed price and the debited amount are both those of the tier', async () => {
  const listed = await world.get('/v1/data/plans', client);
  expect([listed.status, listed.body]).toEqual([
    200,
    {
      status: 'success',
      message: 'Data plans.',
      data: [
        {
          id: expect.any(Number),
          plan_id: 'mtn-10mb-100',
          network: 'MTN',
          name: 'N100 100MB - 24 hrs (mtn-10mb-100)',
          plan_name: '100MB',
          price: '110.00',
          validity: '24 hrs',
          is_active: true,
        },
      ],
    },
  ]);
  const bought = await buy({ request_ref: 'data-1' });
  expect([bought.status, bought.body]).toEqual([
    200,
    { status: 'successful', status_code: 200, message: 'Data purchase successful.', reference: 'data-1', data: echo },
  ]);
  expect(await getWalletBalance(world.db, client.accountId)).toBe(10_000_000n - 11_000n);
  expect((await world.db.purchase.findFirstOrThrow({ where: { requestRef: 'data-1' } })).providerOrder).toEqual({
    serviceId: 'mtn-data',
    variationCode: 'mtn-10mb-100',
    subscriptionType: null,
    contactPhone: '08031234567',
  });
});

test('424 gives the money back; 202 keeps it and sends no event', async () => {
  await world.post('/v1/webhook/set', client, { webhook_url: 'https://example.com/hook' });
  world.provider.answer = () => rejected;
  expect(await buy({ request_ref: 'data-no' })).toMatchObject({
    status: 424,
    body: { status: 'failed', reference: 'data-no', data: echo },
  });
  world.provider.answer = () => unknown;
  expect(await buy({ request_ref: 'data-wait' })).toMatchObject({
    status: 202,
    body: { status: 'pending', data: echo },
  });
  expect(await getWalletBalance(world.db, client.accountId)).toBe(10_000_000n - 11_000n);
  const events = await world.db.webhookEvent.findMany({ where: { accountId: client.accountId } });
  expect(events.map(({ event }) => event)).toEqual(['data.purchase.failed']);
});

test('an unknown, withdrawn or retired plan is a 400, and the reference stays free', async () => {
  await world.plan({ planId: 'old-plan' });
  await world.db.dataPlan.update({ where: { planId: 'old-plan' }, data: { isActive: false } });
  await world.plan({ planId: 'withdrawn' });
  await world.db.dataPlan.update({ where: { planId: 'withdrawn' }, data: { planId: null } });
  for (const plan_id of ['no-such-plan', 'old-plan', 'withdrawn', 'null', 'MTN-10MB-100'])
    expect([plan_id, (await buy({ plan_id, request_ref: 'data-free' })).body]).toEqual([
      plan_id,
      { status: 'error', message: 'There is no such data plan, or it cannot be bought at the moment.' },
    ]);
  const listed: { plan_id: string | null }[] = (await world.get('/v1/data/plans', client)).body.data;
  expect(listed.map(({ plan_id }) => plan_id).sort()).toEqual(['mtn-10mb-100', null]);
  expect((await buy({ request_ref: 'data-free' })).status).toBe(200);
});

test('a plan whose sale cost more than its price is sold once, then a 400 until an operator looks', async () => {
  await world.plan({ planId: 'risen' });
  world.provider.answer = () => ({ ...delivered, costKobo: 96_000n });
  const other = await world.client();
  expect((await buy({ plan_id: 'risen', request_ref: 'risen-1' })).status).toBe(200);
  for (const each of [client, other]) {
    expect(await world.post('/v1/data/purchase', each, data({ plan_id: 'risen' }))).toMatchObject({
      status: 400,
      body: { message: 'There is no such data plan, or it cannot be bought at the moment.' },
    });
    const listed: { plan_id: string | null; name: string }[] = (await world.get('/v1/data/plans', each)).body.data;
    expect(listed.find(({ name }) => name.includes('risen'))).toMatchObject({ plan_id: null });
  }
  expect(await world.db.loss.findMany()).toMatchObject([{ priceKobo: 11_000n, costKobo: 96_000n, allowed: false }]);
  await resumePlan(world.db, { actor: { kind: 'ops', systemUser: 'root', as: null }, origin: NO_ORIGIN }, 'risen');
  expect((await buy({ plan_id: 'risen', request_ref: 'risen-2' })).status).toBe(200);
});

test('a used reference is reported before an unknown plan', async () => {
  await buy({ request_ref: 'data-used' });
  const again = await buy({ request_ref: 'data-used', plan_id: 'no-such-plan' });
  expect(again).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('with this request_ref was debited') },
  });
});

test('a wallet that cannot pay the tier’s price, though it could pay the cost, is refused', async () => {
  client = await world.client(10_999n);
  expect(await buy()).toMatchObject({
    status: 400,
    body: { message: 'The wallet balance is too low for this purchase.' },
  });
});
