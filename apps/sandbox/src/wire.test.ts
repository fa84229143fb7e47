import request from 'supertest';
import { airtime, bouquet, GET_KEYS, NOON, newRequestId, POST_KEYS, plan, power } from './testing/client';
import { buildSandbox, type Sandbox } from './wire';

let sandbox: Sandbox;
beforeEach(() => {
  sandbox = buildSandbox({ now: () => NOON });
});
afterEach(() => sandbox.close());

const pay = (body: object) => request(sandbox.app).post('/api/pay').set(POST_KEYS).send(body);
const requery = (requestId: unknown) =>
  request(sandbox.app).post('/api/requery').set(POST_KEYS).send({ request_id: requestId });
/** A valid order of whatever product: of data and TV the dearest in its list. */
async function anyOrder(serviceID: string): Promise<Record<string, unknown>> {
  if (serviceID.endsWith('-electric')) return power({ serviceID });
  const { body } = await request(sandbox.app).get('/api/service-variations').set(GET_KEYS).query({ serviceID });
  const [dearest] = body.content.variations.toSorted(
    (a: { variation_amount: string }, b: { variation_amount: string }) =>
      Number(b.variation_amount) - Number(a.variation_amount),
  );
  if (dearest === undefined) return airtime({ serviceID });
  return { ...bouquet(), serviceID, variation_code: dearest.variation_code };
}
const balance = async () => (await request(sandbox.app).get('/api/balance').set(GET_KEYS)).body.contents.balance;

