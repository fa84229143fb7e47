import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setKeyLimits } from '@topup/core/api-key';
import { createRequestLog, type LoggedRequest, listRequests } from '@topup/core/request-log';
import { newId, systemClock } from '@topup/core/shared';
import { documented, eventually, startFaultProxy, testPool } from '@topup/testkit';
import request from 'supertest';
import {
  type ApiWorld,
  airtime,
  apiWorld,
  type Client,
  data,
  electricity,
  rejected,
  unknown,
  vended,
} from './testing/api-world';

let world: ApiWorld;

beforeAll(async () => {
  world = await apiWorld({ purchaseWaitMs: 2_000, syncWaitMs: 2_000, trustedProxies: ['loopback'] });
});
afterAll(() => world.close());

/** Returns the client's recorded requests, newest first, once there are `length` of them. */
async function recorded(client: Client, length = 1): Promise<LoggedRequest[]> {
  const { rows } = await eventually(
    () => listRequests(world.db, client.accountId, {}, { limit: 100 }),
    ({ rows }) => rows.length >= length,
  );
  expect(rows).toHaveLength(length);
  return rows;
}

const by = ({ key }: Client) => ({ Authorization: `Bearer ${key}` });

describe('a call leaves no trace that its client could look at', () => {
  test('a sale: who, when, what, the answer, and nothing personal', async () => {
    const client = await world.client();
    const order = airtime({ phone: '08031234567', request_ref: 'order-1' });
    const { headers } = await world.post('/v1/airtime/purchase', client, order).expect(200);
    const [row] = await recorded(client);
    expect(row).toMatchObject({
      accountId: client.accountId,
      apiKeyId: client.keyId,
      keyName: 'test',
      requestId: headers['x-request-id'],
      method: 'POST',
      path: '/v1/airtime/purchase',
      status: 200,
      errorCode: null,
      reference: 'order-1',
      request: { network: 'mtn', phone: '0803*****67', amount: 100, request_ref: 'order-1' },
      answer: { status: 'successful', reference: 'order-1', data: { phone: '0803*****67', amount: '100.00' } },
    });
    expect(row?.durationMs).toBeGreaterThanOrEqual(0);
    expect(Math.abs(Date.now() - Number(row?.at))).toBeLessThan(60_000);
  });

  test('every way in which a call is declined, with its code', async () => {
    const client = await world.client(50_000n);
    const reader = await world.client();
    await setKeyLimits(world.db, { keyId: reader.keyId, accountId: null }, { scope: 'read' });
    const app = world.app;
    const post = (path: string, body: string, headers = {}) =>
      documented(request(app).post(path))
        .set({ ...by(client), 'Content-Type': 'application/json', ...headers })
        .serialize((text) => text)
        .send(body);
    world.provider.answer = () => rejected;
    await world.post('/v1/airtime/purchase', client, airtime({ request_ref: 'a' })).expect(424);
    world.provider.answer = () => unknown;
    await world.post('/v1/airtime/purchase', client, airtime({ request_ref: 'b' })).expect(202);
    await world.post('/v1/airtime/purchase', client, airtime({ request_ref: 'b' })).expect(400);
    await world.post('/v1/airtime/purchase', client, airtime({ request_ref: 'c', amount: 40_000 })).expect(400);
    await world.post('/v1/airtime/purchase', client, airtime({ request_ref: 'd', phone: '123' })).expect(400);
    await world.post('/v1/transaction/status', client, { request_ref: 'unknown' }).expect(404);
    await post('/v1/airtime/purchase', 'not json').expect(400);
    await post('/v1/airtime/purchase', JSON.stringify({ a: 'x'.repeat(20_000) })).expect(413);
    await request(app).delete('/v1/wallet/balance').set(by(client)).expect(405);
    await request(app).get('/v1/nothing/08031234567?page=2').set(by(client)).expect(404);
    const told = (await recorded(client, 10)).map(({ status, errorCode, reference, request }) => [
      ...[status, errorCode, reference],
      Object.keys(Object(request)).join(),
    ]);
    const fields = 'phone,amount,network,request_ref';
    expect(told.toReversed()).toEqual([
      [424, 'provider_rejected', 'a', fields],
      [202, null, 'b', fields],
      [400, 'duplicate_reference', 'b', fields],
      [400, 'insufficient_balance', 'c', fields],
      [400, 'validation_failed', 'd', fields],
      [404, 'transaction_not_found', 'unknown', 'request_ref'],
      [400, 'body_not_json', null, 'bytes'],
      [413, 'body_too_large', null, 'bytes'],
      [405, 'method_not_allowed', null, ''],
      [404, 'unknown_path', null, 'page'],
    ]);
    await world.post('/v1/airtime/purchase', reader, airtime()).expect(401);
    expect(await recorded(reader)).toMatchObject([{ status: 401, errorCode: 'key_scope' }]);
  });

  test('a limit, a key that has expired, and one from another network', async () => {
    const small = await apiWorld({ limits: { other: 1 }, trustedProxies: ['loopback'] });
    try {
      const [client, expired, far] = [await small.client(), await small.client(), await small.client()];
      await small.db.apiKey.update({ where: { id: expired.keyId }, data: { expiresAt: new Date(Date.now() - 1000) } });
      await setKeyLimits(small.db, { keyId: far.keyId, accountId: null }, { allowedCidrs: ['192.0.2.0/24'] });
      await small.get('/v1/wallet/balance', client).expect(200);
      await small.get('/v1/wallet/balance', client).expect(429);
      await small.get('/v1/wallet/balance', expired).expect(401);
      await small.get('/v1/wallet/balance', far).expect(401);
      await small.get('/v1/wallet/balance', { ...far, key: 'tup_live_nobody' }).expect(401);
      await eventually(
        () => small.db.requestLog.findMany({ orderBy: { id: 'asc' }, select: { accountId: true, errorCode: true } }),
        (rows) => rows.length >= 4,
      ).then((rows) =>
        expect(rows).toEqual([
          { accountId: client.accountId, errorCode: null },
          { accountId: client.accountId, errorCode: 'rate_limited' },
          { accountId: expired.accountId, errorCode: 'key_expired' },
          { accountId: far.accountId, errorCode: 'address_not_allowed' },
        ]),
      );
    } finally {
      await small.close();
    }
  });

  test('no token, name or key is in it, and a list is its length', async () => {
    const client = await world.client();
    const others = ['1'.repeat(20), '2'.repeat(20), '9'.repeat(20)] as const;
    const [first, second, bonusToken] = others;
    world.provider.answer = () => ({
      ...vended,
      goods: { ...vended.goods, keyChangeTokens: [first, second], bonusToken },
    });
    await world.post('/v1/electricity/purchase', client, electricity({ request_ref: 'light' })).expect(200);
    await world.get('/v1/transactions', client).expect(200);
    await world.post('/v1/webhook/set', client, { webhook_url: 'https://client.example/hook/s3cret' }).expect(200);
    const rows = await recorded(client, 3);
    expect(rows[1]?.answer).toMatchObject({ data: { items: 1 } });
    expect(rows[0]?.request).toEqual({ webhook_url: 'https://client.example/…' });
    const text = JSON.stringify(rows);
    for (const each of [vended.goods.token, ...others, 'ADA OBI', 'Marina', '1111111111111', client.key, 's3cret'])
      expect(text).not.toContain(each);
  });

  test('a client that hangs up before its answer has status 0', async () => {
    await world.plan();
    const client = await world.client();
    let answer: () => void = () => undefined;
    const held = new Promise<typeof unknown>((resolve) => {
      answer = () => resolve(unknown);
    });
    world.provider.answer = () => held;
    const sends = world.provider.sends;
    const server = createServer(world.app).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const hangUp = new AbortController();
    const call = fetch(`http://127.0.0.1:${port}/v1/data/purchase`, {
      method: 'POST',
      headers: { ...by(client), 'Content-Type': 'application/json' },
      body: JSON.stringify(data({ request_ref: 'gone' })),
      signal: hangUp.signal,
    });
    await eventually(
      async () => world.provider.sends,
      (count) => count > sends,
    );
    hangUp.abort();
    await expect(call).rejects.toThrow();
    expect(await recorded(client)).toMatchObject([{ status: 0, errorCode: null, reference: 'gone', answer: null }]);
    answer();
    server.close();
  });
});

