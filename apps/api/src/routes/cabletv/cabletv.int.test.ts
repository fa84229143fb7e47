import { getWalletBalance } from '@topup/core/wallet';
import {
  type ApiWorld,
  apiWorld,
  type Client,
  cable,
  delivered,
  rejected,
  unknown,
  unsent,
} from '../../testing/api-world';

const PATH = '/v1/cabletv/purchase';
let world: ApiWorld;
let client: Client;

beforeEach(async () => {
  world = await apiWorld();
  client = await world.client();
});
afterEach(() => world.close());

const buy = (changes?: Record<string, unknown>) => world.post(PATH, client, cable(changes));
const balance = () => getWalletBalance(world.db, client.accountId);
const stored = (requestRef: string) => world.db.purchase.findFirstOrThrow({ where: { requestRef } });
const echo = { amount: '410.00', package_code: 'gotv-lite', smartcard_number: '1212121212' };
const away = () => ({ kind: 'unavailable', reason: 'ECONNREFUSED' }) as const;

describe('the helper endpoints', () => {
  test('variations: 200 with two-digit prices, 424 without packages, 500 without the provider', async () => {
    const list = (product_type: string) => world.post('/v1/cabletv/variations', client, { product_type });
    const packages = [
      { package_code: 'gotv-lite', package_name: 'GOtv Lite', price: '410.00' },
      { package_code: 'gotv-max', package_name: 'GOtv Max', price: '3600.00' },
    ];
    const expected = {
      status: 'successful',
      status_code: 200,
      message: 'Cable TV packages.',
      data: { product_type: 'gotv', packages },
    };
    expect((await list('gotv')).body).toEqual(expected);
    expect(await list('startimes')).toMatchObject({
      status: 424,
      body: { status: 'failed', status_code: 424, data: { product_type: 'startimes', packages: [] } },
    });
    world.lookups.variations = away;
    expect((await list('gotv')).body).toEqual(expected);
    expect(await list('startimes')).toMatchObject({ status: 500, body: { status: 'error' } });
  });

  test('verify: 200 with the card, 424 for an unknown card, 500 without an answer', async () => {
    const verify = () =>
      world.post('/v1/cabletv/verify', client, { product_type: 'gotv', smartcard_number: '1212121212' });
    expect((await verify()).body).toEqual({
      status: 'successful',
      status_code: 200,
      message: 'Smartcard found.',
      data: {
        customer_name: 'ADA OBI',
        customer_number: '81111',
        customer_type: 'GOTV',
        status: 'ACTIVE',
        due_date: '',
        current_package_code: 'gotv-lite',
        renewal_amount: '369.00',
      },
    });
    world.lookups.smartcard = () => ({ kind: 'not_recognised', reason: 'This smartcard is not known.' });
    const unknownCard = await verify();
    expect([unknownCard.status, unknownCard.body]).toEqual([
      424,
      { status: 'failed', status_code: 424, message: 'This smartcard is not known.', data: {} },
    ]);
    world.lookups.smartcard = away;
    expect(await verify()).toMatchObject({ status: 500, body: { status: 'error' } });
  });
});

