import { randomUUID } from 'node:crypto';
import {
  type ApiAnswer,
  documentedEndpoints,
  documentedLookups,
  eventually,
  startWorld,
  type TestAccount,
  type World,
} from '@topup/testkit';
import { expectConsistent } from './support/books';
import { expectLogsMasked } from './support/expect-masked';
import { ofAccount, openAccount, operatorsOf } from './support/ops';
import { airtime, buy, cable, data, PRODUCTS } from './support/products';

// Requests that the API takes, and how it declines the rest: specification 1.3, 2, 3.1, 4.12, 4.13, 7, 8 and 9.2.

let world: World;
/** An account with two keys, oldest first. */
let keys: TestAccount[];
/** The reference of a purchase that was delivered. */
const used = randomUUID();

beforeAll(async () => {
  world = await startWorld();
  await operatorsOf(world)('catalogue', 'sync');
  keys = await openAccount(world, 1_000, 2);
  expect((await buy(world.client, airtime, used)).status).toBe(200);
});
afterAll(() => world?.stop());

const post = (path: string, body: unknown) => world.client.call('POST', path, body);
const authorised = () => ({ authorization: `Bearer ${world.account.apiKey}` });
const json = { 'content-type': 'application/json' };

/** A request as it is, to the first api. */
function raw(path: string, init: RequestInit): Promise<Response> {
  return fetch(`${world.apis[0]?.url}${path}`, init);
}

const rawPost = (headers: Record<string, string>, body: string | Uint8Array<ArrayBuffer>) =>
  raw(airtime.path, { method: 'POST', headers: { ...authorised(), ...headers }, body });

async function expectError(answer: Response, status: number): Promise<void> {
  expect([answer.status, await answer.json()]).toEqual([status, { status: 'error', message: expect.any(String) }]);
  expect(answer.headers.get('x-request-id')).toMatch(/\w/);
}

const ENDPOINTS = documentedEndpoints().map(({ method, path }) => [method, path] as const);

describe('somebody buys without a valid key', () => {
  test.each(ENDPOINTS)(
    'specification 2.1, 7.1: without one, 401 with message and error: %s %s',
    async (method, path) => {
      const flawed = world.account.apiKey.slice(0, -1);
      const headers = [
        undefined,
        'Bearer ',
        `Basic ${world.account.apiKey}`,
        world.account.apiKey,
        'Bearer nonsense',
        `Bearer ${flawed}`,
      ];
      const answers = await Promise.all(
        headers.map((authorization) => raw(path, { method, headers: authorization ? { authorization } : {} })),
      );
      for (const answer of answers) {
        expect([answer.status, await answer.json()]).toEqual([
          401,
          { message: expect.any(String), error: expect.any(String) },
        ]);
      }
    },
  );

  test('specification 9.2: a new key works at once, and a revoked one stops working', async () => {
    const [older, newer] = keys;
    if (older === undefined || newer === undefined) throw new Error('two keys were asked for');
    const ops = operatorsOf(world);
    const words = [...ofAccount(world, older), '--name', 'third'];
    const { id, key } = await ops<{ id: string; key: string }>('key', 'create', ...words);
    const client = world.clientFor({ ...older, keyId: id, apiKey: key });
    expect((await client.balance()).status).toBe(200);
    await ops('key', 'revoke', '--key', id);
    await eventually(
      () => client.balance(),
      ({ status }) => status === 401,
    );
    expect((await world.clientFor(newer).balance()).status).toBe(200);
  });

  test('specification 9.2: a key is tup_<mode>_, 43 and 6 characters, stored only as digest and cipher', async () => {
    expect(world.account.apiKey).toMatch(new RegExp(`^tup_${world.mode}_[A-Za-z0-9_-]{43}[A-Za-z0-9_-]{6}$`));
    const rows = await world.sql<{ row: string }>('SELECT row_to_json(k)::text AS row FROM api_key k');
    for (const { row } of rows) expect(row).not.toContain(world.account.apiKey.slice(9, 52));
    const [{ hit } = { hit: false }] = await world.sql<{ hit: boolean }>(
      "SELECT bool_or(strpos(encode(secret_encrypted, 'escape'), $1) > 0) AS hit FROM api_key",
      [world.account.apiKey.slice(9, 52)],
    );
    expect(hit).toBe(false);
  });
});

