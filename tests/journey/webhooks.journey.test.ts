import { createHash, randomUUID } from 'node:crypto';
import { hasQueryEvent } from '@topup/core/product';
import {
  type ApiClient,
  type ApiProcess,
  eventually,
  publishedDefaults,
  type ReceivedWebhook,
  type TestAccount,
  type World,
} from '@topup/testkit';
import { expectConsistent, storedEventsOf } from './support/books';
import { expectLogsMasked } from './support/expect-masked';
import { openAccount } from './support/ops';
import { airtime, buy, data, PRODUCTS, type Product } from './support/products';
import { eventsOf, expectEachSentOnce, expectSigned, webhooksOf } from './support/webhooks';
import { whileWorkerPaused } from './support/worker';
import { type End, startWorldWithPurchases, type WorldWithPurchases } from './support/world-with-purchases';

// The status endpoint, the webhook URL and the events: specification 3.2, 4.10, 4.11 and 6.

let here: WorldWithPurchases;
let world: World;
/** Has a window of 1 s and forbids private webhook addresses. */
let strictApi: ApiProcess;
let strict: ApiClient;
/** An account with two keys, oldest first. */
let keys: TestAccount[];

beforeAll(async () => {
  here = await startWorldWithPurchases();
  world = here.world;
  strictApi = await world.addApi({ PURCHASE_WAIT_MS: '1000', WEBHOOK_ALLOW_PRIVATE: 'false' });
  strict = world.clientOf(strictApi);
  keys = await openAccount(world, 1_000, 2);
});
afterAll(() => world?.stop());

const post = (path: string, body: unknown) => here.client.call('POST', path, body);
const webhookUrl = async () => (await here.client.call('GET', '/v1/webhook/get')).body.data;

const received = (product: Product, end: End, event: string) =>
  world.receiver.waitFor(({ body }) => body?.reference === here.of(product, end).ref && body.event === event);

describe('a status query reveals a stranger’s purchase, or sends what nobody receives', () => {
  test('specification 4.10: 404 for an unknown reference, 403 for a stranger’s, with the same body', async () => {
    const stranger = await world.addAccount(1);
    const none = await here.client.status(randomUUID());
    const foreign = await world.clientFor(stranger).status(here.of(airtime, 'delivered').ref);
    expect((await post('/v1/transaction/status', {})).status).toBe(400);
    expect([none.status, foreign.status]).toEqual([404, 403]);
    expect(foreign.body).toEqual(none.body);
    expect(none.body).toEqual({ status: 'error', message: expect.any(String) });
  });

  test('specification 4.10: 403 and 404 have the same headers too', async () => {
    const stranger = world.clientFor(await world.addAccount(1));
    const [none, foreign] = [await here.client.status(randomUUID()), await stranger.status(here.of(data, 'late').ref)];
    expect([none.status, foreign.status]).toEqual([404, 403]);
    expect(foreign.body).toEqual(none.body);
    expect(Object.keys(foreign.headers).sort()).toEqual(Object.keys(none.headers).sort());
  });

  test('specification 6.1: without a webhook URL there is no transaction.requery', async () => {
    const client = world.clientFor(await world.addAccount(1_000));
    const ref = randomUUID();
    expect((await buy(client, airtime, ref)).status).toBe(200);
    expect((await client.status(ref)).status).toBe(200);
    const stored = (await storedEventsOf(world, ref)).map(({ event, state }) => `${event} ${state}`);
    const undelivered = ['airtime.purchase.success undelivered', 'transaction.requery undelivered'];
    expect(stored).toEqual(world.mode === 'live' ? [] : undelivered); // listeners get those of a test account
  });
});

