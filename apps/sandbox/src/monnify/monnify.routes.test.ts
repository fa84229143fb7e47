import request from 'supertest';
import { BASIC, monnifyOf, vendOf } from '../testing/monnify';
import { openSandbox, useSandbox } from '../testing/use-sandbox';
import { NOON } from '../testing/vtpass';

const sandbox = useSandbox();
const monnify = () => monnifyOf(sandbox().app);

describe('an access token that never ends, or a door without one', () => {
  it('is given for the right keys only', async () => {
    const logIn = (authorization: string) =>
      request(sandbox().app).post('/monnify/api/v1/auth/login').set({ authorization });
    expect((await logIn(BASIC)).body).toEqual({
      requestSuccessful: true,
      responseMessage: 'success',
      responseCode: '0',
      responseBody: { accessToken: expect.stringMatching(/^eyJ/), expiresIn: 3600 },
    });
    const { status, body } = await logIn(BASIC.replace('=', ''));
    expect([status, body.requestSuccessful, body.responseCode]).toEqual([401, false, '99']);
  });

  it('is asked for by every other address, outside the envelope', async () => {
    const order = vendOf();
    const vend = request(sandbox().app).post('/monnify/api/v1/vas/bills-payment/vend');
    const forged = `${(await monnify().bearer()).slice(0, -2)}xx`;
    for (const answer of [
      await vend.send(order),
      await request(sandbox().app).get('/monnify/api/v1/vas/bills-payment/billers').set('authorization', forged),
      await request(sandbox().app).get('/monnify/api/v2/disbursements/wallet-balance').set('authorization', BASIC),
    ]) {
      expect(answer.status).toBe(401);
      expect(answer.body).toEqual({ error: 'invalid_token', error_description: expect.any(String) });
    }
    expect(sandbox().ledger()).toMatchObject({
      deliveries: [],
      posts: [{ request_id: order.reference, outcome: 'refused 401', provider: 'monnify' }],
    });
  });

  it('ends after its life, and outlives a restart', async () => {
    let now = NOON;
    const first = openSandbox({ now: () => now });
    await first.put('/knobs', { provider: 'monnify', expires_in: 60 });
    const token = await monnifyOf(first.app).bearer();
    const second = openSandbox({ now: () => now });
    const status = async () =>
      (await request(second.app).get('/monnify/api/v1/vas/bills-payment/billers').set('authorization', token)).status;
    now = new Date(NOON.getTime() + 59_999);
    expect(await status()).toBe(200);
    now = new Date(NOON.getTime() + 60_000);
    expect(await status()).toBe(401);
  });

  it('leads nowhere at an unknown address', async () => {
    const { status, body } = await monnify().get('/api/v1/nothing');
    expect([status, body.requestSuccessful, body.responseCode]).toEqual([404, false, '99']);
  });
});

type Line = { code: string; name: string; priceType: string; price: number | null; category: { code: string } };

/** All pages of a list, as a client must read them. */
async function readAll(path: string, query: Record<string, unknown> = {}): Promise<Line[]> {
  const lines: Line[] = [];
  for (let page: number | null = 0; page !== null; ) {
    const { body } = await monnify().bills(path, { ...query, page });
    lines.push(...body.responseBody.content);
    page = body.responseBody.nextPage;
  }
  return lines;
}