describe('a path answers that should not', () => {
  test('specification 1.3: every path begins with /v1', async () => {
    for (const [method, path] of ENDPOINTS) {
      expect((await raw(path.replace('/v1', ''), { method, headers: authorised() })).status).toBe(404);
      expect((await raw(path.replace('/v1', '/v2'), { method, headers: authorised() })).status).toBe(404);
    }
  });

  test.each([
    ['GET', '/v1/nothing', 404],
    ['POST', '/v1', 404],
    ['DELETE', '/v1/transaction/status', 405],
    ['GET', '/v1/airtime/purchase', 405],
    ['POST', '/v1/data/plans', 405],
  ] as const)('specification 7.2: %s %s is %d, and 401 without a key', async (method, path, status) => {
    const answer = await raw(path, { method, headers: authorised() });
    expect([answer.status, await answer.json()]).toEqual([status, { status: 'error', message: expect.any(String) }]);
    expect((await raw(path, { method })).status).toBe(401);
  });

  test.each(['/openapi.json', '/docs', '/docs/errors'])('specification 4.13: %s needs no key', async (path) => {
    expect((await raw(path, {})).status).toBe(200);
  });

  test('specification 4.13: health and metrics are never on the public port', async () => {
    for (const path of ['/health', '/ready', '/live', '/metrics'])
      expect((await raw(path, { headers: authorised() })).status).toBe(404);
    expect((await fetch(`${world.apis[0]?.opsUrl}/ready`)).status).toBe(200);
  });

  test('specification 4.12: the wallet balance', async () => {
    const { status, body } = await world.clientFor(await world.addAccount(1_234)).balance();
    expect([status, body]).toEqual([
      200,
      { status: 'success', message: expect.any(String), data: { balance: '1234.00', currency: 'NGN', low: false } },
    ]);
  });
});

describe('a body that is not an order is taken for one', () => {
  test.each([
    ['text/plain', '{}'],
    ['application/x-www-form-urlencoded', 'a=1'],
    ['application/json; charset=latin1', '{}'],
    ['application/json', '[]'],
    ['application/json', '"text"'],
    ['application/json', ''],
    ['application/json', '{"a":'],
  ])('specification 2.2: a body that is no JSON object returns 400: %s %s', async (type, body) => {
    await expectError(await rawPost({ 'content-type': type }, body), 400);
  });

  test('specification 2.2: a request without a Content-Type returns 400', async () => {
    await expectError(await rawPost({}, new TextEncoder().encode('{}')), 400);
  });

  test('specification 2.2: 16 KiB with an unknown field are taken, and one byte more returns 413', async () => {
    const order = { ...airtime.body('08031234567', 100), request_ref: randomUUID(), padding: '' };
    const sized = (bytes: number) =>
      JSON.stringify({ ...order, padding: 'x'.repeat(bytes - JSON.stringify(order).length) });
    await expectError(await rawPost(json, sized(16 * 1024 + 1)), 413);
    expect((await rawPost(json, sized(16 * 1024))).status).toBe(200);
  });
});

