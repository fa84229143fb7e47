import { type KeyLimits, setKeyLimits } from '@topup/core/api-key';
import { documented } from '@topup/testkit';
import request from 'supertest';
import { airtime, type Client } from './testing/api-world';
import { CHANGING, CHANGING_ALONE, READING, TEST_ENDPOINTS } from './testing/endpoints';
import { expectUntouched } from './testing/expect-untouched';
import { type ListeningWorld, listeningWorld } from './testing/listening-world';

// Every answer is also compared with the OpenAPI document, which lists the codes of every status.

let world: ListeningWorld;
beforeAll(async () => {
  world = await listeningWorld({ trustedProxies: ['loopback'], failedKeysPerAddress: 3 });
});
afterAll(() => world.close());

async function limited(limits: Partial<KeyLimits>): Promise<Client> {
  const client = await world.client();
  await limit(client, limits);
  return client;
}

const limit = ({ keyId }: Client, limits: Partial<KeyLimits>) =>
  setKeyLimits(world.db, { keyId, accountId: null }, limits);

/** A new address each time: failed keys are counted by address. */
let addresses = 0;
const newAddress = (): string => {
  addresses += 1;
  return `203.0.113.${addresses}`;
};

const from = (address: string, { key }: Client) =>
  documented(request(world.app).get('/v1/wallet/balance'))
    .set('Authorization', `Bearer ${key}`)
    .set('X-Forwarded-For', address);

const told = ({ status, headers, body }: request.Response) => [status, headers['x-error-code'], body.message];

describe('a key that may only read buys, or changes something', () => {
  test.each(CHANGING)('$path: 401 with its code, before the body is read, and nothing is done', async (endpoint) => {
    const { path, body } = endpoint;
    const client = await limited({ scope: 'read' });
    for (const sent of [body(), { nonsense: true }])
      expect(told(await world.post(path, client, sent))).toEqual([
        401,
        'key_scope',
        'This API key may only read. It can neither buy nor change anything.',
      ]);
    await expectUntouched(world.db, client);
  });

  const changingInTests = TEST_ENDPOINTS.filter(({ method }) => method === 'POST');
  test.each(changingInTests)('$path: the same with a test key', async ({ path, body }) => {
    const client = await world.testClient(await world.client());
    await limit(client, { scope: 'read' });
    expect(told(await world.post(path, client, body())).slice(0, 2)).toEqual([401, 'key_scope']);
    expect((await world.get('/v1/wallet/balance', client)).body.data.balance).toBe('100000.00');
  });

  test.each(READING)('$path returns 200', async ({ method, path, body, example }) => {
    const client = await world.client();
    const { request_ref = 'status-of' } = example;
    await world.post('/v1/airtime/purchase', client, airtime({ request_ref })).expect(200);
    world.confirmKeys();
    await limit(client, { scope: 'read' });
    await (method === 'GET' ? world.get(path, client) : world.post(path, client, body())).expect(200);
  });

  test('its answers have the limit of the account in their headers', async () => {
    const { headers } = await world.post('/v1/airtime/purchase', await limited({ scope: 'read' }), airtime());
    expect(headers['ratelimit-policy']).toMatch(/^"purchases"/);
  });
});

describe('a key works after its expiry', () => {
  test('401 with its code', async () => {
    const client = await world.client();
    await expire(client);
    expect(told(await from(newAddress(), client))).toEqual([401, 'key_expired', 'This API key has expired.']);
  });

  test('it counts as a failed key, so that nobody tries it without end', async () => {
    const client = await world.client();
    await expire(client);
    const address = newAddress();
    const statuses = [];
    for (let i = 0; i < 4; i += 1) statuses.push((await from(address, client)).status);
    expect(statuses).toEqual([401, 401, 401, 429]);
  });
});

