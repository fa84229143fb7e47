import { createHash, randomUUID } from 'node:crypto';
import { environmentExample } from '@topup/runtime';
import {
  type ApiAnswer,
  type ApiClient,
  type ApiProcess,
  eventually,
  type ReceivedWebhook,
  type TestAccount,
  type World,
} from '@topup/testkit';
import { expectConsistent, ledgerEntriesOf, storedEventsOf } from './support/books';
import { type DocumentWorld, startDocumentWorld } from './support/document-world';
import { expectLogsRedacted } from './support/expect-redacted';
import { openAccount } from './support/ops';
import { airtime, buy, cable, data, numberOf, PRODUCTS, type Product, postpaid, prepaid } from './support/products';
import { renewalPriceOf } from './support/sandbox';
import { eventsOf, expectEachSentOnce, expectSigned, webhooksOf } from './support/webhooks';

// Sections 5 to 9 of the service's document and the decisions on what it leaves open, row by row.

let here: DocumentWorld;
let world: World;
/** Speaks to an api that waits for 1 s only, takes two synchronous purchases at a time, and refuses private webhook addresses. */
let hasty: ApiClient;
let hastyApi: ApiProcess;
/** A lookup that nobody answers, begun at once because it takes so long. */
let cutLookup: Promise<{ answer: ApiAnswer; tookMs: number }>;
/** An account with two keys, oldest first. */
let keys: TestAccount[];
/** Bought at the beginning, because the provider takes its time over them: one is never decided, one has its token later. */
let slow: { undecided: { ref: string; answer: ApiAnswer }; tokenLater: { ref: string; answer: ApiAnswer } };

beforeAll(async () => {
  here = await startDocumentWorld();
  world = here.world;
  hastyApi = await world.addApi({
    PURCHASE_WAIT_MS: '1000',
    SYNC_WAIT_MS: '1000',
    SYNC_CONCURRENCY: '2',
    WEBHOOK_ALLOW_PRIVATE: 'false',
  });
  hasty = world.clientOf(hastyApi);
  const buyNow = async (product: Product, number: string) => {
    const ref = randomUUID();
    return { ref, answer: await buy(hasty, product, ref, numberOf(number)) };
  };
  const [undecided, tokenLater] = await Promise.all([buyNow(airtime, '04'), buyNow(prepaid, '13')]);
  slow = { undecided, tokenLater };
  const askedAt = performance.now();
  cutLookup = post('/v1/cabletv/verify', { product_type: 'dstv', smartcard_number: numberOf('05') }).then((answer) => ({
    answer,
    tookMs: performance.now() - askedAt,
  }));
  keys = await openAccount(world.databaseUrl, Buffer.from(world.keySecret, 'base64'), 1_000, 2);
});
afterAll(() => world?.stop());

const post = (path: string, body: unknown) => here.client.call('POST', path, body);
const balance = async () => (await here.client.balance()).body.data?.balance;

/** A client of the first api. */
function clientOf(account: TestAccount | undefined): ApiClient {
  const [api] = world.apis;
  if (api === undefined || account === undefined) throw new Error('an api and an account are needed');
  return world.clientOf(api, account);
}

/** Does something while no worker does anything. */
async function withoutWorker(something: () => Promise<void>): Promise<void> {
  const [worker] = world.workers;
  worker?.pause();
  try {
    await something();
  } finally {
    worker?.resume();
  }
}

/** A request as it is, to the first api. */
function raw(path: string, init: RequestInit): Promise<Response> {
  return fetch(`${world.apis[0]?.url}${path}`, init);
}

const authorised = () => ({ authorization: `Bearer ${world.account.apiKey}` });

const ENDPOINTS = [
  ...PRODUCTS.slice(0, 4).map(({ path }) => ['POST', path] as const),
  ['GET', '/v1/data/plans'],
  ['POST', '/v1/cabletv/variations'],
  ['POST', '/v1/cabletv/verify'],
  ['POST', '/v1/electricity/verify'],
  ['POST', '/v1/transaction/status'],
  ['POST', '/v1/webhook/set'],
  ['GET', '/v1/webhook/get'],
  ['GET', '/v1/wallet/balance'],
] as const;

