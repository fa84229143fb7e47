import type { Socket } from 'node:net';
import { answer, type SeenRequest, type StubProvider } from '../../../test/stub-provider';
import { callsTo, refusal, reloadlyAt, startReloadly, written } from '../../../test/stub-reloadly';

let stub: StubProvider;
afterEach(() => stub.close());

const reloadly = (own: Parameters<typeof reloadlyAt>[1] = {}) => reloadlyAt(stub.origin, own);
const startWith = async (onCall: (request: SeenRequest, socket: Socket) => void) => {
  stub = await startReloadly(onCall);
};
const startAnswering = (body: string, httpStatus = 200) => startWith((_, socket) => answer(socket, httpStatus, body));

const operator = (own: Record<string, string> = {}) =>
  written({
    operatorId: '341',
    name: '"MTN Nigeria"',
    data: 'false',
    bundle: 'false',
    pin: 'false',
    comboProduct: 'false',
    supportsLocalAmounts: 'true',
    denominationType: '"RANGE"',
    senderCurrencyCode: '"NGN"',
    destinationCurrencyCode: '"NGN"',
    minAmount: '50.00000',
    maxAmount: '50000',
    localMinAmount: 'null',
    localMaxAmount: 'null',
    localDiscount: '3.0',
    fixedAmounts: '[]',
    fixedAmountsDescriptions: '{}',
    localFixedAmounts: '[]',
    fees: '{"local":0,"localPercentage":0}',
    status: '"ACTIVE"',
    ...own,
  });
const plans = (own: Record<string, string> = {}) =>
  operator({
    operatorId: '646',
    name: '"Airtel Nigeria Data"',
    data: 'true',
    denominationType: '"FIXED"',
    fixedAmounts: '[350,499.91]',
    fixedAmountsDescriptions: '{"350.00":"1GB, 1 day"}',
    localDiscount: '4',
    ...own,
  });
const productsOf = async (...operators: string[]) => {
  await startAnswering(`[${operators.join(',')}]`);
  return reloadly().products();
};

describe('products would be missing from the catalogue, or sold at another price', () => {
  test('an operator of a range is airtime; one with fixed amounts is a plan for each', async () => {
    expect(await productsOf(operator(), plans())).toEqual({
      kind: 'found',
      value: [
        {
          productType: 'AIRTIME',
          serviceId: 'mtn',
          product: { code: '341', amount: null },
          name: 'MTN Nigeria',
          costKobo: null,
          leastKobo: 5_000n,
          mostKobo: 5_000_000n,
          meterType: null,
        },
        {
          productType: 'DATA',
          serviceId: 'airtel-data',
          product: { code: '646', amount: '350.00' },
          name: '1GB, 1 day',
          costKobo: 33_600n,
          leastKobo: null,
          mostKobo: null,
          meterType: null,
        },
        {
          productType: 'DATA',
          serviceId: 'airtel-data',
          product: { code: '646', amount: '499.91' },
          ...{
            name: 'Airtel Nigeria Data 499.91',
            costKobo: 47_992n,
            leastKobo: null,
            mostKobo: null,
            meterType: null,
          },
        },
      ],
    });
    expect(callsTo(stub)).toMatchObject([
      { method: 'GET', path: '/operators/countries/NG?includeData=true&includeBundles=true' },
    ]);
  });

  test.each<[string, Record<string, string>, bigint]>([
    ['a discount, rounded up to the kobo', { localDiscount: '4.33' }, 33_485n],
    ['a fee in percent, which takes the discount', { fees: '{"local":0,"localPercentage":2}' }, 35_700n],
    ['a flat fee beside the discount', { fees: '{"local":10.5,"localPercentage":0}' }, 34_650n],
    ['no word of either', { localDiscount: '', fees: '' }, 35_000n],
    ['a discount below nothing', { localDiscount: '-5' }, 35_000n],
  ])('the cost with %s', async (_, own, costKobo) => {
    expect(await productsOf(plans({ fixedAmounts: '[350]', ...own }))).toMatchObject({ value: [{ costKobo }] });
  });

  test.each<[string, string]>([
    ['is switched off', operator({ status: '"INACTIVE"' })],
    ['sells PINs', operator({ pin: 'true' })],
    ['sells bundles of calls', operator({ bundle: 'true' })],
    ['combines', operator({ comboProduct: 'true' })],
    ['takes no local amounts', operator({ supportsLocalAmounts: 'false' })],
    ['is in another country', operator({ destinationCurrencyCode: '"GHS"' })],
    ['has no id', operator({ operatorId: '' })],
    ['has no name', operator({ name: '""' })],
    ['has another way to pay', operator({ denominationType: '"SLAB"' })],
    ['has fixed amounts of airtime', operator({ denominationType: '"FIXED"', fixedAmounts: '[100]' })],
    ['has no amounts', plans({ fixedAmounts: '[]' })],
    ['has amounts of nothing', plans({ fixedAmounts: '[0,"350",-5,1.005,"x",null]', fixedAmountsDescriptions: '' })],
  ])('an operator that %s is left out, and the others stay', async (_, entry) => {
    const answered = await productsOf(entry, operator({ operatorId: '342', name: '"Airtel"' }), 'null', '5');
    if (answered.kind !== 'found') throw new Error(answered.reason);
    expect(answered.value.filter(({ product }) => product.amount !== '350.00')).toMatchObject([
      { product: { code: '342' } },
    ]);
  });

  test('a wallet in dollars sells nothing, and says why', async () => {
    const told: unknown[] = [];
    await startAnswering(`[${operator({ senderCurrencyCode: '"USD"' })}]`);
    expect(await reloadly({ onOddity: (...all) => told.push(all) }).products()).toMatchObject({ kind: 'unavailable' });
    expect(told).toEqual([['our wallet at Reloadly is not in naira', { about: 'products' }]]);
  });

  test.each(['{}', '{"content":[]}', 'null', '<html>', ''])('%p is no catalogue', async (body) => {
    await startAnswering(body);
    expect(await reloadly().products()).toMatchObject({ kind: 'unavailable' });
  });
});

