import { getWalletBalance } from '@topup/core/wallet';
import {
  type ApiWorld,
  apiWorld,
  type Client,
  delivered,
  electricity,
  rejected,
  unknown,
  unsent,
  vended,
} from '../../testing/api-world';

let world: ApiWorld;
let client: Client;

beforeAll(async () => {
  world = await apiWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  client = await world.client();
  world.provider.answer = () => vended;
});

const buy = (changes?: Record<string, unknown>) => world.post('/v1/electricity/purchase', client, electricity(changes));
const status = (request_ref: string) => world.post('/v1/transaction/status', client, { request_ref });
const balance = () => getWalletBalance(world.db, client.accountId);
const echo = { amount: '2000.00', disco: 'ikeja-electric', meter_number: '1111111111111' };
const noMeterData = { customer_name: '', address: '', token: '', units: null };
const customer = { customer_name: 'ADA OBI', address: '1 Marina, Lagos' };

test('verify: 200 with the meter, 424 for an unknown meter, 500 without an answer', async () => {
  const verify = () =>
    world.post('/v1/electricity/verify', client, {
      disco: 'ikeja-electric',
      meter_number: '1111111111111',
      meter_type: 'prepaid',
    });
  expect((await verify()).body).toEqual({
    status: 'successful',
    status_code: 200,
    message: 'Meter found.',
    data: { meter_number: '1111111111111', disco: 'ikeja-electric', ...customer },
  });
  world.lookups.meter = () => ({ kind: 'not_recognised', reason: 'This meter is not known to the disco.' });
  const unknownMeter = await verify();
  expect([unknownMeter.status, unknownMeter.body]).toEqual([
    424,
    { status: 'failed', status_code: 424, message: 'This meter is not known to the disco.', data: {} },
  ]);
  world.lookups.meter = () => ({ kind: 'unavailable', reason: 'HTTP 500' });
  expect(await verify()).toMatchObject({ status: 500, body: { status: 'error' } });
});

test('a prepaid customer gets token and units at once and at every query, and one SMS', async () => {
  const bought = await buy({ request_ref: 'power-1' });
  const paid = { ...echo, ...customer, token: '12345678901234567890', units: '79.9' };
  expect([bought.status, bought.body]).toEqual([
    200,
    {
      status: 'successful',
      status_code: 200,
      message: 'Electricity purchase successful.',
      reference: 'power-1',
      data: paid,
    },
  ]);
  expect(await status('power-1')).toMatchObject({
    status: 200,
    body: { data: { transaction_type: 'ELECTRICITY', ...paid } },
  });
  expect(await world.db.notification.findMany()).toMatchObject([{ kind: 'token_sms', state: 'queued' }]);
  expect(await world.db.webhookEvent.count()).toBe(0);
});

test('verify names the minimum and the arrears of a meter when the provider does', async () => {
  const named = { minimumKobo: 1_204_138n, arrearsKobo: 450_000n };
  world.lookups.meter = () => ({
    kind: 'found',
    value: { meterNumber: '1111111111111', customerName: 'ADA OBI', address: '1 Marina, Lagos', ...named },
  });
  const query = { disco: 'ikeja-electric', meter_number: '1111111111111', meter_type: 'prepaid' };
  expect((await world.post('/v1/electricity/verify', client, query)).body.data).toEqual({
    meter_number: '1111111111111',
    disco: 'ikeja-electric',
    ...customer,
    minimum_amount: '12041.38',
    arrears: '4500.00',
  });
});

test('the purchase, the status and the list have the key change tokens and charges', async () => {
  const named = { keyChangeTokens: ['1'.repeat(20), '2'.repeat(20)], debtKobo: 50_000n, vatKobo: 10_465n };
  world.provider.answer = () => ({ ...vended, goods: { ...vended.goods, ...named } });
  const data = { key_change_tokens: `${'1'.repeat(20)},${'2'.repeat(20)}`, debt_deducted: '500.00', vat: '104.65' };
  const { body } = await buy({ request_ref: 'power-keys' });
  expect(body.data).toEqual({ ...echo, ...customer, token: '12345678901234567890', units: '79.9', ...data });
  expect((await status('power-keys')).body.data).toMatchObject(data);
  const list = await world.get('/v1/transactions?search=power-keys', client);
  expect(list.body.data).toEqual([expect.objectContaining(data)]);
});

