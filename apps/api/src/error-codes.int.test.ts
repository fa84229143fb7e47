import type { SendOutcome } from '@topup/core/provider';
import { decidePurchase } from '@topup/core/purchase';
import { AS_OPS, switchApprovalsOff } from '@topup/testkit';
import { type ApiWorld, airtime, apiWorld, type Client, cable, rejected, unsent } from './testing/api-world';

// A program decides by the code of an error. Each answer is also compared with the OpenAPI document, which lists the
// codes of every status.

const AIRTIME = '/v1/airtime/purchase';
const CABLE = '/v1/cabletv/purchase';
const STATUS = '/v1/transaction/status';
const CARD = { product_type: 'gotv', smartcard_number: '1212121212' };
let world: ApiWorld;
let client: Client;

beforeAll(async () => {
  world = await apiWorld({ purchaseWaitMs: 60_000, syncWaitMs: 60_000 });
  client = await world.client();
});
afterAll(() => world.close());

/** The status, code and help link of an answer. */
async function told(path: string, body: unknown) {
  const { status, headers } = await world.post(path, client, body);
  expect(headers.link).toBe(status >= 400 ? `</docs/errors#${headers['x-error-code']}>; rel="help"` : undefined);
  return [status, headers['x-error-code']];
}

describe('a purchase failed, and the client cannot tell why', () => {
  test.each<[string, SendOutcome, string, unknown, number, string]>([
    ['airtime that is rejected', rejected, AIRTIME, airtime(), 424, 'provider_rejected'],
    ['airtime that reached nobody', unsent, AIRTIME, airtime(), 424, 'provider_unreachable'],
    ['cable TV that is rejected', rejected, CABLE, cable(), 424, 'provider_rejected'],
    ['cable TV that reached nobody', unsent, CABLE, cable(), 500, 'provider_unreachable'],
  ])('%s', async (_what, outcome, path, order, status, code) => {
    world.provider.answer = () => outcome;
    expect(await told(path, order)).toEqual([status, code]);
    const { request_ref } = order as { request_ref: string };
    expect(await told(STATUS, { request_ref })).toEqual([424, code]);
  });

  test('a success that an operator reversed', async () => {
    const order = airtime({ request_ref: 'reversed' });
    world.provider.answer = () => ({
      kind: 'delivered',
      costKobo: null,
      providerTransactionId: null,
      mismatch: null,
      goods: null,
    });
    expect(await told(AIRTIME, order)).toEqual([200, undefined]);
    expect(await told(STATUS, { request_ref: 'reversed' })).toEqual([200, undefined]);
    await switchApprovalsOff(world.db);
    const purchase = { accountId: client.accountId, requestRef: 'reversed' };
    await decidePurchase(world.db, purchase, 'refund', { note: 'never arrived' }, AS_OPS);
    expect(await told(STATUS, { request_ref: 'reversed' })).toEqual([424, 'refunded_by_operator']);
  });
});

test('a lookup of a number that the provider does not know, and of a product without packages', async () => {
  world.lookups.smartcard = () => ({ kind: 'not_recognised', reason: 'Not known.' });
  expect(await told('/v1/cabletv/verify', CARD)).toEqual([424, 'not_recognised']);
  expect(await told('/v1/cabletv/variations', { product_type: 'startimes' })).toEqual([424, 'no_packages']);
  expect(await told('/v1/cabletv/variations', { product_type: 'gotv' })).toEqual([200, undefined]);
});

test.each<[string, unknown, number, string]>([
  [AIRTIME, airtime({ amount: 1 }), 400, 'validation_failed'],
  [AIRTIME, airtime({ request_ref: 'reversed' }), 400, 'duplicate_reference'],
  [AIRTIME, '[]', 400, 'body_not_json'],
  [AIRTIME, `{"x":"${'y'.repeat(17_000)}"}`, 413, 'body_too_large'],
  [CABLE, cable({ amount: 1 }), 400, 'wrong_package_amount'],
  [STATUS, { request_ref: 'nobody' }, 404, 'transaction_not_found'],
])('%s, case %#: the code of the error', async (path, body, status, code) => {
  const { headers, ...answer } = await world.post(path, client, body).type('json');
  expect([answer.status, headers['x-error-code']]).toEqual([status, code]);
});
