import { productTypes } from '@topup/core/product';
import { exampleOrders } from '@topup/testkit';
import {
  type ApiWorld,
  airtime,
  apiWorld,
  type Client,
  delivered,
  rejected,
  unknown,
  vended,
} from '../testing/api-world';

let world: ApiWorld;
let client: Client;

beforeAll(async () => {
  world = await apiWorld({ purchaseWaitMs: 1_000, syncWaitMs: 1_000 });
  client = await world.client(100_000_000n);
  await world.plan();
});
beforeEach(() => {
  world.provider.answer = () => vended;
});
afterAll(() => world.close());

/** Buys, and returns the status, the code and the two headers about an earlier purchase. */
async function again(path: string, body: object) {
  const { status, headers } = await world.post(path, client, body);
  return [status, headers['x-error-code'], headers['x-original-status'], headers['x-original-matches']];
}
const told = (status: string, matches: boolean) => [400, 'duplicate_reference', status, String(matches)];

describe('a program whose response was lost takes "duplicate reference" for "nothing happened"', () => {
  test.each(productTypes)('%s: each field counts, and what the service looks up does not', async (product) => {
    const { path, body } = exampleOrders[product];
    const sent = { ...body, request_ref: `same-${product}` };
    expect((await world.post(path, client, sent)).status).toBe(200);
    expect(await again(path, sent)).toEqual(told('successful', true));
    for (const [name, value] of Object.entries(different[product]))
      expect([name, ...(await again(path, { ...sent, [name]: value }))]).toEqual([name, ...told('successful', false)]);
  });

  test('a plan that is out of sale or costs more now still matches', async () => {
    const { path, body } = exampleOrders.DATA;
    const sent = { ...body, request_ref: 'plan-gone' };
    await world.post(path, client, sent);
    await world.db.$executeRaw`UPDATE data_plan SET cost_kobo = cost_kobo + 1000`;
    expect(await again(path, sent)).toEqual(told('successful', true));
    await world.db.$executeRaw`UPDATE data_plan SET is_active = false`;
    expect(await again(path, sent)).toEqual(told('successful', true));
    await world.db.$executeRaw`UPDATE data_plan SET is_active = true, cost_kobo = cost_kobo - 1000`;
    expect(await again(path, { ...sent, plan_id: 'no-such-plan' })).toEqual(told('successful', false));
  });

  test.each([
    ['successful', delivered],
    ['failed', rejected],
    ['pending', unknown],
  ] as const)('of a purchase that is %s', async (status, outcome) => {
    world.provider.answer = () => outcome;
    const sent = airtime({ request_ref: `was-${status}` });
    await world.post('/v1/airtime/purchase', client, sent);
    expect(await again('/v1/airtime/purchase', sent)).toEqual(told(status, true));
  });

  test('another product with the reference does not match', async () => {
    await world.post('/v1/airtime/purchase', client, airtime({ request_ref: 'other-product' }));
    const { path, body } = exampleOrders.ELECTRICITY;
    expect(await again(path, { ...body, request_ref: 'other-product' })).toEqual(told('successful', false));
  });

  test('once its personal data is removed, nobody says whether the fields were the same', async () => {
    const sent = airtime({ request_ref: 'old' });
    await world.post('/v1/airtime/purchase', client, sent);
    await world.db.$executeRaw`ALTER TABLE purchase DISABLE TRIGGER purchase_facts_are_fixed`;
    await world.db.$executeRaw`
      UPDATE purchase SET recipient = 'removed', provider_order = provider_order || '{"contactPhone": "removed"}'
       WHERE request_ref = 'old'`;
    expect(await again('/v1/airtime/purchase', sent)).toEqual([400, 'duplicate_reference', 'successful', undefined]);
  });

  test('a reference that is used for the first time says nothing', async () => {
    const { headers } = await world.post('/v1/airtime/purchase', client, airtime({ request_ref: 'first', amount: 1 }));
    expect([headers['x-original-status'], headers['x-original-matches']]).toEqual([undefined, undefined]);
  });
});

/** Another value of each field of the example order. */
const different = {
  AIRTIME: { network: 'glo', phone: '08039999999', amount: 150 },
  DATA: { phone: '08039999999' },
  CABLE_TV: { smartcard_number: '9999999999', phone: '08039999999', subscription_type: 'renew' },
  ELECTRICITY: {
    disco: 'eko-electric',
    meter_number: '9999999999999',
    meter_type: 'postpaid',
    amount: 2_500,
    phone: '08039999999',
  },
  EXAM_PIN: { phone: '08039999999' },
};
