import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setAccountStatus } from '@topup/core/account';
import { revokeKey } from '@topup/core/api-key';
import { systemClock } from '@topup/core/shared';
import { eventually } from '@topup/testkit';
import { type ApiWorld, airtime, apiWorld, type Client, cable, data, electricity } from './testing/api-world';
import { expectUntouched } from './testing/expect-untouched';
import { lateBody } from './testing/late-body';

/** How far the API's clock is ahead. */
let aheadMs = 0;
let world: ApiWorld;
let server: Server;

beforeAll(async () => {
  const clock = { now: systemClock.now, monotonicMs: () => systemClock.monotonicMs() + aheadMs };
  world = await apiWorld({ clock });
  await world.plan({ planId: 'mtn-100mb' });
  server = createServer(world.app).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  await new Promise((done) => server.close(done));
  await world.close();
});

const unauthorized = { message: 'Missing, invalid or revoked API key.', error: 'unauthorized' };
const card = { product_type: 'gotv', smartcard_number: '1212121212' };
const meter = { disco: 'ikeja-electric', meter_number: '1111111111111', meter_type: 'prepaid' };
const webhook = { webhook_url: 'https://client.example/hook' };

const ENDS: [string, (client: Client) => Promise<unknown>][] = [
  ['the key is revoked', ({ keyId }) => revokeKey(world.db, keyId)],
  ['the account is suspended', ({ accountId }) => setAccountStatus(world.db, accountId, 'suspended')],
];

describe('a request that was begun with a live key is carried out after that key has ended', () => {
  test.each(
    [
      ['/v1/airtime/purchase', airtime()],
      ['/v1/data/purchase', data()],
      ['/v1/cabletv/variations', { product_type: 'gotv' }],
      ['/v1/cabletv/verify', card],
      ['/v1/cabletv/purchase', cable()],
      ['/v1/electricity/verify', meter],
      ['/v1/electricity/purchase', electricity()],
      ['/v1/transaction/status', { request_ref: 'nobody' }],
      ['/v1/webhook/set', webhook],
    ].flatMap(([path, body]) => ENDS.map(([what, end]) => ({ path, body, what, end }))),
  )('$path: $what while its body is under way: 401, and nothing is done', async ({ path, body, end }) => {
    const client = await world.client();
    const answer = await lateBodyOf(client, String(path), body as object, async () => {
      await end(client);
      aheadMs += 1_000; // by then every process has confirmed its keys
    });
    expect(answer).toMatchObject({ status: 401, body: unauthorized });
    await expectUntouched(world.db, client);
  });

  // Within the 900 ms for which a process remembers a live key, the statement that writes decides.
  test.each(
    [
      ['/v1/airtime/purchase', airtime()],
      ['/v1/data/purchase', data()],
      ['/v1/cabletv/purchase', cable()],
      ['/v1/electricity/purchase', electricity()],
      ['/v1/webhook/set', webhook],
    ].flatMap(([path, body]) => ENDS.map(([what, end]) => ({ path, body, what, end }))),
  )('$path: $what, and no process has noticed yet: 401, and nothing is done', async ({ path, body, end }) => {
    const client = await world.client();
    await world.get('/v1/wallet/balance', client).expect(200);
    await end(client);
    const answer = await world.post(String(path), client, body);
    expect([answer.status, answer.body]).toEqual([401, unauthorized]);
    await expectUntouched(world.db, client);
  });

  test.each(ENDS)('%s: a status query that no process has noticed yet writes no event', async (_, end) => {
    const client = await world.client();
    await world.post('/v1/webhook/set', client, webhook).expect(200);
    const order = airtime();
    await world.post('/v1/airtime/purchase', client, order).expect(200);
    const events = () => world.db.webhookEvent.count({ where: { accountId: client.accountId } });
    const before = await events();
    await end(client);
    await world.post('/v1/transaction/status', client, { request_ref: order.request_ref });
    expect(await events()).toBe(before);
  });

  test('a late body with a key that stays live is carried out', async () => {
    const client = await world.client();
    const answer = await lateBodyOf(client, '/v1/airtime/purchase', airtime(), async () => {
      aheadMs += 1_000;
    });
    expect(answer.status).toBe(200);
  });
});

/** When the API has found the key, `meanwhile`, then the rest of the body. */
function lateBodyOf(client: Client, path: string, body: object, meanwhile: () => Promise<void>) {
  const { port } = server.address() as AddressInfo;
  return lateBody({ port, path, client, body }, async () => {
    await eventually(
      () => world.db.apiKey.findUniqueOrThrow({ where: { id: client.keyId } }),
      ({ lastUsedAt }) => lastUsedAt !== null,
    );
    await meanwhile();
  });
}