describe('§5 authentication', () => {
  test.each(ENDPOINTS)(
    '§5.1 every endpoint requires the header, §5.3 401 with message and error, no status: %s %s',
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

  test('§5.3 a key that was made is good at once, and revoked it is refused', async () => {
    const [older, newer] = keys;
    const { id, key } = await here.ops<{ id: string; key: string }>(
      'key',
      'create',
      '--account',
      older?.id ?? '',
      '--name',
      'third',
    );
    const client = clientOf({ id: older?.id ?? '', keyId: id, apiKey: key });
    expect((await client.balance()).status).toBe(200); // §5.2: made by an operator, and good at once
    await here.ops('key', 'revoke', '--key', id);
    await eventually(
      () => client.balance(),
      ({ status }) => status === 401,
    );
    expect((await clientOf(newer).balance()).status).toBe(200);
  });

  test('§5.4 webhook deliveries carry no Authorization header', () => {
    expect(world.receiver.received.length).toBeGreaterThan(0);
    for (const { headers } of world.receiver.received) expect(headers).not.toHaveProperty('authorization');
  });
});

describe('§6 events', () => {
  const told = (product: Product, end: 'delivered' | 'rejected' | 'late' | 'reversed', event: string) =>
    world.receiver.waitFor(({ body }) => body?.reference === here.of(product, end).ref && body.event === event);

  test('§6.1 one POST per event to the registered URL, application/json', async () => {
    await told(airtime, 'delivered', 'airtime.purchase.success');
    const [webhook, ...more] = webhooksOf(world.receiver, here.of(airtime, 'delivered').ref);
    expect(webhook).toMatchObject({
      method: 'POST',
      path: '/webhooks',
      headers: { 'content-type': 'application/json' },
    });
    expect(more).toEqual([]);
  });

  test('§6.1 10-second timeout, §6.2 no retries: a receiver that is silent is given up once, and nothing comes again', async () => {
    expect(environmentExample()).toContain('\n#WEBHOOK_TIMEOUT_MS=10000\n');
    world.receiver.answerWith({ kind: 'hang' });
    const ref = randomUUID();
    await buy(here.client, airtime, ref);
    const stored = await eventually(
      () => storedEventsOf(world, ref),
      (events) => events.length === 1 && events[0]?.finished_at != null,
    );
    world.receiver.answerWith({ kind: 'answer', status: 200 });
    expect(stored).toMatchObject([{ state: 'undelivered', error: expect.stringContaining('2000 ms') }]);
    expect((await here.client.status(ref)).status).toBe(200); // §6.2: recovered by a status query
    await world.receiver.waitFor(({ body }) => body?.reference === ref && body.event === 'transaction.requery');
    expect(eventsOf(world.receiver, ref)).toEqual(['airtime.purchase.success success', 'transaction.requery success']);
  });

  test.each([
    { product: airtime, end: 'delivered', event: 'airtime.purchase.success', status: 'success' },
    { product: airtime, end: 'rejected', event: 'airtime.purchase.failed', status: 'failed' },
    { product: airtime, end: 'late', event: 'airtime.purchase.pending', status: 'pending' },
    { product: data, end: 'delivered', event: 'data.purchase.success', status: 'success' },
    { product: data, end: 'rejected', event: 'data.purchase.failed', status: 'failed' },
  ] as const)('§6 table: $event | $status, details the text of the answer', async ({ product, end, event, status }) => {
    const { body, headers } = await told(product, end, event);
    const { message } = here.of(product, end).answer.body;
    expect(body).toMatchObject({
      status,
      amount: `${product.naira}.00`,
      product_type: product.productType,
      details: message,
    });
    expect(headers).toMatchObject({ 'x-webhook-id': expect.any(String), 'user-agent': expect.any(String) });
  });

  test.each(PRODUCTS)(
    '§6 table: transaction.requery | status endpoint | every call, details the stored description: $title',
    async (product) => {
      const { ref } = here.of(product, 'delivered');
      await here.client.status(ref);
      await here.client.status(ref);
      const requeries = await eventually(
        () => webhooksOf(world.receiver, ref).filter(({ body }) => body?.event === 'transaction.requery'),
        (webhooks) => webhooks.length === 2,
      );
      const row = await world.purchase(ref);
      for (const { body } of requeries)
        expect(body).toMatchObject({ status: 'success', product_type: product.productType, details: row?.description });
    },
  );

  test('§6 cable TV and electricity purchases emit no webhooks', async () => {
    for (const { ref } of here.sold.filter(({ product }) => product.synchronous)) {
      const events = await storedEventsOf(world, ref);
      expect(events.filter(({ event }) => event !== 'transaction.requery')).toEqual([]);
    }
  });

  test('§6 payload: exactly eight fields, all strings; timestamp RFC 3339 with nanoseconds; hash 64 lowercase hex of "<API_KEY>:<reference>"', () => {
    const { received } = world.receiver;
    expect(new Set(received.map(({ body }) => body?.product_type)).size).toBe(4);
    for (const webhook of received) expectSigned(webhook, world.account.apiKey, String(webhook.body?.product_type));
    for (const { body } of received) expect(body?.hash).toMatch(/^[0-9a-f]{64}$/);
  });

  test('§6 several active keys: the most recently created one signs; decisions/Events: not a revoked one, and without any nothing leaves', async () => {
    const [older, newer] = keys;
    const client = clientOf(older);
    await client.setWebhook(world.receiver.url);
    const hashOf = async (): Promise<{ ref: string; hash: unknown }> => {
      const ref = randomUUID();
      await buy(client, airtime, ref);
      return { ref, hash: (await world.receiver.waitFor(({ body }) => body?.reference === ref)).body?.hash };
    };
    const signed = (key: string | undefined, ref: string) => createHash('sha256').update(`${key}:${ref}`).digest('hex');
    const first = await hashOf();
    expect(first.hash).toBe(signed(newer?.apiKey, first.ref));
    await here.ops('key', 'revoke', '--key', newer?.keyId ?? '');
    const second = await hashOf();
    expect(second.hash).toBe(signed(older?.apiKey, second.ref));

    const last = randomUUID();
    await withoutWorker(async () => {
      expect((await buy(world.clientOf(hastyApi, older), airtime, last)).status).toBe(202);
      await here.ops('key', 'revoke', '--key', older?.keyId ?? '');
    });
    const events = await eventually(
      () => storedEventsOf(world, last),
      (stored) => stored.length === 2 && stored.every(({ finished_at }) => finished_at !== null),
    );
    for (const event of events)
      expect(event).toMatchObject({ state: 'undelivered', http_status: null, error: expect.stringContaining('key') });
    expect(webhooksOf(world.receiver, last)).toEqual([]);
  });
});

describe('§7 errors', () => {
  const error = (answer: ApiAnswer | undefined) => ({ status: answer?.status, body: answer?.body });
  const refusal = (text: string) => ({ status: 'error', message: expect.stringContaining(text) });

  test('§7 400 | error only on validation failures, naming every offending field', async () => {
    const answer = await post(airtime.path, { network: 'nobody', phone: '1', amount: -1, request_ref: '' });
    expect(error(answer)).toEqual({
      status: 400,
      body: { status: 'error', message: expect.any(String), error: expect.any(String) },
    });
    for (const name of ['network', 'phone', 'amount', 'request_ref']) expect(answer.body.error).toContain(name);
    expect(error(await buy(here.client, data, randomUUID(), undefined, { plan_id: 'nothing-such' }))).toEqual({
      status: 400,
      body: refusal('plan'),
    });
    expect(error(await buy(here.client, airtime, here.of(airtime, 'rejected').ref))).toEqual({
      status: 400,
      body: refusal('request_ref'),
    });
    expect(error(await buy(clientOf(await world.addAccount(1)), airtime, randomUUID()))).toEqual({
      status: 400,
      body: refusal('balance'),
    });
  });

  test('§7 403 | as 400 shape, identical to 404', async () => {
    const [older] = [await world.addAccount(1)];
    const [none, theirs] = [
      await here.client.status(randomUUID()),
      await clientOf(older).status(here.of(data, 'late').ref),
    ];
    expect([none.status, theirs.status]).toEqual([404, 403]);
    expect(theirs.body).toEqual(none.body);
    expect(Object.keys(theirs.headers).sort()).toEqual(Object.keys(none.headers).sort());
  });

  test.each(PRODUCTS)(
    '§7.1 re-using a request_ref returns 400, after a failure too; a new attempt needs a new reference: $title',
    async (product) => {
      for (const end of ['delivered', 'rejected'] as const) {
        expect(error(await buy(here.client, product, here.of(product, end).ref))).toEqual({
          status: 400,
          body: refusal('request_ref'),
        });
      }
      expect((await buy(here.client, product, randomUUID())).status).toBe(200);
    },
  );
});

describe('§8 limits', () => {
  test.each(PRODUCTS)('§8 request_ref at most 50 characters, counted as such: $title', async (product) => {
    const fifty = `${randomUUID()}${'🎉'.repeat(14)}`;
    expect([...fifty]).toHaveLength(50);
    expect(await buy(here.client, product, fifty)).toMatchObject({ status: 200, body: { reference: fifty } });
    expect((await here.client.status(fifty)).status).toBe(200);
    expect((await buy(here.client, product, `${randomUUID()}${'x'.repeat(15)}`)).status).toBe(400);
  });

  test.each([
    ['wait for the provider’s result: 15 s', 'PURCHASE_WAIT_MS=15000'],
    ['webhook delivery timeout: 10 s', 'WEBHOOK_TIMEOUT_MS=10000'],
    ['the synchronous wait: 30 s', 'SYNC_WAIT_MS=30000'],
    ['an unsent purchase is given up after 30 min', 'START_DEADLINE_MS=1800000'],
  ])('§8 by default, %s', (_, line) => {
    expect(environmentExample().split('\n')).toContain(`#${line}`);
  });

  test('§8 webhook URLs per account: one, the one set last', async () => {
    const { ref } = here.of(data, 'reversed');
    await here.client.setWebhook(world.receiver.url.replace('/webhooks', '/elsewhere'));
    await here.client.status(ref);
    const told = await world.receiver.waitFor(
      ({ body }) => body?.reference === ref && body.event === 'transaction.requery',
    );
    expect(told.path).toBe('/elsewhere');
    await here.client.setWebhook(world.receiver.url);
    expect(eventsOf(world.receiver, ref).filter((event) => event.startsWith('transaction'))).toEqual([
      'transaction.requery failed',
    ]);
  });

  test.each(['ikeja-electric', 'kaduna-electric', 'benin-electric'])(
    '§8 electricity minimum, as decided ₦1,000 and at most ₦500,000: %s',
    async (disco) => {
      for (const amount of [999.99, 500_000.01]) {
        const answer = await buy(here.client, postpaid, randomUUID(), undefined, { disco, amount });
        expect(answer).toMatchObject({ status: 400, body: { error: 'amount must be between 1000.00 and 500000.00' } });
      }
    },
  );

  test('§8, decided: a greater minimum of the provider’s own is the provider’s to enforce: 424, refunded', async () => {
    const ref = randomUUID();
    const answer = await buy(here.client, prepaid, ref, undefined, { disco: 'kaduna-electric', amount: 1000 });
    expect(answer).toMatchObject({
      status: 424,
      body: { message: expect.stringContaining('minimum'), data: { amount: '1000.00', token: '' } },
    });
    expect(await ledgerEntriesOf(world, ref)).toEqual(['debit -100000', 'refund 100000']);
  });
});

test('§9 all paths carry the prefix /v1', async () => {
  for (const [method, path] of ENDPOINTS) {
    expect((await raw(path.replace('/v1', ''), { method, headers: authorised() })).status).toBe(404);
    expect((await raw(path.replace('/v1', '/v2'), { method, headers: authorised() })).status).toBe(404);
  }
});

describe('decisions/Money', () => {
  test('decisions/Money: every naira amount that leaves has two digits', async () => {
    const plans = (await here.client.dataPlans()).body.data ?? [];
    const packages = (await post('/v1/cabletv/variations', { product_type: 'gotv' })).body.data?.packages as {
      price: string;
    }[];
    const statuses = await Promise.all(PRODUCTS.map((product) => here.client.status(here.of(product, 'late').ref)));
    const amounts = [
      ...here.sold.map(({ answer }) => answer.body.data?.amount),
      ...statuses.flatMap(({ body }) => [body.data?.amount, body.data?.previous_balance, body.data?.new_balance]),
      ...[...plans, ...packages].map(({ price }) => price),
      ...world.receiver.received.map(({ body }) => body?.amount),
      await balance(),
    ];
    expect(amounts.filter((amount) => typeof amount !== 'string' || !/^\d+\.\d\d$/.test(amount))).toEqual([]);
  });

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
  ])('decisions/Money: the amount %p is 400', async (amount) => {
    expect(await buy(here.client, airtime, randomUUID(), undefined, { amount })).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('amount') },
    });
  });

  test('decisions/Money: a JSON number is judged by its shortest decimal text: the number 1e3 is 1000', async () => {
    const order = { ...airtime.body('08031234567', 0), request_ref: randomUUID() };
    const body = JSON.stringify(order).replace('"amount":0', '"amount":1e3');
    const answer = await raw(airtime.path, {
      method: 'POST',
      headers: { ...authorised(), 'content-type': 'application/json' },
      body,
    });
    expect(await answer.json()).toMatchObject({ status_code: 200, data: { amount: '1000.00' } });
  });
});

