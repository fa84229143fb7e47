import request from 'supertest';
import { buildSandbox, type Sandbox } from './app';
import { airtime, GET_KEYS, NOON, newRequestId, POST_KEYS } from './testing/client';

let sandbox: Sandbox;
beforeEach(() => {
  sandbox = buildSandbox({ now: () => NOON });
});
afterEach(() => sandbox.close());

const pay = (body: object) => request(sandbox.app).post('/api/pay').set(POST_KEYS).send(body);
const requery = (requestId: unknown) => request(sandbox.app).post('/api/requery').set(POST_KEYS).send({ request_id: requestId });
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
          commission_details: { amount: 0.7000000000000001, rate: '3.50', rate_type: 'percent', computation_type: 'default' },
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
    ['mtn', 'MTN Airtime VTU', 3.5, '3.50', 2],
    ['glo', 'GLO Airtime VTU', 3, '3.00', 3],
    ['airtel', 'Airtel Airtime VTU', 3, '3.00', 1],
    ['etisalat', '9mobile Airtime VTU', 4, '4.00', 4],
  ])('would book a wrong cost for %s if its commission were another', async (serviceID, productName, commission, rate, productId) => {
    const order = airtime({ serviceID, amount: 100 });
    const paid = (await pay(order)).body.content.transactions;
    expect(paid).toMatchObject({ product_name: productName, total_amount: 100 - commission, commission_details: { rate } });
    expect(paid.commission).toBeCloseTo(commission, 10);
    expect((await requery(order.request_id)).body.content.transactions.product_id).toBe(productId);
  });

  it('would shut out older clients if a form body were not understood', async () => {
    const order = airtime({ amount: '50' });
    const { body } = await request(sandbox.app).post('/api/pay').set(POST_KEYS).type('form').send(order);
    expect(body).toMatchObject({ code: '000', requestId: order.request_id, amount: 50 });
    const looked = await request(sandbox.app).post('/api/requery').set(POST_KEYS).type('form').send({ request_id: order.request_id });
    expect(looked.body.content.transactions.amount).toBe(50);
  });
});

describe('the dialect of /api/requery', () => {
  it('would let the adapter book the rounded commission if a requery looked like the first answer', async () => {
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
    for (const path of ['/', '/api', '/pay', '/api/service-variations']) {
      const { status, type } = await request(sandbox.app).get(path);
      expect({ status, type }).toEqual({ status: 404, type: 'application/json' });
    }
  });
});