describe('a purchase', () => {
  test('this process alone answers 200, without a queue and without an event', async () => {
    await world.post('/v1/webhook/set', client, { webhook_url: 'https://example.com/hook' });
    const bought = await buy({ request_ref: 'cable-1' });
    expect([bought.status, bought.body]).toEqual([
      200,
      {
        status: 'successful',
        status_code: 200,
        message: 'Cable TV purchase successful.',
        reference: 'cable-1',
        data: echo,
      },
    ]);
    expect(await balance()).toBe(10_000_000n - 41_000n);
    expect(await world.db.webhookEvent.count()).toBe(0);
  });

  test('424 refunds', async () => {
    world.provider.answer = () => rejected;
    expect(await buy()).toMatchObject({ status: 424, body: { status: 'failed', data: echo } });
    expect(await balance()).toBe(10_000_000n);
  });

  test('an unreachable provider is a 500, the money is back, and the status says failed', async () => {
    world.provider.answer = () => unsent;
    const answer = await buy({ request_ref: 'cable-500' });
    expect([answer.status, answer.body]).toEqual([
      500,
      {
        status: 'error',
        message:
          'Your order did not reach the provider. Nothing was sold, and your wallet has been refunded. A new attempt needs a new reference.',
      },
    ]);
    expect(await balance()).toBe(10_000_000n);
    expect(await world.post('/v1/transaction/status', client, { request_ref: 'cable-500' })).toMatchObject({
      status: 424,
      body: { status: 'failed', data: { transaction_type: 'CABLE_TV', ...echo } },
    });
  });

  test('if the provider says pending, the API returns 202 at once', async () => {
    await world.close();
    world = await apiWorld({ syncWaitMs: 600_000 });
    client = await world.client();
    world.provider.answer = () => unknown;
    expect(await buy({ request_ref: 'cable-202' })).toMatchObject({
      status: 202,
      body: { status: 'pending', data: echo },
    });
    expect(await stored('cable-202')).toMatchObject({
      status: 'pending',
      cause: 'client_told_pending',
      windowEndsAt: null,
    });
    expect(await balance()).toBe(10_000_000n - 41_000n);
  });

  test('a silent provider is waited for until the window ends, and its late answer still counts', async () => {
    let answer: (outcome: typeof delivered) => void = () => undefined;
    world.provider.answer = () =>
      new Promise((resolve) => {
        answer = resolve;
      });
    expect((await buy({ request_ref: 'cable-slow' })).status).toBe(202);
    answer(delivered);
    while ((await stored('cable-slow')).status === 'pending') await new Promise((resolve) => setTimeout(resolve, 10));
    expect(await stored('cable-slow')).toMatchObject({ status: 'success', sends: 1 });
  });

  test('a hundred identical requests at once: one debit, one send', async () => {
    await world.close();
    world = await apiWorld({ syncSlots: 200 });
    client = await world.client();
    const one = cable();
    const answers = await Promise.all(Array.from({ length: 100 }, () => world.post(PATH, client, one)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(99);
    expect(world.provider.sends).toBe(1);
  });

  test('purchases beyond the limit are declined before the debit, and their references stay free', async () => {
    await world.close();
    world = await apiWorld({ syncSlots: 1 });
    client = await world.client();
    let release: (outcome: typeof delivered) => void = () => undefined;
    world.provider.answer = () =>
      new Promise((resolve) => {
        release = resolve;
      });
    const first = buy().then((answer) => answer);
    while (world.provider.sends === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    const turnedAway = await buy({ request_ref: 'cable-busy' });
    expect([turnedAway.status, turnedAway.headers['retry-after'], turnedAway.body.status]).toEqual([429, '1', 'error']);
    expect(await balance()).toBe(10_000_000n - 41_000n);
    release(delivered);
    expect((await first).status).toBe(200);
    world.provider.answer = () => delivered;
    expect((await buy({ request_ref: 'cable-busy' })).status).toBe(200);
  });
});

describe('amount: one naira could buy any package', () => {
  test.each([
    ['another amount', { amount: 1 }, 'The amount is not the current price of this package.'],
    ['the price of another package', { amount: 3600 }, 'The amount is not the current price of this package.'],
    [
      'a package that is not listed',
      { package_code: 'gotv-supa' },
      'This package is not in the current list of that product type.',
    ],
    [
      'a package of another product',
      { product_type: 'dstv' },
      'This package is not in the current list of that product type.',
    ],
    ['the renewal amount for a change', { amount: 369 }, 'The amount is not the current price of this package.'],
  ])('%s is refused before the debit, and uses nothing up', async (_what, changes, message) => {
    const refused = await buy({ ...changes, request_ref: 'cable-free' });
    expect([refused.status, refused.body]).toEqual([400, { status: 'error', message }]);
    expect(await balance()).toBe(10_000_000n);
    expect((await buy({ request_ref: 'cable-free' })).status).toBe(200);
  });

  test('a price that rose is not sold at the old one, and an old list declines nobody', async () => {
    await buy();
    world.lookups.variations = () => ({
      kind: 'found',
      value: [{ code: 'gotv-lite', name: 'GOtv Lite', priceKobo: 50_000n }],
    });
    // kept for five minutes: the old price still passes, the new one makes us look again
    expect((await buy({ amount: 410 })).status).toBe(200);
    expect(world.lookups.listReads).toBe(1);
  });

  test('without a list a purchase is a 500 and writes nothing; with a cached list it sells', async () => {
    const { variations } = world.lookups;
    world.lookups.variations = away;
    expect(await buy({ request_ref: 'cable-nolist' })).toMatchObject({ status: 500, body: { status: 'error' } });
    expect(await world.db.purchase.count()).toBe(0);
    world.lookups.variations = variations;
    expect((await buy({ request_ref: 'cable-nolist' })).status).toBe(200);
    world.lookups.variations = away;
    expect((await buy()).status).toBe(200);
    expect(await buy({ request_ref: 'cable-nolist' })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('with this request_ref was debited') },
    });
  });

  test('a used reference is reported before a wrong package', async () => {
    await buy({ request_ref: 'cable-used' });
    const again = await buy({ request_ref: 'cable-used', package_code: 'nothing' });
    expect(again).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('with this request_ref was debited') },
    });
  });
});