describe('decisions/Request rules', () => {
  const json = { 'content-type': 'application/json' };
  const refused = async (answer: Response, status: number) => {
    expect([answer.status, await answer.json()]).toEqual([status, { status: 'error', message: expect.any(String) }]);
    expect(answer.headers.get('x-request-id')).toMatch(/\w/);
  };

  test('decisions/Request rules: key (401) before body (400, 413) before fields (400) before reference (400) before plan or package (400) before balance (400)', async () => {
    const used = here.of(airtime, 'delivered').ref;
    const poor = clientOf(await world.addAccount(1));
    const text = (answer: ApiAnswer) => `${answer.status} ${answer.body.error ?? answer.body.message}`;
    expect((await raw(airtime.path, { method: 'POST', headers: json, body: 'not JSON' })).status).toBe(401);
    await refused(
      await raw(airtime.path, { method: 'POST', headers: { ...authorised(), ...json }, body: 'not JSON' }),
      400,
    );
    expect(text(await buy(poor, data, used, '1', { plan_id: 'nothing-such' }))).toMatch(/^400 phone/);
    expect(text(await buy(poor, data, used, undefined, { plan_id: 'nothing-such' }))).toMatch(/^400 .*request_ref/);
    expect(text(await buy(poor, cable, used, undefined, { amount: 1 }))).toMatch(/^400 .*request_ref/);
    expect(text(await buy(poor, data, randomUUID(), undefined, { plan_id: 'nothing-such' }))).toMatch(/^400 .*plan/);
    expect(text(await buy(poor, cable, randomUUID(), undefined, { amount: 1 }))).toMatch(/^400 .*price/);
    expect(text(await buy(poor, data, randomUUID()))).toMatch(/^400 .*balance/);
  });

  test.each([
    ['text/plain', '{}'],
    ['application/x-www-form-urlencoded', 'a=1'],
    ['application/json; charset=latin1', '{}'],
    ['application/json', '[]'],
    ['application/json', '"text"'],
    ['application/json', ''],
    ['application/json', '{"a":'],
  ])('decisions/Request rules: a body that is no JSON object, or not called one, is 400: %s %s', async (type, body) => {
    await refused(
      await raw(airtime.path, { method: 'POST', headers: { ...authorised(), 'content-type': type }, body }),
      400,
    );
  });

  test('decisions/Request rules: no Content-Type at all is 400', async () => {
    await refused(
      await raw(airtime.path, { method: 'POST', headers: authorised(), body: new TextEncoder().encode('{}') }),
      400,
    );
  });

  test('decisions/Request rules: 16 KiB are taken, a byte more is 413 in the same shape', async () => {
    const order = { ...airtime.body('08031234567', 100), request_ref: randomUUID(), padding: '' };
    const sized = (bytes: number) =>
      JSON.stringify({ ...order, padding: 'x'.repeat(bytes - JSON.stringify(order).length) });
    const send = (body: string) => raw(airtime.path, { method: 'POST', headers: { ...authorised(), ...json }, body });
    await refused(await send(sized(16 * 1024 + 1)), 413);
    expect((await send(sized(16 * 1024))).status).toBe(200); // with an unknown field, which is ignored
  });

  test.each(['a\u0000b', 'line\nbreak', 'half \ud800 pair', ''])(
    'decisions/Request rules: control characters, broken Unicode and nothing are 400: %j',
    async (request_ref) => {
      expect((await buy(here.client, airtime, request_ref)).status).toBe(400);
    },
  );

  test('decisions/Request rules: a reference is compared exactly, and is unique in the whole service', async () => {
    const ref = `Ref-${randomUUID()}`;
    for (const each of [ref, ref.toLowerCase(), `${ref} `, `${ref}é`, `${ref}e\u0301`]) {
      expect((await buy(here.client, airtime, each)).status).toBe(200);
    }
    const stranger = clientOf(await world.addAccount(1_000));
    expect(await buy(stranger, airtime, ref)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('request_ref') },
    });
    expect((await stranger.status(ref)).status).toBe(403);
  });

  test.each(['8031234567', '+2348031234567', '0803123456', '080312345678', '0803 123 456', '08O31234567', 8031234567])(
    'decisions/Request rules: the phone %p is 400',
    async (phone) => {
      expect((await buy(here.client, airtime, randomUUID(), undefined, { phone })).status).toBe(400);
    },
  );

  test('decisions/Request rules: the network is taken from the caller, not guessed from the prefix', async () => {
    const answer = await buy(here.client, airtime, randomUUID(), '08031234567', { network: 'glo' }); // an MTN prefix
    expect(answer).toMatchObject({ status: 200, body: { data: { network: 'glo' } } });
  });

  test.each([9.99, 50_000.01])('decisions/Request rules: airtime of ₦%p is out of bounds', async (amount) => {
    const answer = await buy(here.client, airtime, randomUUID(), undefined, { amount });
    expect(answer).toMatchObject({ status: 400, body: { error: 'amount must be between 10.00 and 50000.00' } });
  });

  test('decisions/Request rules: a renewal may also cost what the provider says this card’s renewal costs', async () => {
    const recipient = '7029416318'; // an even card has a discount of 10 % on the package that it has
    const naira = await renewalPriceOf(world, 'dstv', recipient);
    const changes = { amount: naira, subscription_type: 'renew' };
    expect(await buy(here.client, cable, randomUUID(), recipient, changes)).toMatchObject({
      status: 200,
      body: { data: { amount: naira.toFixed(2) } },
    });
    expect(
      (await buy(here.client, cable, randomUUID(), recipient, { ...changes, subscription_type: 'change' })).status,
    ).toBe(400);
    expect((await buy(here.client, cable, randomUUID(), recipient, { ...changes, amount: naira - 1 })).status).toBe(
      400,
    );
  });

  test('decisions/Request rules: a synchronous purchase answers 202 when the provider has said nothing for so long; the call goes on', async () => {
    const ref = randomUUID();
    expect(await buy(hasty, prepaid, ref, numberOf('00', 3))).toMatchObject({
      status: 202,
      body: { status: 'pending', data: { token: '' } },
    });
    const row = await eventually(
      () => world.purchase(ref),
      (purchase) => purchase?.status === 'success',
    );
    expect(row).toMatchObject({ sends: 1, checks: 0 }); // by its own answer, nobody asked again
    expect((await here.client.status(ref)).body.data).toMatchObject({ token: expect.stringMatching(/^\d{20}$/) });
  });

  test('decisions/Request rules: lookups are cut at 10 s → 500', async () => {
    const { answer, tookMs } = await cutLookup;
    expect(answer).toMatchObject({ status: 500, body: { status: 'error' } });
    expect(tookMs).toBeGreaterThanOrEqual(9_900);
  });

  test('decisions/Request rules: a client that hangs up changes nothing about the purchase', async () => {
    const buyAndHangUp = async (product: Product) => {
      const [ref, hangUp] = [randomUUID(), new AbortController()];
      const body = { ...product.body(numberOf('00', 1), product.naira), request_ref: ref };
      const answer = here.client.call('POST', product.path, body, hangUp.signal).catch(() => 'hung up');
      await eventually(
        () => world.purchase(ref),
        (row) => row?.sends === 1,
      );
      hangUp.abort();
      expect(await answer).toBe('hung up');
      await eventually(
        () => world.purchase(ref),
        (row) => row?.status === 'success',
      );
    };
    await Promise.all(PRODUCTS.map(buyAndHangUp));
  });
});