describe('a catalogue that a client reads by half', () => {
  it('has pages from 0, of 20 unless another size is asked for', async () => {
    const first = (await monnify().bills('/billers')).body.responseBody;
    expect(first).toMatchObject({ totalElements: 24, size: 20, number: 0, empty: false, nextPage: 1 });
    const last = (await monnify().bills('/billers', { page: 1 })).body.responseBody;
    expect([last.content.length, last.nextPage]).toEqual([4, null]);
    const small = (await monnify().bills('/billers', { page: 2, size: 5 })).body.responseBody;
    expect([small.content[0].code, small.number, small.size]).toEqual([first.content[10].code, 2, 5]);
    expect((await monnify().bills('/billers', { page: 9 })).body.responseBody).toMatchObject({
      content: [],
      empty: true,
      nextPage: null,
    });
  });

  it('lists categories, billers of one, and products of a biller', async () => {
    expect((await readAll('/biller-categories')).map(({ code }) => code)).toEqual([
      'AIRTIME',
      'DATA_BUNDLE',
      'DATA',
      'ELECTRICITY',
      'CABLE_TV',
      'BETTING',
      'EDUCATION',
      'TRANSPORTATION',
    ]);
    const codes = async (category_code: string) =>
      (await readAll('/billers', { category_code })).map(({ code }) => code);
    expect(await codes('AIRTIME')).toEqual(['MTN', 'AIRTEL', 'GLO', '9MOBILE']);
    expect(await codes('DATA_BUNDLE')).toEqual(await codes('AIRTIME'));
    expect(await codes('DATA')).toEqual(['biller-glo-sme', 'biller-smile']);
    expect(await codes('CABLE_TV')).toEqual(['biller-dstv', 'biller-gotv', 'biller-startimes']);
    expect(await codes('ELECTRICITY')).toHaveLength(10);
    const missing = await monnify().bills('/biller-products');
    expect([missing.status, missing.body.responseCode]).toEqual([400, '99']);
    expect(await readAll('/biller-products', { biller_code: 'nobody' })).toEqual([]);
  });

  it('lists airtime as recorded, plans and packages with prices, and two kinds of meter for each disco', async () => {
    const airtel = await readAll('/biller-products', { biller_code: 'AIRTEL' });
    expect(airtel[0]).toEqual({
      code: '11',
      name: 'Airtel Mobile Top up',
      category: { code: 'AIRTIME', name: 'AIRTIME' },
      biller: { code: 'AIRTEL', name: 'AIRTEL' },
      minAmount: null,
      maxAmount: null,
      price: null,
      priceType: 'OPEN',
      metadata: {
        volume: '0',
        duration: 1,
        productType: { code: '6', name: 'Airtime' },
        durationUnit: null,
        productCategory: null,
      },
    });
    expect(airtel.slice(1).every(({ priceType, price }) => priceType === 'FIXED' && price !== null)).toBe(true);
    const kaduna = await readAll('/biller-products', { biller_code: 'biller-kaedco' });
    expect(kaduna).toMatchObject([
      { code: 'product-kaedco-pre', name: 'Kaduna Electric Prepaid (KAEDCO)', minAmount: 1100, maxAmount: 100_000 },
      { code: 'product-kaedco-post', name: 'Kaduna Electric Postpaid (KAEDCO)', priceType: 'OPEN' },
    ]);
    const { text } = await monnify().bills('/biller-products', { biller_code: 'MTN' });
    expect(text).toContain('"price":98.5000');
    expect(text).toMatch(/"volume":"1.5".*"volume":4.5/);
  });

  it('has no code twice, and sells every product that it lists', async () => {
    const billers = await readAll('/billers');
    const lists = await Promise.all(billers.map(({ code }) => readAll('/biller-products', { biller_code: code })));
    const products = lists.flat();
    expect(new Set(products.map(({ code }) => code)).size).toBe(products.length);
    for (const { code, price } of products) {
      const order = vendOf({ productCode: code, amount: price ?? 5000 });
      expect((await monnify().vendPower(order)).body).toMatchObject({ responseBody: { vendStatus: 'SUCCESS' } });
    }
  });
});

describe('a customer that validation invents, forgets or sells to', () => {
  it('has a name, an address for a meter, and the limits of the disco', async () => {
    const { text, body } = await monnify().validate('product-ikedc-pre', '45012345678');
    expect(body.responseBody).toEqual({
      priceType: 'OPEN',
      customerName: 'CHUKWU DANLADI',
      address: '77 Awolowo Road',
      vendInstruction: { requireValidationRef: true, validationReference: expect.stringMatching(/^\d{12}$/) },
      minAmount: 500,
      maxAmount: 400_000,
    });
    expect(text).toContain('"minAmount":500.0000');
    const card = await monnify().validate('product-gotv-max', '7023456789');
    expect(card.body.responseBody).toMatchObject({ priceType: 'FIXED', customerName: 'EZE ADAEZE', minAmount: null });
  });

  it('is refused when unknown, barred or incomplete, and for an unknown product', async () => {
    const told = async (product: string, customer: string) => {
      const { status, body } = await monnify().validate(product, customer);
      expect([status, body.responseCode]).toEqual([400, '99']);
      return body.responseMessage;
    };
    expect(await told('product-ikedc-pre', '08001500123')).toBe('Customer not found for id: 08001500123');
    expect(await told('product-ikedc-pre', '45012399999')).toMatch(/cannot be vended to/);
    expect(await told('product-dstv-padi', '')).toMatch(/^customerId/);
    expect(await told('nothing', '45012345678')).toBe('Product not found');
  });

  it('is found at once for a number whose vend fails, so that the vend can', async () => {
    for (const number of ['05', '06', '07', '08', '09', '10', '11', '14']) {
      const { body } = await monnify().validate('product-dstv-padi', `0800${number}59123`);
      expect(body.responseBody.vendInstruction.requireValidationRef).toBe(true);
    }
  });
});
