import request from 'supertest';
import { useSandbox } from './testing/use-sandbox';
import { airtime, GET_KEYS, NOON, POST_KEYS } from './testing/vtpass';

const sandbox = useSandbox();
const pay = (order: object) => sandbox().pay(order);
const balance = () => sandbox().balance();

describe('a ledger that proves nothing', () => {
  it('lowers the float by what is sold, and not by what is rejected', async () => {
    expect(await balance()).toBe(10_000_000);
    await pay(airtime({ serviceID: 'glo', amount: 100 }));
    expect(await balance()).toBe(9_999_903);
    await pay(airtime({ serviceID: 'glo', amount: 100, phone: '08000100123' }));
    expect(await balance()).toBe(9_999_903);
  });

  it('lists every delivery and every POST, rejected ones too', async () => {
    const sold = airtime({ amount: '100', phone: '08031234567' });
    const tooSmall = airtime({ amount: 1 });
    await pay(sold);
    await pay(tooSmall);
    await request(sandbox().app).post('/api/pay').set(POST_KEYS).type('json').send('{"request_id":');
    const at = NOON.toISOString();
    const provider = 'vtpass';
    const { status, body } = await request(sandbox().app).get('/ledger');
    expect(status).toBe(200);
    expect(body).toEqual({
      deliveries: [
        { request_id: sold.request_id, serviceID: 'mtn', recipient: '08031234567', amount: 100, at, provider },
      ],
      reversals: [],
      posts: [
        { request_id: sold.request_id, at, outcome: 'delivered', provider, recorded: true },
        { request_id: tooSmall.request_id, at, outcome: 'refused 013', provider, recorded: false },
        { request_id: null, at, outcome: 'refused 011', provider, recorded: false },
      ],
    });
    expect(sandbox().ledger()).toEqual(body);
  });
});

describe('a wrong key or address that looks like an outage', () => {
  it('answers 087 to every call without the right keys', async () => {
    const refused = { code: '087', response_description: 'INVALID CREDENTIALS', content: { errors: [] } };
    const order = airtime();
    for (const keys of [{}, { 'api-key': 'sandbox-api-key' }, { ...POST_KEYS, 'api-key': 'x' }, GET_KEYS]) {
      const { status, body } = await request(sandbox().app).post('/api/pay').set(keys).send(order);
      expect({ status, body }).toEqual({ status: 200, body: refused });
      expect((await request(sandbox().app).post('/api/requery').set(keys).send(order)).body).toEqual(refused);
    }
    expect((await request(sandbox().app).get('/api/balance')).body).toEqual(refused);
    expect((await request(sandbox().app).get('/api/balance').set(POST_KEYS)).body.code).toBe(1);
    expect(sandbox().ledger().deliveries).toEqual([]);
    expect(sandbox().ledger().posts).toHaveLength(4);
  });

  it('answers the readiness check without a key', async () => {
    const { status, body } = await request(sandbox().app).get('/healthz');
    expect({ status, body }).toEqual({ status: 200, body: { status: 'ok' } });
  });

  it('answers an unknown path with a JSON 404', async () => {
    for (const path of ['/', '/api', '/pay', '/api/service-variation', '/variations/mtn-data']) {
      const { status, type } = await request(sandbox().app).get(path);
      expect({ status, type }).toEqual({ status: 404, type: 'application/json' });
    }
  });
});