describe('the float would be wrong, or an outage look like an empty one', () => {
  test.each([
    ['993.81000', 99_381n],
    ['993.81999', 99_381n],
    ['0', 0n],
    ['-5.001', -501n],
    ['4.35', 435n],
    ['999999999999.99', 99_999_999_999_999n],
    ['1.2E3', 120_000n],
  ])('%s, never more than there is', async (balance, kobo) => {
    await startAnswering(`{"balance":${balance},"currencyCode":"NGN"}`);
    expect(await reloadly().balance()).toEqual({ kind: 'found', value: kobo });
  });

  test.each([
    '{"balance":993.81}',
    '{"currencyCode":"NGN"}',
    '{"balance":"plenty","currencyCode":"NGN"}',
    '{"balance":5,"currencyCode":"USD"}',
    '[]',
    '<html>',
  ])('%s is unknown', async (body) => {
    await startAnswering(body);
    expect(await reloadly().balance()).toMatchObject({ kind: 'unavailable' });
  });

  test('a refusal of our account is one, and is told', async () => {
    const told: unknown[] = [];
    await startAnswering(refusal('INACTIVE_ACCOUNT'), 400);
    expect(await reloadly({ onOddity: (...all) => told.push(all) }).balance()).toMatchObject({ fault: 'account' });
    expect(told).toEqual([
      ['the provider rejected a lookup because of our account', { about: 'balance', code: 'INACTIVE_ACCOUNT' }],
    ]);
  });

  test('a connection that broke is tried once more', async () => {
    let calls = 0;
    await startWith((_, socket) => {
      calls += 1;
      return calls === 1 ? socket.destroy() : answer(socket, 200, '{"balance":1,"currencyCode":"NGN"}');
    });
    expect(await reloadly().balance()).toEqual({ kind: 'found', value: 100n });
  });
});

test('what it does not sell is said without asking', async () => {
  await startAnswering('{}');
  expect(await reloadly().verifyMeter('ikeja-electric', '0412345678901', 'prepaid')).toMatchObject({
    kind: 'unavailable',
  });
  expect(await reloadly().verifySmartcard('dstv', '7031234567')).toMatchObject({ kind: 'unavailable' });
  expect(stub.connections).toEqual([]);
});
