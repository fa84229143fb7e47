import type { Socket } from 'node:net';
import { AIRTIME, callsTo, failure, monnifyAt, page, startMonnify, success } from '../../../test/stub-monnify';
import { answer, type SeenRequest, type StubProvider } from '../../../test/stub-provider';
import { written } from '../../../test/stub-reloadly';

let stub: StubProvider;
afterEach(() => stub.close());

const monnify = (own: Parameters<typeof monnifyAt>[1] = {}) => monnifyAt(stub.origin, own);
const startWith = async (onCall: (request: SeenRequest, socket: Socket) => void) => {
  stub = await startMonnify(onCall);
};
const startAnswering = (body: string, httpStatus = 200) => startWith((_, socket) => answer(socket, httpStatus, body));

const category = (code: string) => `{"code":"${code}","name":"${code}"}`;
const biller = (code: string, ...categories: string[]) =>
  written({ code: `"${code}"`, name: `"${code}"`, categories: `[${categories.map(category).join(',')}]` });
const product = (own: Record<string, string> = {}) =>
  written({
    code: '"11"',
    name: '"Airtel Mobile Top up"',
    category: category('AIRTIME'),
    biller: '{"code":"AIRTEL","name":"AIRTEL"}',
    minAmount: 'null',
    maxAmount: 'null',
    price: 'null',
    priceType: '"OPEN"',
    metadata: '{"volume":"0","duration":1}',
    ...own,
  });
const PLAN = product({
  code: '"airtel-1gb"',
  name: '"Airtel 1GB 30 days"',
  category: category('DATA'),
  priceType: '"FIXED"',
  price: '499.91',
});

/** Plays one biller with these products. */
const startSelling = (...products: string[]) =>
  startWith(({ path }, socket) =>
    answer(socket, 200, path.includes('/billers?') ? page([biller('AIRTEL', 'AIRTIME')]) : page(products)),
  );

describe('products would be missing from the catalogue, or sold at another price', () => {
  test('airtime is open, a plan has its price to the kobo', async () => {
    await startSelling(product({ minAmount: '50.0000', maxAmount: '"50000"' }), PLAN);
    expect(await monnify().products()).toEqual({
      kind: 'found',
      value: [
        {
          productType: 'AIRTIME',
          serviceId: 'airtel',
          product: { code: '11', amount: null },
          name: 'Airtel Mobile Top up',
          costKobo: null,
          leastKobo: 5_000n,
          mostKobo: 5_000_000n,
          meterType: null,
        },
        {
          productType: 'DATA',
          serviceId: 'airtel-data',
          product: { code: 'airtel-1gb', amount: '499.91' },
          name: 'Airtel 1GB 30 days',
          costKobo: 49_991n,
          leastKobo: null,
          mostKobo: null,
          meterType: null,
        },
      ],
    });
  });

  test('every page is read, from 0 on, of billers and of products', async () => {
    await startWith(({ path }, socket) => {
      const query = new URLSearchParams(path.split('?')[1]);
      const at = Number(query.get('page'));
      const next = { nextPage: at === 2 ? 'null' : String(at + 1), totalElements: '3' };
      const row = path.includes('/billers?')
        ? biller(`B${at}`, at === 1 ? 'BETTING' : 'DATA_BUNDLE')
        : product({ code: `"${query.get('biller_code')}-${at}"` });
      answer(socket, 200, page([row], next));
    });
    const answered = await monnify().products();
    if (answered.kind !== 'found') throw new Error(answered.reason);
    expect(answered.value.map((each) => each.product.code)).toEqual(['B0-0', 'B0-1', 'B0-2', 'B2-0', 'B2-1', 'B2-2']);
    expect(callsTo(stub).map(({ path }) => path.split('?')[1])).toContain('biller_code=B2&page=2&size=100');
  });

  test.each([
    ['another category', { category: category('BETTING') }],
    ['no category', { category: '' }],
    ['a list of categories', { category: `[${category('AIRTIME')}]` }],
    ['no code', { code: '' }],
    ['no name', { name: '""' }],
    ['a price of a new type', { priceType: '"SLAB"' }],
    ['a fixed price that is not there', { priceType: '"FIXED"' }],
    ['a fixed price below nothing', { priceType: '"FIXED"', price: '-5' }],
    ['a fixed price with parts of a kobo', { priceType: '"FIXED"', price: '499.915' }],
  ])('a product with %s is left out, and the others stay', async (_, own) => {
    await startSelling(product(own), PLAN);
    expect(await monnify().products()).toMatchObject({ kind: 'found', value: [{ product: { code: 'airtel-1gb' } }] });
  });

  test('a code of many digits keeps them all', async () => {
    await startSelling(product({ code: '12345678901234567891' }));
    expect(await monnify().products()).toMatchObject({ value: [{ product: { code: '12345678901234567891' } }] });
  });

  test.each([
    ['MTN or GLO', 'AIRTIME', null],
    ['9mobile VTU', 'AIRTIME', 'etisalat'],
    ['IKEDC Prepaid', 'ELECTRICITY', 'ikeja-electric'],
    ['Some new disco', 'ELECTRICITY', null],
    ['Star Times', 'CABLE_TV', 'startimes'],
  ])('%s is our service %#', async (name, type, serviceId) => {
    await startSelling(product({ name: `"${name}"`, category: category(type), biller: '' }));
    expect(await monnify().products()).toMatchObject({ value: [{ productType: type, serviceId }] });
  });

  test.each([
    ['product-ikedc-pre', 'prepaid'],
    ['product-ikedc-postpaid', 'postpaid'],
    ['product-ikedc', null],
    ['product-ikedc-pre-post', null],
  ])('%s is a meter that is %s', async (code, meterType) => {
    await startSelling(product({ code: `"${code}"`, name: '"IKEDC"', category: category('ELECTRICITY') }));
    expect(await monnify().products()).toMatchObject({ value: [{ meterType }] });
  });
});