describe('events go to a wrong URL', () => {
  test('specification 4.11: setting a URL replaces the one before', async () => {
    const other = world.receiver.url.replace('/webhooks', '/elsewhere');
    await here.client.setWebhook(other);
    expect(await webhookUrl()).toEqual({ webhook_url: other });
    await here.client.setWebhook(world.receiver.url);
    expect(await webhookUrl()).toEqual({ webhook_url: world.receiver.url });
  });

  test('specification 4.11: both endpoints have the same body, with null before a URL was set', async () => {
    const somebody = world.clientFor(await world.addAccount(1));
    const read = async () => {
      const { status, body } = await somebody.call('GET', '/v1/webhook/get');
      return [status, body];
    };
    const expected = (webhook_url: string | null) => [
      200,
      { status: 'success', message: expect.any(String), data: { webhook_url } },
    ];
    expect(await read()).toEqual(expected(null));
    const set = await somebody.setWebhook('https://example.com/hooks?a=1');
    expect([set.status, set.body]).toEqual(expected('https://example.com/hooks?a=1'));
    expect(await read()).toEqual(expected('https://example.com/hooks?a=1'));
    const removed = await somebody.call('POST', '/v1/webhook/set', { webhook_url: null });
    expect([removed.status, removed.body]).toEqual(expected(null));
    expect(await read()).toEqual(expected(null));
  });

  test('specification 6.6: an account has one URL, and events go to the last one set', async () => {
    const { ref } = here.of(data, 'reversed');
    await here.client.setWebhook(world.receiver.url.replace('/webhooks', '/elsewhere'));
    await here.client.status(ref);
    const { path } = await received(data, 'reversed', 'transaction.requery');
    expect(path).toBe('/elsewhere');
    await here.client.setWebhook(world.receiver.url);
    expect(eventsOf(world.receiver, ref).filter((event) => event.startsWith('transaction'))).toEqual([
      'transaction.requery failed',
    ]);
  });

  const PRIVATE = [
    'http://127.0.0.1/x',
    'http://localhost/x',
    'http://10.0.0.1/x',
    'http://169.254.169.254/x',
    'http://[::1]/x',
    'http://0x7f000001/x',
  ];
  const INVALID = [
    'ftp://example.com',
    'example.com',
    '/webhooks',
    'https://user:secret@example.com',
    `https://example.com/${'x'.repeat(2_048)}`,
    '',
  ];

  test.each([...PRIVATE, ...INVALID].map((url) => ({ url, shown: url.slice(0, 40) })))(
    'specification 6.6: a private or invalid URL returns 400: $shown',
    async ({ url }) => {
      expect(await strict.setWebhook(url)).toMatchObject({ status: 400, body: { status: 'error' } });
    },
  );

  test('specification 6.6: private addresses are forbidden by default', () => {
    expect(publishedDefaults().WEBHOOK_ALLOW_PRIVATE).toBe('false');
  });
});

