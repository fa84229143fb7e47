import { gzipSync } from 'node:zlib';
import { setAccountStatus, setLowBalance } from '@topup/core/account';
import { revokeKey } from '@topup/core/api-key';
import { documented } from '@topup/testkit';
import request from 'supertest';
import { type ApiWorld, airtime, apiWorld, type Client } from './testing/api-world';
import { ENDPOINTS } from './testing/endpoints';

let world: ApiWorld;
let client: Client;

beforeAll(async () => {
  world = await apiWorld();
  client = await world.client(123_456n);
});
afterAll(() => world.close());

const posts = ENDPOINTS.filter(({ method }) => method === 'POST').map(({ path }) => path);

describe.each(ENDPOINTS)('$path', ({ path, method }) => {
  test.each([[undefined], ['Bearer'], ['Bearer tup_live_wrong'], ['Basic dXNlcjpwYXNz']])(
    '401 with its own shape for %p, whatever the body',
    async (authorization) => {
      const attempt = documented(request(world.app)[method === 'GET' ? 'get' : 'post'](path)).set(
        'Content-Type',
        'text/plain',
      );
      const answer = await (authorization === undefined ? attempt : attempt.set('Authorization', authorization));
      expect(answer.status).toBe(401);
      expect(answer.body).toEqual({
        message: 'The API key is missing, not valid or revoked, or has no Bearer before it.',
        error: 'unauthorized',
      });
      expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    },
  );

  // fault C14
  test('another method is a 405 for a caller with a key', async () => {
    const answer = await documented(request(world.app).delete(path)).set('Authorization', `Bearer ${client.key}`);
    expect([answer.status, answer.headers.allow, answer.body.status]).toEqual([
      405,
      method === 'GET' ? 'GET, HEAD' : 'POST',
      'error',
    ]);
  });
});

// fault C11, C13
describe.each(posts)('the body of %s', (path) => {
  const send = (body: string | Buffer, headers: Record<string, string> = {}) =>
    documented(request(world.app).post(path))
      .set({ Authorization: `Bearer ${client.key}`, 'Content-Type': 'application/json', ...headers })
      .serialize((bytes) => bytes)
      .send(body);
  const notJson = { status: 'error', message: 'The body must be a JSON object sent as application/json.' };

  test.each<[string, string, Record<string, string>]>([
    ['not JSON', 'network=mtn', {}],
    ['a list', '[]', {}],
    ['a string', '"x"', {}],
    ['null', 'null', {}],
    ['empty', '', {}],
    ['cut short', '{"a":', {}],
    ['with a byte order mark in the middle', '{\ufeff}', {}],
    ['another type', '{}', { 'Content-Type': 'text/plain' }],
    ['a form', 'a=b', { 'Content-Type': 'application/x-www-form-urlencoded' }],
    ['another charset', '{}', { 'Content-Type': 'application/json; charset=utf-16' }],
  ])('%s: 400', async (_what, body, headers) => {
    const answer = await send(body, headers);
    expect([answer.status, answer.body]).toEqual([400, notJson]);
  });

  // fault C11
  test('not UTF-8: 400, because two references must not become one', async () => {
    const answer = await send(Buffer.from([0x7b, 0x22, 0x61, 0xff, 0x22, 0x3a, 0x31, 0x7d]));
    expect([answer.status, answer.body]).toEqual([400, notJson]);
  });

  // fault C10
  test('over 16 KiB: 413; deep nesting within that: judged by its fields', async () => {
    const large = await send(JSON.stringify({ x: 'y'.repeat(17 * 1024) }));
    expect([large.status, large.body]).toEqual([413, { status: 'error', message: 'The body is larger than 16 KiB.' }]);
    const deep = await send(`{"x":${'['.repeat(6_000)}${']'.repeat(6_000)}}`);
    expect([deep.status, deep.body.message]).toEqual([400, 'The request is not valid.']);
  });

  test.each(['"UTF-8"', 'us-ascii'])('the charset %s, which is UTF-8, may be named', async (charset) => {
    const answer = await send('{}', { 'Content-Type': `Application/JSON; Charset=${charset}` });
    expect(answer.body.message).toBe('The request is not valid.');
  });

  test('compressed: 415, which says how to send it', async () => {
    const { status, body, headers } = await send(gzipSync('{}'), { 'Content-Encoding': 'gzip' });
    expect([status, body]).toEqual([415, { status: 'error', message: 'The body must not be compressed.' }]);
    expect(headers).toMatchObject({ 'accept-encoding': 'identity', 'x-error-code': 'unsupported_encoding' });
  });
});

