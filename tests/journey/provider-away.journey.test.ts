import { randomUUID } from 'node:crypto';
import { hasQueryEvent } from '@topup/core/product';
import { type ApiAnswer, type ApiClient, documentedLookups, eventually, startWorld, type World } from '@topup/testkit';
import { expectConsistent, ledgerEntriesOf, providerRecordOf } from './support/books';
import { expectLogsMasked } from './support/expect-masked';
import { operatorsOf } from './support/ops';
import { buy, cable, PACKAGE, PRODUCTS, type Product } from './support/products';
import { breakConnections, changePriceList, priceListOf } from './support/sandbox';
import { eventsOf } from './support/webhooks';

const CALLBACK_SECRET = 'callback-secret-of-this-test';

let world: World;
/** A client of an api that has never read a list of packages. */
let fresh: ApiClient;
const bought = new Map<Product, { ref: string; answer: ApiAnswer }>();

beforeAll(async () => {
  // three tries of a send take about a second
  const settings = { PURCHASE_WAIT_MS: '15000', SYNC_WAIT_MS: '15000', VTPASS_CALLBACK_SECRET: CALLBACK_SECRET };
  world = await startWorld({ throughProxies: true, apis: 2, settings });
  const [, second] = world.apis;
  if (second === undefined) throw new Error('two apis were asked for');
  fresh = world.clientOf(second);
  await Promise.all([
    world.client.setWebhook(world.receiver.url),
    operatorsOf(world)('catalogue', 'sync'),
    ...PRODUCTS.map(readPackages),
    world.client.call('GET', '/v1/exams'),
  ]);

  await provider('refuse');
  const buyOne = async (product: Product) => {
    const ref = randomUUID();
    bought.set(product, { ref, answer: await buy(world.client, product, ref) });
  };
  await Promise.all(PRODUCTS.map(buyOne));
});
afterAll(() => world?.stop());

/** Sets the mode of all our connections to the provider. */
async function provider(mode: 'refuse' | 'pass'): Promise<void> {
  for (const link of [world.link('api-provider'), world.link('worker-provider')]) {
    await link.setMode(mode);
    if (mode === 'refuse') link.cut(); // an open connection would still work
  }
}

/** Has the api read the packages of a product that has some. */
const readPackages = async ({ variations, body }: Product) =>
  variations && world.client.call('POST', variations, body('', 0));
const packages = (client: ApiClient, product_type = 'dstv') =>
  client.call('POST', '/v1/cabletv/variations', { product_type });
const balance = async () => (await world.client.balance()).body.data?.balance;

describe('a purchase that never left is paid for (specification 5.4)', () => {
  test.each(PRODUCTS)(
    'specification 5.4: $title is refunded: 424 for airtime and data, 500 for the others',
    async (product) => {
      const { ref, answer } = bought.get(product) ?? { ref: '', answer: undefined };
      if (product.synchronous) {
        expect(answer?.status).toBe(500);
        expect(answer?.body).toEqual({ status: 'error', message: expect.stringContaining('refunded') });
      } else {
        expect(answer).toMatchObject({
          status: 424,
          body: { status: 'failed', status_code: 424, reference: ref, data: { amount: `${product.naira}.00` } },
        });
      }
      const row = await world.purchase(ref);
      expect(row).toMatchObject({ status: 'failed', cause: 'provider_unreachable', needs_review: false });
      const kobo = product.naira * 100;
      expect(await ledgerEntriesOf(world, ref)).toEqual([`debit -${kobo}`, `refund ${kobo}`]);
      expect(await providerRecordOf(world, row?.provider_ref)).toEqual({ posts: [], vends: 0 });
      expect(await world.client.status(ref)).toMatchObject({ status: 424, body: { status: 'failed', reference: ref } });
      const expected = [
        ...(product.synchronous ? [] : [`${product.productType.toLowerCase()}.purchase.failed failed`]),
        ...(hasQueryEvent(product.productType) ? ['transaction.requery failed'] : []),
      ];
      await eventually(
        () => eventsOf(world.receiver, ref),
        (events) => events.length >= expected.length,
      );
      expect(eventsOf(world.receiver, ref).sort()).toEqual(expected.sort());
    },
  );

  test('specification 4.5, 4.6, 4.8: every lookup returns 500, not "no such customer"', async () => {
    const answers = await Promise.all([
      ...documentedLookups().map(({ path, example }) => fresh.call('POST', path, example)),
      packages(world.client, 'gotv'),
    ]);
    for (const { status, body } of answers)
      expect({ status, body }).toEqual({ status: 500, body: { status: 'error', message: expect.any(String) } });
  });

  test('specification 4.7: without a package list it returns 500 before the debit; the reference is free', async () => {
    const [ref, before] = [randomUUID(), await balance()];
    expect((await buy(fresh, cable, ref)).status).toBe(500);
    expect(await world.purchase(ref)).toBeUndefined();
    expect(await balance()).toBe(before);
    await provider('pass');
    expect((await buy(fresh, cable, ref)).status).toBe(200);
  });
});