describe('decisions/Error bodies', () => {
  test.each([
    ['GET', '/v1/nothing', 404],
    ['POST', '/v1', 404],
    ['DELETE', '/v1/transaction/status', 405],
    ['GET', '/v1/airtime/purchase', 405],
    ['POST', '/v1/data/plans', 405],
  ] as const)(
    'decisions/Error bodies: an unknown path or method with a valid key: %s %s → %d',
    async (method, path, status) => {
      const answer = await raw(path, { method, headers: authorised() });
      expect([answer.status, await answer.json()]).toEqual([status, { status: 'error', message: expect.any(String) }]);
      expect((await raw(path, { method })).status).toBe(401);
    },
  );

  test('decisions/Error bodies: overload is 429 with Retry-After, before the debit, and the reference stays unused', async () => {
    const filling = Array.from({ length: 2 }, () => buy(hasty, postpaid, randomUUID(), numberOf('00', 2)));
    const refs = Array.from({ length: 4 }, () => randomUUID());
    const before = () => world.sql('SELECT FROM purchase WHERE request_ref = ANY ($1)', [refs]);
    await eventually(
      () =>
        world.sql(
          "SELECT FROM purchase WHERE recipient = $1 AND product_type = 'ELECTRICITY' AND sends = 1 AND final_at IS NULL",
          [numberOf('00', 2)],
        ),
      (open) => open.length === 2,
    );
    const answers = await Promise.all(refs.map((ref) => buy(hasty, postpaid, ref)));
    expect(answers.map(({ status }) => status)).toEqual([429, 429, 429, 429]);
    for (const { headers, body } of answers) {
      expect(body).toEqual({ status: 'error', message: expect.stringContaining('Nothing was debited') });
      expect(headers['retry-after']).toMatch(/^\d+$/);
    }
    expect(await before()).toEqual([]);
    await Promise.all(filling);
    expect((await buy(here.client, postpaid, refs[0] ?? '')).status).toBe(200);
  });

  test('decisions/Error bodies: a suspended account gets 401, and its open purchases still finish', async () => {
    const account = await world.addAccount(1_000);
    const ref = randomUUID();
    const bought = buy(world.clientOf(hastyApi, account), airtime, ref, numberOf('00', 2));
    await eventually(
      () => world.purchase(ref),
      (row) => row?.sends === 1,
    );
    await here.ops('account', 'suspend', '--account', account.id);
    await eventually(
      () => clientOf(account).balance(),
      ({ status }) => status === 401,
    );
    expect((await bought).status).toBe(202);
    await eventually(
      () => world.purchase(ref),
      (row) => row?.status === 'success',
    );
  });

  test('decisions/Error bodies: every answer carries X-Request-Id, each its own', async () => {
    const answers = await Promise.all([
      here.client.balance(),
      here.client.status(randomUUID()),
      post('/v1/nothing', {}),
      buy(here.client, airtime, randomUUID()),
    ]);
    const ids = [...answers, ...here.sold.map(({ answer }) => answer)].map(({ headers }) => headers['x-request-id']);
    for (const id of ids) expect(id).toMatch(/^\S+$/);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('decisions/Stored states', () => {
  test('decisions/Stored states: initiated → 202, pending → 202, success → 200, failed → 424', async () => {
    const ref = randomUUID();
    const bought = buy(hasty, airtime, ref, numberOf('00', 2));
    await eventually(
      () => world.purchase(ref),
      (row) => row?.status === 'initiated',
    );
    const told = [
      (await here.client.status(ref)).status,
      (await bought).status,
      (await here.client.status(ref)).status,
    ];
    await eventually(
      () => world.purchase(ref),
      (row) => row?.status === 'success',
    );
    told.push((await here.client.status(ref)).status, (await here.client.status(here.of(data, 'rejected').ref)).status);
    expect(told).toEqual([202, 202, 202, 200, 424]);
  });

  test('decisions/Stored states: an unknown outcome is never refunded by age; when the schedule is over (24 h by default) a person is asked', async () => {
    expect(environmentExample()).toMatch(/\n#REQUERY_SCHEDULE=5s,15s,.*,24h\n/);
    const { ref, answer } = slow.undecided;
    expect(answer.status).toBe(202);
    const row = await eventually(
      () => world.purchase(ref),
      (purchase) => purchase?.needs_review === true,
      15_000,
    );
    expect(row).toMatchObject({ status: 'pending', next_check_at: null });
    expect(await ledgerEntriesOf(world, ref)).toEqual(['debit -10000']);
    expect(await here.ops('purchase', 'review')).toContainEqual(expect.objectContaining({ reference: ref }));
  });

  test('decisions/Stored states: refunded → 424: given up by an operator before anything was sent, with the product’s failed event', async () => {
    const ref = randomUUID();
    await withoutWorker(async () => {
      expect((await buy(hasty, data, ref)).status).toBe(202);
      await here.ops('purchase', 'settle', ref, '--refund', '--note', 'no worker is running');
    });
    expect(await world.purchase(ref)).toMatchObject({ status: 'refunded', sends: 0 });
    expect(await ledgerEntriesOf(world, ref)).toEqual(['debit -11000', 'refund 11000']);
    expect(await storedEventsOf(world, ref)).toMatchObject([{ event: 'data.purchase.failed', status: 'failed' }]);
    expect(await here.client.status(ref)).toMatchObject({ status: 424, body: { status: 'failed' } });
  });

  test('decisions/Stored states: every move is kept with its time and its cause, and the database refuses any other', async () => {
    const { ref } = here.of(airtime, 'reversed');
    const moves = await world.sql<{ from_status: string | null; to_status: string; cause: string; at: Date }>(
      'SELECT h.* FROM purchase_history h JOIN purchase p ON p.id = h.purchase_id WHERE p.request_ref = $1 ORDER BY h.id',
      [ref],
    );
    expect(moves.map(({ from_status, to_status }) => `${from_status} → ${to_status}`)).toEqual([
      'null → initiated',
      'initiated → pending',
      'pending → failed',
    ]);
    for (const { cause, at } of moves) expect([cause, at]).toEqual([expect.stringMatching(/\w/), expect.any(Date)]);
    for (const status of ['success', 'pending', 'initiated']) {
      await expect(
        world.sql('UPDATE purchase SET status = $2 WHERE request_ref = $1', [ref, status]),
      ).rejects.toThrow();
    }
    await expect(world.sql('DELETE FROM purchase_history')).rejects.toThrow();
  });
});

describe('decisions/Events', () => {
  const HOSTS = [
    'http://127.0.0.1/x',
    'http://localhost/x',
    'http://10.0.0.1/x',
    'http://169.254.169.254/x',
    'http://[::1]/x',
    'http://0x7f000001/x',
  ];
  const BROKEN = [
    'ftp://example.com',
    'example.com',
    '/webhooks',
    'https://user:secret@example.com',
    `https://example.com/${'x'.repeat(2_048)}`,
    '',
  ];

  test.each([...HOSTS, ...BROKEN])(
    'decisions/Events: the URL %s is 400 where private addresses are refused',
    async (url) => {
      expect(await hasty.setWebhook(url)).toMatchObject({ status: 400, body: { status: 'error' } });
    },
  );

  test('decisions/Events: private addresses are refused by default', () => {
    expect(environmentExample().split('\n')).toContain('#WEBHOOK_ALLOW_PRIVATE=false');
  });

  test('decisions/Events: a redirect is not followed, an endless answer is not read; every delivery is recorded with URL, time, status and error', async () => {
    const refs = { redirected: randomUUID(), endless: randomUUID() };
    world.receiver.answerWith(({ body }: ReceivedWebhook) =>
      body?.reference === refs.redirected
        ? { kind: 'answer', status: 302, headers: { location: '/elsewhere' } }
        : body?.reference === refs.endless
          ? { kind: 'endless', status: 200 }
          : { kind: 'answer', status: 200 },
    );
    await Promise.all(Object.values(refs).map((ref) => buy(here.client, airtime, ref)));
    const recorded = async (ref: string) =>
      eventually(
        () => storedEventsOf(world, ref),
        (events) => events.length === 1 && events[0]?.finished_at != null,
      );
    expect(await recorded(refs.redirected)).toMatchObject([
      { state: 'undelivered', url: world.receiver.url, http_status: 302, error: expect.any(String) },
    ]);
    expect(await recorded(refs.endless)).toMatchObject([
      { url: world.receiver.url, claimed_at: expect.any(Date), duration_ms: expect.any(Number) },
    ]);
    world.receiver.answerWith({ kind: 'answer', status: 200 });
    expect(
      world.receiver.received.filter(({ path, body }) => path === '/elsewhere' && body?.reference === refs.redirected),
    ).toEqual([]);
  });
});

test('decisions/Endpoints: delivered but no token yet: 202 pending until a requery brings it', async () => {
  const { ref, answer } = slow.tokenLater;
  expect(answer).toMatchObject({ status: 202, body: { status: 'pending', data: { token: '', units: null } } });
  const row = await eventually(
    () => world.purchase(ref),
    (purchase) => purchase?.status === 'success',
  );
  expect(row?.checks).toBeGreaterThan(0);
  expect((await here.client.status(ref)).body.data).toMatchObject({
    token: expect.stringMatching(/^\d{20}$/),
    units: expect.stringMatching(/^[\d.]+$/),
  });
});

describe('decisions/Additions', () => {
  test('decisions/Additions: the wallet balance', async () => {
    const { status, body } = await clientOf(await world.addAccount(1_234)).balance();
    expect([status, body]).toEqual([
      200,
      { status: 'success', message: expect.any(String), data: { balance: '1234.00', currency: 'NGN' } },
    ]);
  });

  test.each(['/openapi.json', '/docs'])('decisions/Additions: %s without a key', async (path) => {
    expect((await raw(path, {})).status).toBe(200);
  });

  test('decisions/Additions: health and metrics are never on the public port', async () => {
    for (const path of ['/health', '/ready', '/live', '/metrics'])
      expect((await raw(path, { headers: authorised() })).status).toBe(404);
    expect((await fetch(`${world.apis[0]?.opsUrl}/ready`)).status).toBe(200);
  });
});

describe('decisions/Accounts, keys, tiers', () => {
  test('decisions/Accounts: a key is tup_live_, 43 and 6 characters, and is stored as digest and cipher only', async () => {
    expect(world.account.apiKey).toMatch(/^tup_live_[A-Za-z0-9_-]{43}[A-Za-z0-9_-]{6}$/);
    const rows = await world.sql<{ row: string }>('SELECT row_to_json(k)::text AS row FROM api_key k');
    for (const { row } of rows) expect(row).not.toContain(world.account.apiKey.slice(9, 52));
    const [{ hit } = { hit: false }] = await world.sql<{ hit: boolean }>(
      "SELECT bool_or(strpos(encode(secret_encrypted, 'escape'), $1) > 0) AS hit FROM api_key",
      [world.account.apiKey.slice(9, 52)],
    );
    expect(hit).toBe(false);
  });

  test('decisions/Accounts: tier standard adds 10 % to cost', async () => {
    expect(await here.ops('tier', 'list')).toContainEqual(
      expect.objectContaining({ name: 'standard', markupPercent: '10.00' }),
    );
    expect(here.of(data, 'delivered').answer.body.data).toMatchObject({ amount: '110.00' });
  });

  test('decisions/Accounts: a withdrawn plan is listed with plan_id null, and cannot be bought', async () => {
    const { id } = await here.ops<{ id: number }>('catalogue', 'withdraw', '--plan', 'glo-100');
    const answer = await here.client.dataPlans();
    expect(answer.body.data).toContainEqual(
      expect.objectContaining({ id, plan_id: null, name: 'N100 105MB - 2 days' }),
    );
    expect((await buy(here.client, data, randomUUID(), undefined, { plan_id: 'glo-100' })).status).toBe(400);
  });
});

test('a decision costs money: everything adds up, and the logs hold no number, token or key', async () => {
  expectEachSentOnce([world.receiver]);
  await expectConsistent(world);
  await expectLogsRedacted(world, ...keys.map(({ apiKey }) => apiKey));
});