describe('the same path is there in one spelling, and not in another (specification 2.7)', () => {
  test.each(['/V1/Wallet/Balance', '/v1/wallet/%62alance', '/%761/wallet/balance/', '/v1/wallet/b%61lance?x=%61'])(
    '%s is /v1/wallet/balance',
    async (path) => {
      const { status, body } = await request(world.app).get(path).set('Authorization', `Bearer ${client.key}`);
      expect([status, body.data?.currency]).toEqual([200, 'NGN']);
      expect((await request(world.app).get(path)).status).toBe(401);
    },
  );

  test('what is more than a letter stays encoded', async () => {
    await world.get('/v1%2Fwallet/balance', client).expect(404);
  });
});

test('an unknown path below /v1 returns 404 with a key and 401 without', async () => {
  expect((await world.get('/v1/nothing', client)).body).toEqual({
    status: 'error',
    message: 'There is nothing at this path.',
  });
  expect((await request(world.app).get('/v1/nothing')).status).toBe(401);
});

test('the balance is what the wallet holds, and low only below the threshold of its account', async () => {
  const read = async () => {
    const { status, body } = await world.get('/v1/wallet/balance', client);
    expect([status, body.status, body.message]).toEqual([200, 'success', 'Wallet balance.']);
    return body.data;
  };
  const balance = { balance: '1234.56', currency: 'NGN' };
  expect(await read()).toEqual({ ...balance, low: false });
  for (const [lowBalanceKobo, low] of [
    [123_456n, false],
    [123_457n, true],
    [null, false],
  ] as const) {
    await setLowBalance(world.db, client.accountId, lowBalanceKobo);
    expect(await read()).toEqual({ ...balance, low });
  }
});

describe('the webhook URL', () => {
  test('is null at first, then what was set last', async () => {
    const owner = await world.client();
    expect((await world.get('/v1/webhook/get', owner)).body).toEqual({
      status: 'success',
      message: 'No webhook URL is set.',
      data: { webhook_url: null },
    });
    for (const webhook_url of ['https://example.com/a', 'https://example.com/b?c=d']) {
      const set = await world.post('/v1/webhook/set', owner, { webhook_url });
      expect([set.status, set.body]).toEqual([
        200,
        { status: 'success', message: 'Webhook URL set.', data: { webhook_url } },
      ]);
      expect((await world.get('/v1/webhook/get', owner)).body.data).toEqual({ webhook_url });
    }
  });

  test.each([
    [undefined],
    [''],
    ['example.com'],
    ['ftp://example.com'],
    ['http://127.0.0.1/'],
    ['http://169.254.169.254/latest/meta-data/'],
    ['http://168.63.129.16/'],
    ['https://example.com:25/'],
    ['https://u:p@example.com/'],
    [5],
    [`https://example.com/${'x'.repeat(2048)}`],
  ])('%p is refused by name and the old one stays', async (webhook_url) => {
    const owner = await world.client();
    await world.post('/v1/webhook/set', owner, { webhook_url: 'https://example.com/kept' });
    const answer = await world.post('/v1/webhook/set', owner, { webhook_url });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ status: 'error', error: expect.stringContaining('webhook_url') });
    expect((await world.get('/v1/webhook/get', owner)).body.data.webhook_url).toBe('https://example.com/kept');
  });
});

describe('a webhook URL without TLS', () => {
  test('is set, and the answer says what it risks', async () => {
    const owner = await world.client();
    const webhook_url = 'http://example.com/events';
    const set = await world.post('/v1/webhook/set', owner, { webhook_url });
    expect([set.status, set.body.data]).toEqual([200, { webhook_url }]);
    expect(set.body.message).toMatch(/^Webhook URL set\. The URL is http, .+ Use https\.$/);
  });

  test('is refused where https is required, while the one set before keeps its events', async () => {
    const strict = await apiWorld({ requireHttpsWebhooks: true });
    try {
      const owner = await strict.client();
      const kept = 'http://example.com:21/kept';
      await strict.db.account.update({ where: { id: owner.accountId }, data: { webhookUrl: kept } });
      const refused = await strict.post('/v1/webhook/set', owner, { webhook_url: 'http://example.com/' });
      expect([refused.status, refused.body.error]).toEqual([400, 'webhook_url must be https']);
      expect((await strict.get('/v1/webhook/get', owner)).body.data).toEqual({ webhook_url: kept });
    } finally {
      await strict.close();
    }
  });
});

test('a revoked key and a suspended account get 401 everywhere within a second', async () => {
  const [revoked, suspended] = [await world.client(), await world.client()];
  for (const one of [revoked, suspended]) expect((await world.get('/v1/wallet/balance', one)).status).toBe(200);
  await revokeKey(world.db, revoked.keyId);
  await setAccountStatus(world.db, suspended.accountId, 'suspended');
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  for (const one of [revoked, suspended])
    expect((await world.post('/v1/airtime/purchase', one, airtime())).status).toBe(401);
});
