import { type ProductType, productTypes } from '@topup/core/product';
import { newId } from '@topup/core/shared';
import { eventually, exampleOrders } from '@topup/testkit';
import request from 'supertest';
import { type ApiWorld, airtime, apiWorld, type Client, orderOf, vended } from './testing/api-world';

let world: ApiWorld;
let live: Client;
let test_: Client;
beforeAll(async () => {
  world = await apiWorld({ purchaseWaitMs: 4_000 });
  await world.plan();
  live = await world.client();
  test_ = await world.testClient(live);
  world.provider.answer = () => vended;
});
afterAll(() => world.close());

const buy = (product: ProductType, client: Client, request_ref: string) =>
  world.post(exampleOrders[product].path, client, orderOf(product, { request_ref }));
const status = (client: Client, request_ref: string) => world.post('/v1/transaction/status', client, { request_ref });
const balance = async (client: Client): Promise<string> =>
  (await world.get('/v1/wallet/balance', client)).body.data.balance;

describe('a test purchase reaches the provider, or a live one does not', () => {
  test.each(productTypes)('%s: each key buys in its own mode, from its own wallet', async (product) => {
    const [sends, before] = [world.provider.sends, await balance(live)];
    const ref = newId();
    const tested = await buy(product, test_, ref);
    expect([tested.status, tested.headers['x-mode']]).toEqual([200, 'test']);
    expect([world.provider.sends, await balance(live)]).toEqual([sends, before]);

    const own = await balance(test_);
    const bought = await buy(product, live, ref);
    expect([bought.status, bought.headers['x-mode']]).toEqual([200, 'live']);
    expect([world.provider.sends, await balance(test_)]).toEqual([sends + 1, own]);
    expect(Object.keys(tested.body.data)).toEqual(Object.keys(bought.body.data));
  });

  test('the database names the simulator for a test account, whatever the api says', async () => {
    const ref = newId();
    await buy('AIRTIME', test_, ref);
    const rows = await world.db.purchase.findMany({ where: { requestRef: ref }, select: { provider: true } });
    expect(rows).toEqual([{ provider: 'simulator' }]);
  });

  test.each(productTypes)('a breaker of the provider stops no test purchase of %s', async (product) => {
    const sends = world.provider.sends;
    world.provider.stop = { breaker: 'provider', reason: 'unreachable' };
    try {
      const [stopped, tested] = [await buy('ELECTRICITY', live, newId()), await buy(product, test_, newId())];
      expect([stopped.status, tested.status, world.provider.sends]).toEqual([500, 200, sends]);
    } finally {
      world.provider.stop = null;
    }
  });
});

describe('what belongs to the other mode is not found, and to another account of the same mode is forbidden', () => {
  let otherLive: Client;
  let otherTest: Client;
  beforeAll(async () => {
    otherLive = await world.client();
    otherTest = await world.testClient(otherLive);
  });
  const clients = () => ({ live, test: test_, otherLive, otherTest });
  type Who = keyof ReturnType<typeof clients>;
  const who = Object.keys({ live: 0, test: 0, otherLive: 0, otherTest: 0 }) as Who[];
  const modeOf = (name: Who) => (name.toLowerCase().includes('test') ? 'test' : 'live');
  const cases = productTypes.flatMap((product) =>
    who.flatMap((owner) =>
      who
        .filter((asker) => asker !== owner)
        .map((asker) => ({ product, owner, asker, answer: modeOf(owner) === modeOf(asker) ? 403 : 404 })),
    ),
  );

  test.each(cases)('$product of $owner, asked for by $asker: $answer', async ({ product, owner, asker, answer }) => {
    const ref = newId();
    expect((await buy(product, clients()[owner], ref)).status).toBe(200);
    const asked = await status(clients()[asker], ref);
    expect([asked.status, asked.headers['x-mode']]).toEqual([answer, modeOf(asker)]);
    expect((await status(clients()[owner], ref)).status).toBe(200);
  });

  test('webhook URLs are apart', async () => {
    const set = (client: Client, name: string) =>
      world.post('/v1/webhook/set', client, { webhook_url: `https://${name}.example/` });
    await set(live, 'live');
    await set(test_, 'test');
    const get = async (client: Client) => (await world.get('/v1/webhook/get', client)).body.data.webhook_url;
    expect([await get(live), await get(test_)]).toEqual(['https://live.example/', 'https://test.example/']);
  });
});

