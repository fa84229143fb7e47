import request from 'supertest';
import { useSandbox } from '../../testing/use-sandbox';
import { airtime, bouquet, newRequestId, POST_KEYS, plan, power } from '../../testing/vtpass';

const sandbox = useSandbox();
const pay = (order: object) => sandbox().pay(order);
const requery = (requestId: unknown) => sandbox().requery(requestId);

/** A valid order of the service; for a service with a price list the most expensive item. */
async function anyOrder(serviceID: string): Promise<Record<string, unknown>> {
  if (serviceID.endsWith('-electric')) return power({ serviceID });
  const { content } = await sandbox().get('/api/service-variations', { serviceID });
  const [highest] = content.variations.toSorted(
    (a: { variation_amount: string }, b: { variation_amount: string }) =>
      Number(b.variation_amount) - Number(a.variation_amount),
  );
  if (highest === undefined) return airtime({ serviceID });
  return { ...bouquet(), serviceID, variation_code: highest.variation_code };
}
describe('an adapter tested against answers that VTpass never gives', () => {
  it('answers a delivery exactly like the sample that VTpass publishes', async () => {
    const requestId = newRequestId();
    const order = { request_id: requestId, serviceID: 'mtn', amount: '20', phone: '08011111111' };
    const { status, body } = await request(sandbox().app).post('/api/pay').set(POST_KEYS).send(order);
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

  it('echoes the amount in the JSON type that was sent', async () => {
    const body = await pay(airtime({ amount: 100 }));
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
    ['jamb', 'Jamb', 'Education', '1.50', 24],
    ['waec', 'WAEC Result Checker PIN', 'Education', '1.50', 25],
    ['waec-registration', 'WAEC Registration PIN', 'Education', '1.50', 26],
  ])(
    '%s has the product name, type, commission and product id of VTpass',
    async (serviceID, productName, type, rate, productId) => {
      const order = await anyOrder(serviceID);
      const paid = await pay(order);
      const expected = { product_name: productName, type, commission_details: { rate } };
      expect(paid.content.transactions).toMatchObject(expected);
      expect(paid.content.transactions.total_amount).toBeCloseTo(paid.amount * (1 - Number(rate) / 100), 8);
      expect(Number(paid.content.transactions.commission)).toBeCloseTo(paid.amount * (Number(rate) / 100), 8);
      expect((await requery(order.request_id)).content.transactions).toMatchObject({
        ...expected,
        product_id: productId,
      });
    },
  );

  it('charges data at the price of the plan, not the amount that was sent', async () => {
    const sent = plan({ variation_code: 'mtn-100mb-1000', amount: '5' });
    const body = await pay(sent);
    expect(body).toMatchObject({ code: '000', amount: 1000, purchased_code: '' });
    expect(body.content.transactions).toMatchObject({
      unique_element: '08031234567',
      amount: '1000',
      unit_price: '1000',
      total_amount: 960,
    });
    expect((await requery(sent.request_id)).content.transactions).toMatchObject({ amount: 1000, extras: null });
  });

  it('charges any amount for a bouquet, and its price if no amount is sent', async () => {
    for (const [amount, charged] of [
      ['1', 1],
      ['1850.00', 1850],
      [undefined, 1850],
    ]) {
      const sent = bouquet({ amount });
      const body = await pay(sent);
      expect({ code: body.code, amount: body.amount }).toEqual({ code: '000', amount: charged });
      expect(sandbox().ledger().deliveries.at(-1)).toMatchObject({
        request_id: sent.request_id,
        variation_code: 'dstv-padi',
        amount: charged,
      });
    }
  });

  it('understands a form body', async () => {
    const order = airtime({ amount: '50' });
    const { body } = await request(sandbox().app).post('/api/pay').set(POST_KEYS).type('form').send(order);
    expect(body).toMatchObject({ code: '000', requestId: order.request_id, amount: 50 });
    const looked = await request(sandbox().app)
      .post('/api/requery')
      .set(POST_KEYS)
      .type('form')
      .send({ request_id: order.request_id });
    expect(looked.body.content.transactions.amount).toBe(50);
  });
});

describe('a requery that looks like the answer of /api/pay', () => {
  it('rounds the commission to whole naira and adds extras and product_id', async () => {
    const order = airtime({ serviceID: 'glo', amount: '150' });
    const paid = await pay(order);
    const looked = await requery(order.request_id);
    expect(Object.keys(looked)[0]).toBe('response_description');
    expect(looked).toEqual({
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

  it('answers 015 to an unknown id and 011 to a missing one', async () => {
    expect(await requery(newRequestId())).toEqual({
      code: '015',
      response_description: 'INVALID REQUEST ID',
      content: { errors: [] },
    });
    expect((await requery(undefined)).code).toBe('011');
    expect((await requery(12)).code).toBe('011');
  });
});