/** For each endpoint a body that it takes, and for each of its fields a value that it does not. */
const BODIES: { path: string; good: () => Record<string, unknown>; bad: Record<string, unknown> }[] = [
  ...PRODUCTS.map((product) => ({
    path: product.path,
    good: () => ({ ...product.body('08031234567', product.naira), request_ref: randomUUID() }),
    bad: { ...wrong(product.body('08031234567', product.naira)), request_ref: 'x'.repeat(51) },
  })),
  ...documentedLookups().map(({ path, example }) => ({ path, good: () => example, bad: wrong(example) })),
  { path: '/v1/transaction/status', good: () => ({ request_ref: used }), bad: { request_ref: 7 } },
  { path: '/v1/webhook/set', good: () => ({ webhook_url: world.receiver.url }), bad: { webhook_url: 'not a URL' } },
];
function wrong(body: object): Record<string, unknown> {
  return Object.fromEntries(Object.keys(body).map((name) => [name, '\u0000']));
}
const fields = BODIES.flatMap(({ path, good, bad }) =>
  Object.entries(bad).map(([field, value]) => ({ path, field, good, value })),
);

describe('a wrong field is sold, or is declined without its name', () => {
  test.each(BODIES)('specification 4: $path takes the specified body', async ({ path, good }) => {
    expect((await post(path, good())).status).toBe(200);
  });

  test.each(fields)('specification 4: $path requires and checks $field', async ({ path, field, good, value }) => {
    const { [field]: _, ...without } = good();
    const asNull = field === 'webhook_url' ? [] : [{ ...good(), [field]: null }]; // that removes the URL
    for (const body of [without, { ...good(), [field]: value }, ...asNull]) {
      const answer = await post(path, body);
      expect(answer).toMatchObject({
        status: 400,
        body: { status: 'error', message: expect.any(String), error: expect.stringContaining(field) },
      });
    }
  });

  test('specification 7.1: `error` names every wrong field, and only wrong fields have it', async () => {
    const declined = (answer: ApiAnswer) => ({ status: answer.status, body: answer.body });
    const without = (text: string) => ({
      status: 400,
      body: { status: 'error', message: expect.stringContaining(text) },
    });
    const answer = await post(airtime.path, { network: 'nobody', phone: '1', amount: -1, request_ref: '' });
    expect(declined(answer)).toEqual({
      status: 400,
      body: { status: 'error', message: expect.any(String), error: expect.any(String) },
    });
    for (const name of ['network', 'phone', 'amount', 'request_ref']) expect(answer.body.error).toContain(name);
    const unknownPlan = await buy(world.client, data, randomUUID(), undefined, { plan_id: 'nothing-such' });
    expect(declined(unknownPlan)).toEqual(without('plan'));
    expect(declined(await buy(world.client, airtime, used))).toEqual(without('request_ref'));
    const poor = world.clientFor(await world.addAccount(1));
    expect(declined(await buy(poor, airtime, randomUUID()))).toEqual(without('balance'));
  });

  test('specification 2.5: the checks run in order: key, body, fields, reference, plan or package, balance', async () => {
    const poor = world.clientFor(await world.addAccount(airtime.naira));
    const own = randomUUID();
    expect((await buy(poor, airtime, own)).status).toBe(200);
    const text = (answer: ApiAnswer) => `${answer.status} ${answer.body.error ?? answer.body.message}`;
    expect((await raw(airtime.path, { method: 'POST', headers: json, body: 'not JSON' })).status).toBe(401);
    await expectError(await rawPost(json, 'not JSON'), 400);
    expect(text(await buy(poor, data, own, '1', { plan_id: 'nothing-such' }))).toMatch(/^400 phone/);
    expect(text(await buy(poor, data, own, undefined, { plan_id: 'nothing-such' }))).toMatch(/^400 .*request_ref/);
    expect(text(await buy(poor, cable, own, undefined, { amount: 1 }))).toMatch(/^400 .*request_ref/);
    expect(text(await buy(poor, data, randomUUID(), undefined, { plan_id: 'nothing-such' }))).toMatch(/^400 .*plan/);
    expect(text(await buy(poor, cable, randomUUID(), undefined, { amount: 1 }))).toMatch(/^400 .*price/);
    expect(text(await buy(poor, data, randomUUID()))).toMatch(/^400 .*balance/);
  });

  test.each(['8031234567', '+2348031234567', '0803123456', '080312345678', '0803 123 456', '08O31234567', 8031234567])(
    'specification 2.4: the phone %p returns 400',
    async (phone) => {
      expect((await buy(world.client, airtime, randomUUID(), undefined, { phone })).status).toBe(400);
    },
  );
});

