import type { Smartcard } from '@topup/core/provider';
import { getWalletBalance } from '@topup/core/wallet';
import { type ApiWorld, apiWorld, type Client, cable } from '../../testing/api-world';

// The provider renews what the card has, whatever package the order names: one naira too little is our loss, and the
// wrong package is the customer's.

const PATH = '/v1/cabletv/purchase';
const CARD: Smartcard = {
  customerName: 'ADA OBI',
  customerNumber: '8061522780',
  customerType: 'GOTV',
  status: 'ACTIVE',
  dueDate: '',
  currentPackageCodes: ['gotv-lite'],
  renewalAmountKobo: 36_900n,
};
let world: ApiWorld;
let client: Client;

beforeAll(async () => {
  world = await apiWorld({ purchaseWaitMs: 60_000, syncWaitMs: 60_000 });
});
beforeEach(async () => {
  client = await world.client();
  has({});
});
afterAll(() => world.close());

/** Sets the provider's answer about the card from now on. */
function has(changes: Partial<Smartcard>): void {
  world.lookups.smartcard = () => ({ kind: 'found', value: { ...CARD, ...changes } });
}
const renew = (package_code: string, amount: unknown, more = {}) =>
  world.post(PATH, client, cable({ package_code, amount, subscription_type: 'renew', ...more }));
const spent = async () => 10_000_000n - (await getWalletBalance(world.db, client.accountId));

/** Declined with this code and this `error`, before anything happened: the reference can still be used. */
async function expectDeclined(package_code: string, amount: unknown, code: string, error: string): Promise<void> {
  const request_ref = `renewal-${package_code}-${amount}-${code}`;
  const { status, headers, body } = await renew(package_code, amount, { request_ref });
  expect([status, headers['x-error-code'], body.error]).toEqual([400, code, error]);
  expect(await spent()).toBe(0n);
  has({});
  expect((await renew('gotv-lite', 369, { request_ref })).status).toBe(200);
}

describe('a renewal is sold as a package that the card does not have', () => {
  test.each([3600, 369, 410])('gotv-max for %d, while the card has gotv-lite', async (amount) => {
    await expectDeclined('gotv-max', amount, 'not_current_package', 'package_code must be gotv-lite');
  });

  test('a code that is in no list', async () => {
    await expectDeclined('gotv-supa', 369, 'not_current_package', 'package_code must be gotv-lite');
  });

  test('the provider names several packages: each of them that is listed can be named', async () => {
    has({ currentPackageCodes: ['gotv-max', 'gotv-lite', 'extraview'], renewalAmountKobo: 401_000n });
    expect((await renew('gotv-max', 4010)).status).toBe(200);
    expect((await renew('gotv-lite', 4010)).status).toBe(200);
    expect((await renew('extraview', 4010)).headers['x-error-code']).toBe('unknown_package');
    const wrong = await renew('gotv-jolli', 4010);
    expect(wrong.body.error).toBe('package_code must be gotv-max or gotv-lite or extraview');
  });

  test('the provider names none: the package is the client’s word', async () => {
    has({ currentPackageCodes: [], renewalAmountKobo: null });
    expect((await renew('gotv-max', 3600)).status).toBe(200);
    expect((await renew('gotv-max', 369)).body.error).toBe('amount must be 3600.00');
  });
});

describe('a renewal is sold for less than it costs', () => {
  test.each([1, 368.99, 369.01, 409.99, 411, 3600])('%d is neither price', async (amount) => {
    await expectDeclined('gotv-lite', amount, 'wrong_package_amount', 'amount must be 369.00 or 410.00');
  });

  test.each([
    ['369.00', 36_900n],
    [410, 41_000n],
  ])('%s is one of them', async (amount, kobo) => {
    expect((await renew('gotv-lite', amount)).status).toBe(200);
    expect(await spent()).toBe(kobo);
  });

  test('a listed price below the renewal amount does not renew: the card has more than that package', async () => {
    has({ renewalAmountKobo: 790_000n });
    await expectDeclined('gotv-lite', 410, 'wrong_package_amount', 'amount must be 7900.00');
    has({ renewalAmountKobo: 790_000n });
    expect((await renew('gotv-lite', 7900)).status).toBe(200);
  });

  test('without a renewal amount, the listed price', async () => {
    has({ renewalAmountKobo: null });
    await expectDeclined('gotv-lite', 369, 'wrong_package_amount', 'amount must be 410.00');
  });

  test('a change is not renewed: the card is not asked about, and its discount does not count', async () => {
    world.lookups.smartcard = () => ({ kind: 'unavailable', reason: 'ECONNREFUSED' });
    expect((await world.post(PATH, client, cable({ amount: 369 }))).headers['x-error-code']).toBe(
      'wrong_package_amount',
    );
    expect((await world.post(PATH, client, cable({ package_code: 'gotv-max', amount: 3600 }))).status).toBe(200);
  });
});

describe('a card that nobody has checked is renewed', () => {
  test('one that the provider does not know', async () => {
    world.lookups.smartcard = () => ({ kind: 'not_recognised', reason: 'The smartcard number was not recognised.' });
    await expectDeclined('gotv-lite', 369, 'unknown_smartcard', 'smartcard_number is not known to the provider');
  });

  test('one that cannot be verified now: 500, and the reference is unused', async () => {
    world.lookups.smartcard = () => ({ kind: 'unavailable', reason: 'ECONNREFUSED' });
    const answer = await renew('gotv-lite', 369, { request_ref: 'renewal-500' });
    expect([answer.status, answer.headers['x-error-code']]).toEqual([500, 'provider_unavailable']);
    expect(await spent()).toBe(0n);
    has({});
    expect((await renew('gotv-lite', 369, { request_ref: 'renewal-500' })).status).toBe(200);
    world.lookups.smartcard = () => ({ kind: 'unavailable', reason: 'ECONNREFUSED' });
    const used = await renew('gotv-lite', 369, { request_ref: 'renewal-500' });
    expect(used.headers['x-error-code']).toBe('duplicate_reference');
  });
});

test('verification tells what a renewal pays for, and null where the provider does not say', async () => {
  const verified = async () =>
    (await world.post('/v1/cabletv/verify', client, { product_type: 'gotv', smartcard_number: '8061522780' })).body
      .data;
  expect(await verified()).toMatchObject({ current_package_code: 'gotv-lite', renewal_amount: '369.00' });
  has({ currentPackageCodes: ['dstv79', 'extraview-access'], renewalAmountKobo: 1_040_000n });
  expect(await verified()).toMatchObject({
    current_package_code: 'dstv79,extraview-access',
    renewal_amount: '10400.00',
  });
  has({ currentPackageCodes: [], renewalAmountKobo: null });
  expect(await verified()).toMatchObject({ current_package_code: null, renewal_amount: null });
});