describe('the dialect of /api/pay', () => {
  it('would prove nothing about the adapter if a delivery did not look like the sample VTpass publishes', async () => {
    const requestId = newRequestId();
    const { status, body } = await pay({ request_id: requestId, serviceID: 'mtn', amount: '20', phone: '08011111111' });
    expect(status).toBe(200);
    expect(body).toEqual({
      code: '000',
      content: {
        transactions: {
          status: 'delivered',
          product_name: 'MTN Airtime VTU',
          unique_element: '08011111111',
          unit_price: '20',
          quantity: 1,
          service_verification: null,
          channel: 'api',
          commission: 0.7000000000000001,
          total_amount: 19.3,
          discount: null,
          type: 'Airtime Recharge',
          email: 'sandbox@sandbox.vtpass.com',
          phone: '123450987623',
          name: null,
          convinience_fee: 0,
          amount: '20',
          platform: 'api',
          method: 'api',
          transactionId: expect.stringMatching(/^\d{26}$/),
          commission_details: {
            amount: 0.7000000000000001,
            rate: '3.50',
            rate_type: 'percent',
            computation_type: 'default',
          },
        },
      },
      response_description: 'TRANSACTION SUCCESSFUL',
      requestId,
      amount: 20,
      transaction_date: '2026-03-10T11:00:00.000000Z',
      purchased_code: '',
    });
  });

  it('would hide that VTpass echoes the JSON type it was sent if a number came back as text', async () => {
    const { body } = await pay(airtime({ amount: 100 }));
    expect(body.content.transactions).toMatchObject({ amount: 100, unit_price: 100 });
  });

  it.each([
    ['mtn', 'MTN Airtime VTU', 'Airtime Recharge', '3.50', 2],
    ['glo', 'GLO Airtime VTU', 'Airtime Recharge', '3.00', 3],
    ['airtel', 'Airtel Airtime VTU', 'Airtime Recharge', '3.00', 1],
    ['etisalat', '9mobile Airtime VTU', 'Airtime Recharge', '4.00', 4],
    ['mtn-data', 'MTN Data', 'Data Services', '4.00', 8],
    ['glo-data', 'GLO Data', 'Data Services', '4.00', 7],
    ['glo-sme-data', 'GLO SME Data', 'Data Services', '4.00', 10],
    ['airtel-data', 'Airtel Data', 'Data Services', '3.40', 6],
    ['etisalat-data', '9mobile Data', 'Data Services', '4.00', 9],
    ['dstv', 'DSTV Subscription', 'TV Subscription', '1.50', 5],
    ['gotv', 'Gotv Payment', 'TV Subscription', '1.50', 11],
    ['startimes', 'Startimes Subscription', 'TV Subscription', '2.50', 13],
    ['ikeja-electric', 'Ikeja Electric Payment - IKEDC', 'Electricity Bill', '1.50', 14],
    ['eko-electric', 'Eko Electric Payment - EKEDC', 'Electricity Bill', '1.00', 15],
    ['abuja-electric', 'Abuja Electricity Distribution Company- AEDC', 'Electricity Bill', '1.20', 16],
    ['ibadan-electric', 'IBEDC - Ibadan Electricity Distribution Company', 'Electricity Bill', '1.10', 17],
    ['kano-electric', 'KEDCO - Kano Electric', 'Electricity Bill', '1.00', 18],
    ['portharcourt-electric', 'PHED - Port Harcourt Electric', 'Electricity Bill', '2.00', 19],
    ['enugu-electric', 'Enugu Electric - EEDC', 'Electricity Bill', '1.40', 20],
    ['jos-electric', 'Jos Electric - JED', 'Electricity Bill', '0.90', 21],
    ['kaduna-electric', 'Kaduna Electric - KAEDCO', 'Electricity Bill', '1.50', 22],
    ['benin-electric', 'Benin Electricity - BEDC', 'Electricity Bill', '1.50', 23],
  ])(
    'would store a wrong cost for %s if its commission were another',
    async (serviceID, productName, type, rate, productId) => {
      const order = await anyOrder(serviceID);
      const paid = (await pay(order)).body;
      const expected = { product_name: productName, type, commission_details: { rate } };
      expect(paid.content.transactions).toMatchObject(expected);
      expect(paid.content.transactions.total_amount).toBeCloseTo(paid.amount * (1 - Number(rate) / 100), 8);
      expect(paid.content.transactions.commission).toBeCloseTo(paid.amount * (Number(rate) / 100), 8);
      expect((await requery(order.request_id)).body.content.transactions).toMatchObject({
        ...expected,
        product_id: productId,
      });
    },
  );

  it('would let a buyer price by what it sent if data were not charged at the price of the plan', async () => {
    const sent = plan({ variation_code: 'mtn-100mb-1000', amount: '5' });
    const { body } = await pay(sent);
    expect(body).toMatchObject({ code: '000', amount: 1000, purchased_code: '' });
    expect(body.content.transactions).toMatchObject({
      unique_element: '08031234567',
      amount: '1000',
      unit_price: '1000',
      total_amount: 960,
    });
    expect((await requery(sent.request_id)).body.content.transactions).toMatchObject({ amount: 1000, extras: null });
  });

  it('would hide that one naira buys any bouquet if a wrong amount were refused, or another than it charged', async () => {
    for (const [amount, charged] of [
      ['1', 1],
      ['1850.00', 1850],
      [undefined, 1850],
    ]) {
      const sent = bouquet({ amount });
      const { body } = await pay(sent);
      expect({ code: body.code, amount: body.amount }).toEqual({ code: '000', amount: charged });
      expect(sandbox.ledger().deliveries.at(-1)).toMatchObject({
        request_id: sent.request_id,
        variation_code: 'dstv-padi',
        amount: charged,
      });
    }
  });

  it('would shut out older clients if a form body were not understood', async () => {
    const order = airtime({ amount: '50' });
    const { body } = await request(sandbox.app).post('/api/pay').set(POST_KEYS).type('form').send(order);
    expect(body).toMatchObject({ code: '000', requestId: order.request_id, amount: 50 });
    const looked = await request(sandbox.app)
      .post('/api/requery')
      .set(POST_KEYS)
      .type('form')
      .send({ request_id: order.request_id });
    expect(looked.body.content.transactions.amount).toBe(50);
  });
});