describe('a key works from an address that it does not allow', () => {
  test('401 with its code from elsewhere, 200 from inside, in IPv4, IPv6, and with a port of a proxy', async () => {
    const client = await limited({ allowedCidrs: ['192.0.2.0/24', '2001:db8:7::/48'] });
    const inside = ['192.0.2.1', '::ffff:192.0.2.2', '2001:db8:7::1', '192.0.2.3:51000', '[2001:db8:7::1]:51000'];
    const outside = ['198.51.100.1', '::ffff:198.51.100.2', '2001:db8:8::1', '127.0.0.2', '[2001:db8:8::2]:51000'];
    for (const address of inside) expect((await from(address, client)).status).toBe(200);
    for (const address of outside)
      expect(told(await from(address, client))).toEqual([
        401,
        'address_not_allowed',
        'This API key may not be used from this network address.',
      ]);
  });

  test('an address that the client only claims, in front of the one that our proxy saw, does not count', async () => {
    const client = await limited({ allowedCidrs: ['192.0.2.0/24'] });
    expect((await from('192.0.2.1, 198.51.100.9', client)).status).toBe(401);
    expect((await from('198.51.100.9, 192.0.2.1', client)).status).toBe(200);
  });
});

describe('a key spends more than its daily limit', () => {
  test('400 with its code, nothing is debited, and the reference can be used with another key', async () => {
    const client = await limited({ dailyLimitKobo: 25_000n });
    const orders = [1, 2, 3].map(() => airtime({ amount: 100 }));
    const answers = [];
    for (const order of orders) answers.push((await world.post('/v1/airtime/purchase', client, order)).status);
    expect(answers).toEqual([200, 200, 400]);
    const declined = await world.post('/v1/airtime/purchase', client, orders[2]);
    expect(told(declined)).toEqual([
      400,
      'key_limit_reached',
      'This purchase would exceed the daily limit of the API key.',
    ]);
    expect((await world.get('/v1/wallet/balance', client)).body.data.balance).toBe('99800.00');
    await limit(client, { dailyLimitKobo: null });
    await world.post('/v1/airtime/purchase', client, orders[2]).expect(200);
  });
});

describe('a request that was begun within the limits of its key is carried out beyond them', () => {
  test.each<[string, (client: Client) => Promise<unknown>, string]>([
    ['may only read', (client) => limit(client, { scope: 'read' }), 'key_scope'],
    ['has expired', (client) => expire(client), 'key_expired'],
    ['allows another address', (client) => limit(client, { allowedCidrs: ['192.0.2.0/24'] }), 'address_not_allowed'],
  ])('a key that %s when the body has arrived: 401, and nothing is done', async (_, end, code) => {
    for (const { path, body } of CHANGING) {
      const client = await world.client();
      const headers = { 'x-forwarded-for': newAddress() };
      const answer = await world.postLate({ path, client, body: body(), headers }, async () => {
        await end(client);
        world.confirmKeys();
      });
      expect([answer.status, answer.code]).toEqual([401, code]);
      await expectUntouched(world.db, client);
    }
  });

  // Within the 900 ms for which a process remembers a key, the statement that writes decides.
  test.each<[string, (client: Client) => Promise<unknown>]>([
    ['may only read', (client) => limit(client, { scope: 'read' })],
    ['has expired', (client) => expire(client)],
  ])('a key that %s, and no process has noticed yet: 401, and nothing is done', async (_, end) => {
    for (const { path, body } of CHANGING_ALONE) {
      const client = await world.client();
      await world.get('/v1/wallet/balance', client).expect(200);
      await end(client);
      expect((await world.post(path, client, body()).set('X-Forwarded-For', newAddress())).status).toBe(401);
      await expectUntouched(world.db, client);
    }
  });
});

/** The key has expired a moment ago. */
const expire = ({ keyId }: Client) =>
  world.db.$executeRaw`UPDATE api_key SET expires_at = clock_timestamp() WHERE id = ${keyId}::uuid`;