describe('a client misses an event, or gets one that it must not get', () => {
  test('specification 6.5: an event is one POST of application/json to the URL', async () => {
    const webhook = await received(airtime, 'delivered', 'airtime.purchase.success');
    expect(webhook).toMatchObject({
      method: 'POST',
      path: '/webhooks',
      headers: { 'content-type': 'application/json' },
    });
    expect(webhooksOf(world.receiver, here.of(airtime, 'delivered').ref)).toEqual([webhook]);
  });

  test.each([
    { product: airtime, end: 'delivered', event: 'airtime.purchase.success', status: 'success' },
    { product: airtime, end: 'rejected', event: 'airtime.purchase.failed', status: 'failed' },
    { product: airtime, end: 'late', event: 'airtime.purchase.pending', status: 'pending' },
    { product: data, end: 'delivered', event: 'data.purchase.success', status: 'success' },
    { product: data, end: 'rejected', event: 'data.purchase.failed', status: 'failed' },
  ] as const)('specification 6.1: $event has status $status and the message of the answer', async (row) => {
    const { product, end, event, status } = row;
    const { body, headers } = await received(product, end, event);
    const { message } = here.of(product, end).answer.body;
    expect(body).toMatchObject({
      status,
      amount: `${product.naira}.00`,
      product_type: product.productType,
      details: message,
    });
    expect(headers).toMatchObject({ 'x-webhook-id': expect.any(String), 'user-agent': expect.any(String) });
  });

  test.each(PRODUCTS.filter(({ productType }) => hasQueryEvent(productType)))(
    'specification 6.1: every status query sends transaction.requery: $title',
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

  test('specification 4.23: no event names an exam PIN, not even after a status query', async () => {
    const exams = here.purchases.filter(({ product }) => !hasQueryEvent(product.productType));
    expect(exams.length).toBeGreaterThan(0);
    for (const { ref } of exams) {
      await here.client.status(ref);
      expect(await storedEventsOf(world, ref)).toEqual([]);
    }
  });

  test('specification 6.1: cable TV and electricity send no event of their own', async () => {
    for (const { ref } of here.purchases.filter(({ product }) => product.synchronous)) {
      const events = await storedEventsOf(world, ref);
      expect(events.filter(({ event }) => event !== 'transaction.requery')).toEqual([]);
    }
  });
});

describe('a receiver gets an event twice, or is asked forever', () => {
  test('specification 6.5: a silent receiver is given up once, after 10 s, and nothing comes again', async () => {
    world.receiver.answerWith({ kind: 'hang' });
    const ref = randomUUID();
    await buy(here.client, airtime, ref);
    const stored = await eventually(
      () => storedEventsOf(world, ref),
      (events) => events.length === 1 && events[0]?.finished_at != null,
    );
    world.receiver.answerWith({ kind: 'answer', status: 200 });
    expect(stored).toMatchObject([{ state: 'undelivered', error: expect.stringContaining('10000 ms') }]);
    expect((await here.client.status(ref)).status).toBe(200); // the client learns it from the status
    await world.receiver.waitFor(({ body }) => body?.reference === ref && body.event === 'transaction.requery');
    expect(eventsOf(world.receiver, ref)).toEqual(['airtime.purchase.success success', 'transaction.requery success']);
  });

  test('specification 6.5: redirects and endless answers are not followed, and every delivery is recorded', async () => {
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

describe('a receiver cannot check who sent an event', () => {
  test('specification 6.2: the body has exactly eight strings, with nanoseconds, and 64 hex digits of hash', () => {
    const webhooks = world.receiver.received;
    expect(new Set(webhooks.map(({ body }) => body?.product_type)).size).toBe(4);
    for (const webhook of webhooks) expectSigned(webhook, world.account.apiKey, String(webhook.body?.product_type));
    for (const { body } of webhooks) expect(body?.hash).toMatch(/^[0-9a-f]{64}$/);
  });

  test('specification 6.4: a delivery has no Authorization header', () => {
    expect(world.receiver.received.length).toBeGreaterThan(0);
    for (const { headers } of world.receiver.received) expect(headers).not.toHaveProperty('authorization');
  });

  test('specification 6.3: the newest active key signs, then the older one; without a key nothing is sent', async () => {
    const [older, newer] = keys;
    if (older === undefined || newer === undefined) throw new Error('two keys were asked for');
    const client = world.clientFor(older);
    await client.setWebhook(world.receiver.url);
    const hashOf = async (): Promise<{ ref: string; hash: unknown }> => {
      const ref = randomUUID();
      await buy(client, airtime, ref);
      return { ref, hash: (await world.receiver.waitFor(({ body }) => body?.reference === ref)).body?.hash };
    };
    const signed = (key: string, ref: string) => createHash('sha256').update(`${key}:${ref}`).digest('hex');
    const first = await hashOf();
    expect(first.hash).toBe(signed(newer.apiKey, first.ref));
    await here.ops('key', 'revoke', '--key', newer.keyId);
    const second = await hashOf();
    expect(second.hash).toBe(signed(older.apiKey, second.ref));

    const last = randomUUID();
    await whileWorkerPaused(world, async () => {
      expect((await buy(world.clientOf(strictApi, older), airtime, last)).status).toBe(202);
      await here.ops('key', 'revoke', '--key', older.keyId);
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

describe('events and answers lose money or reveal customers', () => {
  test('specification 3.2: every amount that leaves the service has two decimals', async () => {
    const plans = (await here.client.dataPlans()).body.data ?? [];
    const packages = (await post('/v1/cabletv/variations', { product_type: 'gotv' })).body.data?.packages as {
      price: string;
    }[];
    const statuses = await Promise.all(PRODUCTS.map((product) => here.client.status(here.of(product, 'late').ref)));
    const amounts = [
      ...here.purchases.map(({ answer }) => answer.body.data?.amount),
      ...statuses.flatMap(({ body }) => [body.data?.amount, body.data?.previous_balance, body.data?.new_balance]),
      ...[...plans, ...packages].map(({ price }) => price),
      ...world.receiver.received.map(({ body }) => body?.amount),
      (await here.client.balance()).body.data?.balance,
    ];
    expect(amounts.filter((amount) => typeof amount !== 'string' || !/^\d+\.\d\d$/.test(amount))).toEqual([]);
  });

  test('every purchase is accounted for, and the logs contain no number, token or key', async () => {
    expectEachSentOnce([world.receiver]);
    await expectConsistent(world);
    await expectLogsMasked(world, ...keys.map(({ apiKey }) => apiKey));
  });
});
