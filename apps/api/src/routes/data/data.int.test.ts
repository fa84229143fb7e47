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
          // `100MB` and `10mb`
          size_mb: null,
          validity_days: null,
          changed_at: expect.stringMatching(/Z$/),
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

describe('a client shows one price, and is debited another', () => {
  const purchases = () => world.db.purchase.count({ where: { accountId: client.accountId } });

  test.each([110, '110', '110.00'])('%p is the price now', async (expected_price) => {
    expect(await buy({ expected_price })).toMatchObject({ status: 200, body: { data: { amount: '110.00' } } });
  });

  test.each(['109.99', 111, '0.01'])('%p is not: nothing is debited, and the reference is free', async (expected) => {
    const declined = await buy({ expected_price: expected, request_ref: 'guarded' });
    expect([declined.status, declined.headers['x-error-code'], declined.body]).toEqual([
      400,
      'price_changed',
      {
        status: 'error',
        message: 'This order has another price now than `expected_price`. It costs NGN 110.00.',
      },
    ]);
    expect(await purchases()).toBe(0);
    expect(await getWalletBalance(world.db, client.accountId)).toBe(10_000_000n);
    expect((await buy({ expected_price: '110.00', request_ref: 'guarded' })).status).toBe(200);
  });

  test.each([null, '', '1e2', -110, 'price', ['110.00']])('%p is no price', async (expected_price) => {
    expect(await buy({ expected_price })).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('expected_price must be a number or decimal string') },
    });
    expect(await purchases()).toBe(0);
  });

  test('a used reference is reported before another price', async () => {
    await buy({ request_ref: 'bought' });
    const again = await buy({ request_ref: 'bought', expected_price: '1.00' });
    expect(again.headers['x-error-code']).toBe('duplicate_reference');
  });
});

test('a list that has not changed is not sent again', async () => {
  const list = (etag?: string) => world.get('/v1/data/plans', client).set(etag ? { 'If-None-Match': etag } : {});
  const first = await list();
  const { etag = '' } = first.headers;
  expect([(await list(etag)).status, (await list(etag)).text]).toEqual([304, '']);
  await world.db.tier.updateMany({ data: { markupBps: 1_100 } });
  try {
    const [before, now] = [first, await list(etag)];
    expect([now.status, now.headers.etag === etag]).toEqual([200, false]);
    const changedAt = ({ body }: typeof first) => body.data.map((plan: { changed_at: string }) => plan.changed_at);
    expect(changedAt(now)).not.toEqual(changedAt(before));
  } finally {
    await world.db.tier.updateMany({ data: { markupBps: 1_000 } });
  }
});