describe('half a catalogue would take the other half out of sale', () => {
  test.each([
    ['the flat list of an older Monnify', success('[{"billerCode":"AIRTEL","productCode":"11"}]')],
    ['a page without its number of rows', page([], { totalElements: '' })],
    ['a page without a next one', page([], { nextPage: '' })],
    ['fewer rows than announced', page([], { totalElements: '7' })],
    ['a page that is its own next one', page([], { nextPage: '0' })],
    ['an error', failure('Unable to fetch')],
    ['no JSON', '<html>'],
  ])('%s is no catalogue', async (_, body) => {
    await startAnswering(body);
    expect(await monnify().products()).toMatchObject({ kind: 'unavailable' });
    expect(await monnify().variations('mtn-data')).toMatchObject({ kind: 'unavailable' });
  });

  test('one page that breaks off is asked for again', async () => {
    let broken = 0;
    await startWith(({ path }, socket) => {
      if (path.includes('/billers?')) return answer(socket, 200, page([biller('AIRTEL', 'AIRTIME')]));
      broken += 1;
      return broken === 1 ? socket.destroy() : answer(socket, 200, page([PLAN]));
    });
    expect(await monnify().products()).toMatchObject({ kind: 'found', value: [{ costKobo: 49_991n }] });
  });
});

describe('the float would be wrong, or an outage look like an empty one', () => {
  test.each([
    ['3284590355.36', 328_459_035_536n],
    ['"3284590355.36"', 328_459_035_536n],
    ['4.35', 435n],
    ['999999999999.99', 99_999_999_999_999n],
    ['0', 0n],
    ['9999900.0', 999_990_000n],
  ])('%s', async (balance, kobo) => {
    await startAnswering(success(`{"availableBalance":${balance},"ledgerBalance":1}`));
    expect(await monnify().balance()).toEqual({ kind: 'found', value: kobo });
    expect(callsTo(stub)).toMatchObject([
      { path: '/api/v2/disbursements/wallet-balance?accountNumber=9000000001', headers: { authorization: /^Bearer / } },
    ]);
  });

  test.each([
    success('{}'),
    success('{"availableBalance":"plenty"}'),
    success('{"availableBalance":[5]}'),
    failure('x'),
  ])('%s is unknown', async (body) => {
    await startAnswering(body);
    expect(await monnify().balance()).toMatchObject({ kind: 'unavailable' });
  });

  test.each([401, 403])('%d rejects our account, and says so', async (httpStatus) => {
    const told: unknown[] = [];
    await startAnswering('', httpStatus);
    expect(await monnify({ onOddity: (...all) => told.push(all) }).balance()).toMatchObject({
      kind: 'unavailable',
      fault: 'account',
    });
    expect(told).toEqual([
      ['the provider rejected a lookup because of our account', { about: 'balance', code: `http_${httpStatus}` }],
    ]);
  });

  test('a connection that was closed meanwhile is no outage', async () => {
    let calls = 0;
    await startWith((_, socket) => {
      calls += 1;
      return calls === 1 ? socket.destroy() : answer(socket, 200, success('{"availableBalance":1}'));
    });
    expect(await monnify().balance()).toEqual({ kind: 'found', value: 100n });
  });
});