describe('test money becomes money, or the other way round', () => {
  const fund = (client: Client, body: unknown) => world.post('/v1/test/wallet/fund', client, body);

  test('a test wallet is funded as often as it is asked for', async () => {
    const client = await world.testClient(await world.client(), 0n);
    expect((await fund(client, { amount: 5000 })).body.data).toEqual({
      balance: '5000.00',
      currency: 'NGN',
      low: false,
    });
    expect((await fund(client, { amount: '0.50' })).body.data.balance).toBe('5000.50');
    expect(await balance(client)).toBe('5000.50');
  });

  test.each([[{ amount: 0 }], [{ amount: -1 }], [{ amount: 10_000_000.01 }], [{}]])('%j is declined', async (body) => {
    const before = await balance(test_);
    expect((await fund(test_, body)).status).toBe(400);
    expect(await balance(test_)).toBe(before);
  });

  test('a live key finds nothing to fund or to reset, and its wallet stays', async () => {
    const before = await balance(live);
    for (const path of ['/v1/test/wallet/fund', '/v1/test/reset']) {
      const { status: code, headers } = await request(world.app)
        .post(path)
        .set('Authorization', `Bearer ${live.key}`)
        .send({ amount: 5000 });
      expect([code, headers['x-error-code']]).toEqual([404, 'unknown_path']);
    }
    expect(await balance(live)).toBe(before);
  });

  test('the database funds no live account as a test account, and no test account as a live one', async () => {
    const outcome = async (call: Promise<{ outcome: string }[]>) => (await call)[0]?.outcome;
    expect(await outcome(world.db.$queryRaw`SELECT outcome FROM fund_test_wallet(${live.accountId}::uuid, 100)`)).toBe(
      'not_test',
    );
    expect(
      await outcome(
        world.db.$queryRaw`SELECT outcome FROM fund_wallet(${test_.accountId}::uuid, 100, 'r', 'ops', NULL)`,
      ),
    ).toBe('no_such_account');
  });
});

describe('a reset loses a key, a URL or a live purchase', () => {
  const reset = (client: Client) => world.post('/v1/test/reset', client, {});

  test('keys and URL go on with an empty account, whose references are unused', async () => {
    const owner = await world.client();
    const client = await world.testClient(owner);
    const ref = newId();
    await buy('AIRTIME', owner, ref);
    await buy('AIRTIME', client, ref);
    await world.post('/v1/webhook/set', client, { webhook_url: 'https://kept.example/' });

    expect((await reset(client)).body.data).toEqual({ balance: '0.00', currency: 'NGN', low: false });
    expect((await status(client, ref)).status).toBe(404);
    expect((await world.get('/v1/webhook/get', client)).body.data.webhook_url).toBe('https://kept.example/');
    await world.post('/v1/test/wallet/fund', client, { amount: 1000 });
    expect((await buy('AIRTIME', client, ref)).status).toBe(200);
    expect((await status(owner, ref)).status).toBe(200);

    const again = await reset(client);
    expect([again.status, again.headers['x-error-code']]).toEqual([429, 'rate_limited']);
    expect(Number(again.headers['retry-after'])).toBeGreaterThan(0);
    const twins = await world.db.account.findMany({
      where: { twinOf: owner.accountId },
      orderBy: { createdAt: 'asc' },
    });
    expect(twins.map((twin) => twin.status)).toEqual(['closed', 'active']);
  });

  test('what is under way when it is reset ends in the old account', async () => {
    const client = await world.testClient(await world.client());
    const ref = newId();
    const buying = world
      .post('/v1/airtime/purchase', client, airtime({ request_ref: ref, phone: '08000101234' }))
      .then();
    await eventually(
      () => world.db.purchase.count({ where: { requestRef: ref } }),
      (count) => count === 1,
    );
    await reset(client);
    expect((await buying).status).toBe(424);
    const { accountId } = await world.db.purchase.findFirstOrThrow({ where: { requestRef: ref } });
    expect(accountId).toBe(client.accountId);
    expect(await balance(client)).toBe('0.00');
  });
});

test('every answer names the mode of the key that was sent, even of a key that opens nothing', async () => {
  const modeFor = async (authorization: string) =>
    (await request(world.app).get('/v1/wallet/balance').set('Authorization', authorization)).headers['x-mode'];
  expect(await modeFor('Bearer tup_test_wrong')).toBe('test');
  expect(await modeFor('Bearer tup_live_wrong')).toBe('live');
  expect((await request(world.app).get('/v1/nothing')).headers['x-mode']).toBe('live');
});