describe('a package is sold at a wrong price, or not at all (specification 4.5, 4.7)', () => {
  afterEach(() => breakConnections(world));

  test('specification 4.5: while the provider has no list, the last one serves', async () => {
    await breakConnections(world, 'service-variations');
    await sendChangeNotice();
    expect(await packages(world.client)).toMatchObject({
      status: 200,
      body: { data: { packages: expect.arrayContaining([expect.anything()]) } },
    });
    expect((await buy(world.client, cable, randomUUID())).status).toBe(200);
    expect((await packages(world.client, 'startimes')).status).toBe(500);
  });

  test('specification 4.7: after the provider’s notice the old amount is declined, and the new one sells', async () => {
    await changePrice(2000);
    const before = await balance();
    await sendChangeNotice();
    const declined = await buy(world.client, cable, randomUUID());
    expect({ status: declined.status, body: declined.body }).toEqual({
      status: 400,
      body: { status: 'error', message: expect.stringContaining('price') },
    });
    expect(await balance()).toBe(before);
    expect(await buy(world.client, cable, randomUUID(), undefined, { amount: '2000' })).toMatchObject({
      status: 200,
      body: { data: { amount: '2000.00' } },
    });
  });

  test('specification 4.7: an api without the notice reads the list again before it declines, within 10 s', async () => {
    const sold = await eventually(
      () => buy(fresh, cable, randomUUID(), undefined, { amount: 2000 }),
      ({ status }) => status !== 400,
      15_000,
    );
    expect(sold.status).toBe(200);
    expect((await buy(fresh, cable, randomUUID())).status).toBe(400);
  });

  test('specification 4.5, 4.7: a package that was removed returns 400, and an empty list 424', async () => {
    const others = (await priceListOf(world, 'dstv')).filter((each) => each.variation_code !== PACKAGE.package_code);
    await changePriceList(world, 'dstv', others);
    await sendChangeNotice();
    const before = await balance();
    expect((await buy(world.client, cable, randomUUID(), undefined, { amount: 2000 })).status).toBe(400);
    expect(await balance()).toBe(before);

    await changePriceList(world, 'dstv', []);
    await sendChangeNotice();
    const { status, body } = await packages(world.client);
    expect({ status, body }).toEqual({
      status: 424,
      body: {
        status: 'failed',
        status_code: 424,
        message: expect.any(String),
        data: { product_type: 'dstv', packages: [] },
      },
    });
    expect((await buy(world.client, cable, randomUUID(), undefined, { amount: 2000 })).status).toBe(400);
  });

  async function changePrice(naira: number): Promise<void> {
    const list = await priceListOf(world, 'dstv');
    await changePriceList(
      world,
      'dstv',
      list.map((each) =>
        each.variation_code === PACKAGE.package_code ? { ...each, variation_amount: `${naira}.00` } : each,
      ),
    );
  }

  /** Sends the provider's notice of a changed list to the first api only. */
  async function sendChangeNotice(): Promise<void> {
    const news = { type: 'variations-update', serviceID: 'dstv' };
    const answer = await world.client.call('POST', `/callbacks/vtpass/${CALLBACK_SECRET}`, news);
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: { response: 'success' } });
  }
});

describe('an outage of the provider loses money or reveals customers', () => {
  test('every purchase is accounted for, and no number is in the logs', async () => {
    await expectConsistent(world);
    await expectLogsMasked(world, CALLBACK_SECRET);
  });
});