describe('the dialect of /api/requery', () => {
  it('would let the adapter store the rounded commission if a requery looked like the first answer', async () => {
    const order = airtime({ serviceID: 'glo', amount: '150' });
    const paid = (await pay(order)).body;
    const looked = await requery(order.request_id);
    expect(Object.keys(looked.body)[0]).toBe('response_description');
    expect(looked.body).toEqual({
      ...paid,
      content: {
        transactions: {
          ...paid.content.transactions,
          unit_price: 150,
          amount: 150,
          commission: 5,
          total_amount: 145.5,
          method: 'wallet',
          extras: null,
          product_id: 3,
        },
      },
    });
  });

  it('would take an order that never was for an open one if an unknown id were not answered 015', async () => {
    expect((await requery(newRequestId())).body).toEqual({
      code: '015',
      response_description: 'INVALID REQUEST ID',
      content: { errors: [] },
    });
    expect((await requery(undefined)).body.code).toBe('011');
    expect((await requery(12)).body.code).toBe('011');
  });
});

describe('the float and the ledger', () => {
  it('would make the books of the service unprovable if the float did not follow what was sold', async () => {
    expect(await balance()).toBe(10_000_000);
    await pay(airtime({ serviceID: 'glo', amount: 100 }));
    expect(await balance()).toBe(9_999_903);
    await pay(airtime({ serviceID: 'glo', amount: 100, phone: '08000100123' }));
    expect(await balance()).toBe(9_999_903);
  });

  it('would be no witness if the ledger missed a delivery or a refused POST', async () => {
    const sold = airtime({ amount: '100', phone: '08031234567' });
    const tooSmall = airtime({ amount: 1 });
    await pay(sold);
    await pay(tooSmall);
    await request(sandbox.app).post('/api/pay').set(POST_KEYS).type('json').send('{"request_id":');
    const at = NOON.toISOString();
    const { status, body } = await request(sandbox.app).get('/ledger');
    expect(status).toBe(200);
    expect(body).toEqual({
      deliveries: [{ request_id: sold.request_id, serviceID: 'mtn', recipient: '08031234567', amount: 100, at }],
      reversals: [],
      posts: [
        { request_id: sold.request_id, at, outcome: 'delivered' },
        { request_id: tooSmall.request_id, at, outcome: 'refused 013' },
        { request_id: null, at, outcome: 'refused 011' },
      ],
    });
    expect(sandbox.ledger()).toEqual(body);
  });
});

describe('the door', () => {
  it('would hide a misconfigured key if credentials were not checked on every call', async () => {
    const refused = { code: '087', response_description: 'INVALID CREDENTIALS', content: { errors: [] } };
    const order = airtime();
    for (const keys of [{}, { 'api-key': 'sandbox-api-key' }, { ...POST_KEYS, 'api-key': 'x' }, GET_KEYS]) {
      const { status, body } = await request(sandbox.app).post('/api/pay').set(keys).send(order);
      expect({ status, body }).toEqual({ status: 200, body: refused });
      expect((await request(sandbox.app).post('/api/requery').set(keys).send(order)).body).toEqual(refused);
    }
    expect((await request(sandbox.app).get('/api/balance')).body).toEqual(refused);
    expect((await request(sandbox.app).get('/api/balance').set(POST_KEYS)).body.code).toBe(1);
    expect(sandbox.ledger().deliveries).toEqual([]);
    expect(sandbox.ledger().posts).toHaveLength(4);
  });

  it('would keep a supervisor waiting for ever if readiness needed a key', async () => {
    const { status, body } = await request(sandbox.app).get('/healthz');
    expect({ status, body }).toEqual({ status: 200, body: { status: 'ok' } });
  });

  it('would look like an outage instead of a wrong address if an unknown path were not a JSON 404', async () => {
    for (const path of ['/', '/api', '/pay', '/api/service-variation', '/variations/mtn-data']) {
      const { status, type } = await request(sandbox.app).get(path);
      expect({ status, type }).toEqual({ status: 404, type: 'application/json' });
    }
  });
});