test('a bonus token has a field of its own', async () => {
  world.provider.answer = () => ({ ...vended, goods: { ...vended.goods, bonusToken: '09876543210987654321' } });
  expect((await buy()).body.data).toMatchObject({ token: '12345678901234567890', bonus_token: '09876543210987654321' });
});

test('a postpaid bill has no token, whatever the disco sends along', async () => {
  const answer = await buy({ meter_type: 'postpaid' });
  expect([answer.status, answer.body.data]).toEqual([200, { ...echo, ...customer, token: '', units: null }]);
});

test('without its token a purchase is neither lost nor refunded; a requery brings the token', async () => {
  world.provider.answer = () => ({ ...vended, goods: { ...vended.goods, token: null } });
  const waiting = await buy({ request_ref: 'power-token' });
  expect([waiting.status, waiting.body.data]).toEqual([202, { ...echo, ...customer, token: '', units: null }]);
  expect(await world.db.purchase.findFirstOrThrow({ where: { requestRef: 'power-token' } })).toMatchObject({
    status: 'pending',
    orderSeen: true,
    tokenAwaited: true,
    providerEvidence: { answer: 'delivered, token awaited' },
  });
  expect(await balance()).toBe(10_000_000n - 200_000n);
});

test.each([
  ['rejected', rejected, 424, { status: 'failed', data: { ...echo, ...noMeterData } }, 0n],
  ['undecided', unknown, 202, { status: 'pending', data: { ...echo, ...noMeterData } }, 200_000n],
  ['unreachable', unsent, 500, { status: 'error' }, 0n],
])('%s', async (_what, outcome, http, body, spent) => {
  world.provider.answer = () => outcome;
  expect(await buy()).toMatchObject({ status: http, body });
  expect(await balance()).toBe(10_000_000n - spent);
});

test('an amount below the disco’s minimum or above ours is a 400 that names the field', async () => {
  for (const amount of [999.99, '500000.01'])
    expect(await buy({ amount })).toMatchObject({
      status: 400,
      body: { error: 'amount must be between 1000.00 and 500000.00' },
    });
  world.provider.answer = () => delivered;
  expect((await buy({ amount: 1000, meter_type: 'postpaid' })).status).toBe(200);
});

describe('an order is debited although nothing can be sent (specification 5.6)', () => {
  afterEach(() => {
    world.provider.stop = null;
  });

  test('while a breaker stops it: 500 before any debit, no row, and the reference stays unused', async () => {
    world.provider.stop = { breaker: 'provider', reason: 'unreachable' };
    const sends = world.provider.sends;
    expect(await buy({ request_ref: 'power-stopped' })).toMatchObject({
      status: 500,
      body: {
        status: 'error',
        message:
          'The provider is not available at the moment. Try again shortly. Nothing was debited for this request: use the same request_ref again.',
      },
    });
    expect(await world.db.purchase.count({ where: { requestRef: 'power-stopped' } })).toBe(0);
    expect({ balance: await balance(), sends: world.provider.sends }).toEqual({ balance: 10_000_000n, sends });
    world.provider.stop = null;
    expect((await buy({ request_ref: 'power-stopped' })).status).toBe(200);
  });

  test('a used reference is reported before a provider that is not available', async () => {
    expect((await buy({ request_ref: 'power-used' })).status).toBe(200);
    world.provider.stop = { breaker: 'ikeja-electric', reason: 'operator' };
    expect(await buy({ request_ref: 'power-used' })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('with this request_ref was debited') },
    });
  });
});