describe('GET /v1/requests (specification 4.17)', () => {
  let client: Client;

  beforeAll(async () => {
    client = await world.client();
    world.provider.answer = () => rejected;
    await world.post('/v1/airtime/purchase', client, airtime({ request_ref: 'first' })).expect(424);
    for (const path of ['/V1/Requests/', '/v1/%72equests'])
      await request(world.app).get(path).set(by(client)).expect(200);
    await world.get('/v1/wallet/balance', client).expect(200);
    await world.get('/v1/nothing', client);
    await recorded(client, 3);
  });
  const list = (query = '', one = client) => world.get(`/v1/requests${query}`, one);
  const paths = async (query: string) =>
    (await list(query).expect(200)).body.data.map(({ path }: { path: string }) => path.slice(4));

  test('newest first, and it does not list itself, however its path is written', async () => {
    const { body } = await list().expect(200);
    expect(body.next_cursor).toBeNull();
    expect(body.data).toMatchObject([
      { path: '/v1/nothing', status: 404, error_code: 'unknown_path', request: null },
      { path: '/v1/wallet/balance', status: 200, error_code: null, reference: null },
      {
        path: '/v1/airtime/purchase',
        method: 'POST',
        status: 424,
        error_code: 'provider_rejected',
        reference: 'first',
        key: { name: 'test', display: expect.stringMatching(/^tup_live_/) },
      },
    ]);
    expect(await paths('')).toHaveLength(3);
  });

  test.each([
    ['?status=424', ['airtime/purchase']],
    ['?status=4xx', ['nothing', 'airtime/purchase']],
    ['?error_code=unknown_path', ['nothing']],
    ['?method=GET', ['nothing', 'wallet/balance']],
    ['?path=/v1/wallet/balance', ['wallet/balance']],
    ['?reference=first', ['airtime/purchase']],
    [`?request_id=${newId()}`, []],
    ['?to=2020-12-31', []],
    ['?limit=1', ['nothing']],
  ])('%s', async (query, expected) => {
    expect(await paths(query)).toEqual(expected);
  });

  test('it is found by the X-Request-Id of its answer', async () => {
    const { headers } = await world.get('/v1/webhook/get', client).expect(200);
    const found = await eventually(
      () => list(`?request_id=${headers['x-request-id']}`),
      ({ body }) => body.data.length > 0,
    );
    expect(found.body.data).toMatchObject([{ path: '/v1/webhook/get', request_id: headers['x-request-id'] }]);
  });

  test('page by page, and after one of them in the other direction', async () => {
    const { body } = await list('?limit=2').expect(200);
    const { body: rest } = await list(`?limit=100&cursor=${body.next_cursor}`).expect(200);
    const ids = [...body.data, ...rest.data].map(({ id }: { id: string }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const newer = await eventually(
      () => list(`?after=${ids.at(-1)}`),
      (answer) => answer.body.data.length === ids.length - 1,
    );
    expect(newer.body.data.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, -1).toReversed());
    const one = await list(`?after=${ids.at(-1)}&limit=1`).expect(200);
    const two = await list(`?limit=1&cursor=${one.body.next_cursor}`).expect(200);
    expect(two.body.data).toEqual([newer.body.data[1]]);
  });

  test.each(['?status=6xx', '?status=abc', '?after=x', '?request_id=1', '?cursor=x', '?limit=0'])(
    '%s: 400',
    async (query) => {
      expect((await list(query)).headers['x-error-code']).toBe('validation_failed');
    },
  );

  test('no other account has it, nor the twin', async () => {
    for (const other of [await world.client(), await world.testClient(client)])
      expect((await list('?path=/v1/airtime/purchase', other)).body.data).toEqual([]);
  });
});

describe('the request log slows or fails an answer', () => {
  const record = { method: 'GET', path: '/v1/x', status: 200, errorCode: null, durationMs: 1, reference: null };
  const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

  async function overProxy() {
    const { hostname: host, port } = new URL(world.url);
    const proxy = await startFaultProxy({ target: { host, port: Number(port) } });
    const url = new URL(world.url);
    url.host = `127.0.0.1:${proxy.port}`;
    const db = testPool(url.href, 1);
    const lost: number[] = [];
    const log = createRequestLog({ db, clock: systemClock, log: quiet, dropped: (n) => void lost.push(n) });
    const { accountId, keyId } = await world.client();
    const add = () =>
      log.record({ ...record, accountId, apiKeyId: keyId, requestId: newId(), request: { n: 1 }, answer: undefined });
    const count = () => world.db.requestLog.count({ where: { accountId } });
    return { proxy, db, log, lost, add, count };
  }

  test('while the database hangs, requests are kept, and written afterwards', async () => {
    const { proxy, db, log, lost, add, count } = await overProxy();
    const held = proxy.holdRequestsWith('INSERT INTO request_log');
    add();
    await held.fired;
    for (let n = 0; n < 499; n += 1) add();
    expect(await count()).toBe(0);
    proxy.release();
    await eventually(count, (rows) => rows === 500);
    expect(lost).toEqual([]);
    await log.close();
    await db.$disconnect();
    await proxy.stop();
  });

  test('while it is away, 10,000 are kept, and what comes then is dropped and counted', async () => {
    const { proxy, db, log, lost, add, count } = await overProxy();
    await proxy.setMode('refuse');
    proxy.cut();
    for (let n = 0; n < 10_003; n += 1) add();
    expect(lost).toEqual([1, 1, 1]);
    await log.close();
    expect(lost).toEqual([1, 1, 1, 10_000]);
    expect(await count()).toBe(0);
    await db.$disconnect();
    await proxy.stop();
  });

  test('what is kept at the end is written', async () => {
    const { proxy, db, log, lost, add, count } = await overProxy();
    for (let n = 0; n < 450; n += 1) add();
    await log.close();
    expect([await count(), lost]).toEqual([450, []]);
    await db.$disconnect();
    await proxy.stop();
  });

  test('a locked log delays no purchase', async () => {
    const client = await world.client();
    world.provider.answer = () => rejected;
    await world.db.$transaction(async (holder) => {
      await holder.$executeRaw`LOCK TABLE request_log IN ACCESS EXCLUSIVE MODE`;
      for (let n = 0; n < 5; n += 1) await world.post('/v1/airtime/purchase', client, airtime()).expect(424);
      expect(
        await holder.$queryRaw`SELECT count(*)::integer AS n FROM request_log WHERE account_id = ${client.accountId}::uuid`,
      ).toEqual([{ n: 0 }]);
    });
    await recorded(client, 5);
  });
});
