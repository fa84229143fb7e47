import { getWalletBalance } from '@topup/core/wallet';
import { documented } from '@topup/testkit';
import request from 'supertest';
import { type ApiWorld, airtime, apiWorld } from '../testing/api-world';

const PER_MINUTE = 2;
const tooMany = {
  status: 'error',
  message:
    'Too many requests with this API key within a minute. Nothing was debited; try again after the seconds in Retry-After, a purchase with the same reference.',
};

let world: ApiWorld;
beforeAll(async () => {
  world = await apiWorld({ ratePerMinute: PER_MINUTE });
});
afterAll(() => world.close());

async function exhausted() {
  const client = await world.client();
  for (let i = 0; i < PER_MINUTE; i += 1) expect((await world.get('/v1/wallet/balance', client)).status).toBe(200);
  return client;
}

test('a purchase beyond the limit debits and writes nothing, and its reference stays free', async () => {
  const client = await exhausted();
  const order = airtime();
  const answer = await world.post('/v1/airtime/purchase', client, order);
  expect([answer.status, answer.body]).toEqual([429, tooMany]);
  expect(answer.headers['retry-after']).toMatch(/^([2-9]|[1-5]\d|60)$/); // of a minute that has just begun
  expect(await world.db.purchase.count({ where: { accountId: client.accountId } })).toBe(0);
  expect(await getWalletBalance(world.db, client.accountId)).toBe(10_000_000n);

  const other = await world.client();
  expect((await world.post('/v1/airtime/purchase', other, order)).status).toBe(200);
});

test.each([
  ['get', '/v1/data/plans'],
  ['get', '/v1/webhook/get'],
  ['post', '/v1/cabletv/variations'],
  ['post', '/v1/transaction/status'],
  ['post', '/v1/electricity/purchase'],
] as const)('%s %s counts too', async (method, path) => {
  const client = await exhausted();
  expect((await documented(request(world.app)[method](path)).set('Authorization', `Bearer ${client.key}`)).status).toBe(
    429,
  );
});

test('a client over its limit is answered before its body is read', async () => {
  const client = await exhausted();
  const answer = await documented(request(world.app).post('/v1/airtime/purchase'))
    .set({ Authorization: `Bearer ${client.key}`, 'Content-Type': 'application/json' })
    .send(`{"x":"${'y'.repeat(20_000)}`);
  expect([answer.status, answer.body]).toEqual([429, tooMany]);
});

test('requests with an invalid key count against nobody', async () => {
  const client = await world.client();
  for (let i = 0; i < 2 * PER_MINUTE; i += 1)
    expect(
      (await request(world.app).get('/v1/wallet/balance').set('Authorization', `Bearer ${client.key}x`)).status,
    ).toBe(401);
  expect((await world.get('/v1/wallet/balance', client)).status).toBe(200);
});