describe('two references are taken for one, or one for two', () => {
  test.each(PRODUCTS)('specification 8: a reference has at most 50 code points: $title', async (product) => {
    const fifty = `${randomUUID()}${'🎉'.repeat(14)}`;
    expect([...fifty]).toHaveLength(50);
    expect(await buy(world.client, product, fifty)).toMatchObject({ status: 200, body: { reference: fifty } });
    expect((await world.client.status(fifty)).status).toBe(200);
    expect((await buy(world.client, product, `${randomUUID()}${'x'.repeat(15)}`)).status).toBe(400);
  });

  test.each(['a\u0000b', 'line\nbreak', 'half \ud800 pair', '', ' a', 'a\u200bb', '\u202ea', '..'])(
    'specification 2.3: unreadable, invisible and empty text returns 400: %j',
    async (request_ref) => {
      expect((await buy(world.client, airtime, request_ref)).status).toBe(400);
    },
  );

  test('specification 2.3: a reference is compared exactly, and is unique in its account', async () => {
    const ref = `Ref-${randomUUID()}`;
    for (const each of [ref, ref.toLowerCase(), `${ref} x`, `${ref}é`, `${ref}e\u0301`]) {
      expect((await buy(world.client, airtime, each)).status).toBe(200);
    }
    expect(await buy(world.client, airtime, ref)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('request_ref') },
    });
    const stranger = world.clientFor(await world.addAccount(1_000));
    expect((await stranger.status(ref)).status).toBe(403);
    expect((await buy(stranger, airtime, ref)).status).toBe(200);
    expect(await buy(stranger, airtime, ref)).toMatchObject({ status: 400 });
    expect((await stranger.status(ref)).status).toBe(200);
  });
});

describe('a client pays another amount than it wrote', () => {
  test.each([
    '1e3',
    ' 100 ',
    '١٠٠',
    'NaN',
    '100.001',
    100.001,
    '-5',
    -5,
    0,
    '0.00',
    true,
    [100],
    { value: 100 },
    '',
    '1000000000',
    '+100',
    '100,00',
    '0x64',
    '.5',
    '5.',
  ])('specification 3.1: the amount %p returns 400', async (amount) => {
    expect(await buy(world.client, airtime, randomUUID(), undefined, { amount })).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('amount') },
    });
  });

  test('specification 3.1: a JSON number is judged by the text that was sent: 1e3 is 1000', async () => {
    const order = { ...airtime.body('08031234567', 0), request_ref: randomUUID() };
    const answer = await rawPost(json, JSON.stringify(order).replace('"amount":0', '"amount":1e3'));
    expect(await answer.json()).toMatchObject({ status_code: 200, data: { amount: '1000.00' } });
    const inexact = await rawPost(json, JSON.stringify(order).replace('"amount":0', '"amount":10.999999999999999999'));
    expect(await inexact.json()).toMatchObject({ status: 'error', error: expect.stringMatching(/^amount must be/) });
  });

  test('specification 2.2: a key that is named twice returns 400, and the answer names it', async () => {
    const order = { ...airtime.body('08031234567', 10), request_ref: randomUUID() };
    const answer = await rawPost(json, JSON.stringify(order).replace('"amount":10', '"amount":10,"amount":50000'));
    expect(await answer.json()).toMatchObject({ error: '"amount" is named more than once' });
    expect(await world.purchase(order.request_ref)).toBeUndefined();
  });
});

describe('requests lose money or reveal customers', () => {
  test('every purchase is accounted for, and the logs contain no number, token or key', async () => {
    await expectConsistent(world);
    await expectLogsMasked(world, ...keys.map(({ apiKey }) => apiKey));
  });
});