describe('a customer would be told a wrong name, or that their number does not exist', () => {
  const METERS = product({ code: '"product-ikedc-pre"', name: '"IKEDC Prepaid"', category: category('ELECTRICITY') });
  const CARDS = product({ code: '"dstv"', name: '"DSTV"', category: category('CABLE_TV'), biller: '' });
  const startVerifying = (row: string, validation: string, httpStatus = 200) =>
    startWith(({ path }, socket) => {
      if (path.endsWith('/validate-customer')) return answer(socket, httpStatus, validation);
      return answer(socket, 200, path.includes('/billers?') ? page([biller('X', 'ELECTRICITY')]) : page([row]));
    });

  test('a meter is validated for the product of its type', async () => {
    await startVerifying(METERS, success('{"customerName":"Adene Jonah","address":"12 Test Street"}'));
    const provider = monnify();
    expect(await provider.verifyMeter('ikeja-electric', '0412345678901', 'prepaid')).toEqual({
      kind: 'found',
      value: {
        meterNumber: '0412345678901',
        customerName: 'Adene Jonah',
        address: '12 Test Street',
        minimumKobo: null,
        arrearsKobo: null,
      },
    });
    expect(callsTo(stub).at(-1)?.body).toBe('{"productCode":"product-ikedc-pre","customerId":"0412345678901"}');
    expect(await provider.verifyMeter('ikeja-electric', '0412345678901', 'postpaid')).toMatchObject({
      kind: 'unavailable',
    });
    expect(await provider.verifyMeter('eko-electric', '0412345678901', 'prepaid')).toMatchObject({
      kind: 'unavailable',
    });
  });

  test.each([
    ['1000.0000', 100_000n],
    ['0', null],
    ['null', null],
  ])('a minimum of %s', async (minAmount, minimumKobo) => {
    await startVerifying(METERS, success(`{"customerName":"ADA OBI","minAmount":${minAmount}}`));
    expect(await monnify().verifyMeter('ikeja-electric', '0412345678901', 'prepaid')).toMatchObject({
      value: { minimumKobo, arrearsKobo: null },
    });
  });

  test('a smartcard too; what Monnify does not say stays empty', async () => {
    await startVerifying(CARDS, success('{"customerName":"SAMPLE VIEWER"}'));
    expect(await monnify().verifySmartcard('dstv', '7031234567')).toMatchObject({
      kind: 'found',
      value: { customerName: 'SAMPLE VIEWER', customerNumber: '7031234567', renewalAmountKobo: null },
    });
  });

  test.each([
    [400, `Customer not found for id: ${AIRTIME.recipient}`, 'not_recognised'],
    [400, `Customer with id ${AIRTIME.recipient} cannot be vended to`, 'not_recognised'],
    [400, `Customer not found for id: ${AIRTIME.recipient}0`, 'unavailable'],
    [400, 'Customer not found', 'unavailable'],
    [500, `Customer not found for id: ${AIRTIME.recipient}`, 'unavailable'],
    [400, 'Unable to reach the disco', 'unavailable'],
    [400, '', 'unavailable'],
  ])('%d "%s" is %s', async (httpStatus, message, kind) => {
    await startVerifying(METERS, failure(message), httpStatus);
    expect(await monnify().verifyMeter('ikeja-electric', AIRTIME.recipient, 'prepaid')).toMatchObject({ kind });
  });
});
