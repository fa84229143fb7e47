import { NO_GOODS } from '@topup/core/provider';
import fc from 'fast-check';
import type { MeterAnswer } from '../../meter/sold-to-meter';
import { readMeter } from './read-meter';

const NOTHING: MeterAnswer = { ...NO_GOODS, doubt: null };
const PAID_KOBO = 200_000n;
const read = (body: unknown): MeterAnswer => readMeter(body, PAID_KOBO);

/** An answer to pay (without `extras`) or to requery of a disco that says `own` next to `code` and `content`. */
const answerOf = (own: object, transaction: object = {}) => ({
  code: '000',
  content: {
    transactions: {
      status: 'delivered',
      name: null,
      phone: '123450987623',
      unique_element: '1111111111111',
      ...transaction,
    },
  },
  response_description: 'TRANSACTION SUCCESSFUL',
  requestId: '202603021405a1',
  amount: 2000,
  ...own,
});

const requeried = (own: object, extras: unknown) => answerOf(own, { extras, product_id: 14, method: 'wallet' });

describe('a customer would pay for electricity and get no token, or a wrong one', () => {
  test.each<[string, object, Partial<MeterAnswer>]>([
    [
      'Ikeja, prepaid, pay: the label is in the token',
      answerOf({
        token: 'Token : 40516273849506172839',
        purchased_code: 'Token : 40516273849506172839',
        units: '61.4 kWh',
        customerName: 'SAMPLE HOUSEHOLD',
        customerAddress: '12 TEST STREET, IKEJA',
        meterNumber: 'N/A',
        tokenAmount: 1860.47,
        resetToken: '11112222333344445555',
        configureToken: '55554444333322221111',
        kct1: '10102020303040405050',
        kct2: '50504040303020201010',
        exchangeReference: '12345678901234567890',
      }),
      {
        keyChangeTokens: [
          '10102020303040405050',
          '50504040303020201010',
          '11112222333344445555',
          '55554444333322221111',
        ],
        token: '40516273849506172839',
        units: '61.4',
        customerName: 'SAMPLE HOUSEHOLD',
        address: '12 TEST STREET, IKEJA',
      },
    ],
    [
      'Ikeja, prepaid, pay: what is absent is in words, and 0 says nothing',
      answerOf({
        token: 'Token : 40516273849506172839',
        resetToken: 'N/A',
        configureToken: 'N/A',
        kct1: 'N/A',
        kct2: 'N/A',
        announcement: 'N/A',
        tokenAmount: 1860.47,
        taxAmount: 0,
        debtAmount: 0,
      }),
      { token: '40516273849506172839' },
    ],
    [
      'Ikeja, prepaid, requery: the token in extras too',
      requeried({ purchased_code: 'Token : 40516273849506172839', units: '61.4 kWh' }, 'Token : 40516273849506172839'),
      { token: '40516273849506172839', units: '61.4' },
    ],
    [
      'Ikeja, prepaid, live 2020: bare digits',
      answerOf({ token: '40516273849506172839', units: 61.4 }),
      { token: '40516273849506172839', units: '61.4' },
    ],
    [
      'Ikeja, postpaid',
      answerOf({
        purchased_code: '',
        customerName: 'SAMPLE HOUSEHOLD',
        customerAddress: '12 TEST STREET',
        meterNumber: null,
        utilityName: 'IE',
        balance: null,
      }),
      { customerName: 'SAMPLE HOUSEHOLD', address: '12 TEST STREET' },
    ],
    [
      'Eko, prepaid: a number of units',
      answerOf({
        mainToken: '30817263544536271809',
        mainTokenUnits: 18.9,
        mainTokenTax: 97.67,
        purchased_code: 'Token : 30817263544536271809',
      }),
      { token: '30817263544536271809', vatKobo: 9_767n, units: '18.9' },
    ],
    [
      'Eko, prepaid: a bonus token of its own',
      answerOf({
        mainToken: '30817263544536271809',
        mainTokenUnits: 18.9,
        bonusToken: '00918273645546372819',
        bonusTokenUnits: 4.1,
        purchased_code: 'Token : 30817263544536271809 Bonus Token : 00918273645546372819',
      }),
      { token: '30817263544536271809', bonusToken: '00918273645546372819', units: '18.9' },
    ],
    [
      'Eko, 2019: both in one text alone',
      answerOf({ purchased_code: 'Token : 30817263544536271809 Bonus Token : 00918273645546372819' }),
      { token: '30817263544536271809', bonusToken: '00918273645546372819' },
    ],
    [
      'Eko, requery: both in extras alone',
      requeried({ purchased_code: null }, 'Token : 30817263544536271809 Bonus Token : 00918273645546372819'),
      { token: '30817263544536271809', bonusToken: '00918273645546372819' },
    ],
    ['Eko, postpaid', answerOf({ mainToken: null, mainTokenUnits: null, bonusToken: 'N/A', purchased_code: '' }), {}],
    [
      'Abuja, prepaid: the label twice',
      answerOf({
        Token: '50627384951607283940',
        PurchasedUnits: '33.10',
        CustomerAddress: 'PLOT 9 GARKI',
        TariffRate: '209.5',
        purchased_code: 'Token : token: 50627384951607283940',
      }),
      { token: '50627384951607283940', units: '33.1', address: 'PLOT 9 GARKI' },
    ],
    [
      'Abuja, prepaid: the label twice, and nowhere else',
      answerOf({ purchased_code: 'Token : token: 50627384951607283940', Units: '33.10 kWh', Address: 'PLOT 9 GARKI' }),
      { token: '50627384951607283940', units: '33.1', address: 'PLOT 9 GARKI' },
    ],
    ['Abuja, requery: dashes', requeried({}, 'Token : 5062-7384-9516-0728-3940'), { token: '50627384951607283940' }],
    [
      'Kano, prepaid, sandbox: none at all, in words',
      answerOf({ Token: 'null', Units: 'null', Receipt: 'null', purchased_code: '' }),
      {},
    ],
    ['Kano, requery', requeried({ Token: 'null', Units: 'null', purchased_code: '' }, null), {}],
    [
      'Port Harcourt, prepaid: an address without "customer"',
      answerOf({
        token: '60718293041526374859',
        units: '8.2',
        customerName: 'SAMPLE SHOP',
        address: '3 AZIKIWE ROAD',
        customerNumber: '0123456789',
        meterNumber: null,
        tokenValue: 930.23,
        purchased_code: 'Token: 60718293041526374859',
      }),
      { token: '60718293041526374859', units: '8.2', customerName: 'SAMPLE SHOP', address: '3 AZIKIWE ROAD' },
    ],
    [
      'Port Harcourt, requery: no space before the colon',
      requeried({}, 'Token: 60718293041526374859'),
      { token: '60718293041526374859' },
    ],
    [
      'Jos, prepaid: dashes, and a name that is a word for none',
      answerOf({
        Token: '7081-6293-4052-6173-8495',
        Units: '4.5',
        CustomerName: 'null',
        purchased_code: 'Token : 7081-6293-4052-6173-8495',
      }),
      { token: '70816293405261738495', units: '4.5' },
    ],
    [
      'Ibadan, prepaid: spaces',
      answerOf({ Token: '8192 7304 6152 7384 9506', Units: '15', purchased_code: 'Token : 8192 7304 6152 7384 9506' }),
      { token: '81927304615273849506', units: '15' },
    ],
    [
      'Ibadan, requery: spaces in extras alone',
      requeried({}, 'Token : 8192 7304 6152 7384 9506'),
      { token: '81927304615273849506' },
    ],
    ['Ibadan, postpaid', answerOf({ Token: 'null', Units: 'null', ReceiptNumber: '200317', purchased_code: '' }), {}],
    [
      'Enugu, prepaid: a leading zero, and a status and codes of its own',
      answerOf({
        token: '06172839405162738495',
        units: 22.75,
        status: 'FAILED',
        responseCode: 99,
        responseMessage: 'Token : 99999999999999999999',
        invoiceNumber: '31415926535897932384',
        purchased_code: 'Token : 06172839405162738495',
      }),
      { token: '06172839405162738495', units: '22.75' },
    ],
    [
      'Kaduna, prepaid: the text alone',
      answerOf({ purchased_code: 'Token : 91827364554637281900' }),
      { token: '91827364554637281900' },
    ],
    [
      'Benin, prepaid: the text alone',
      answerOf({ purchased_code: 'Token : 19283746556473829100' }),
      { token: '19283746556473829100' },
    ],
    ['Aba, prepaid, sandbox: none', answerOf({ purchased_code: '' }), {}],
    [
      'Yola, prepaid: dashes',
      answerOf({ purchased_code: 'Token : 0011-2233-4455-6677-8899' }),
      { token: '00112233445566778899' },
    ],
    [
      'the text inside the transaction alone',
      answerOf({}, { purchased_code: 'Token : 40516273849506172839' }),
      { token: '40516273849506172839' },
    ],
    [
      'extras as an object',
      requeried(
        { Token: 'null' },
        { token: '40516273849506172839', units: '61.4 kWh', customerName: 'SAMPLE', customerAddress: '12 TEST STREET' },
      ),
      { token: '40516273849506172839', units: '61.4', customerName: 'SAMPLE', address: '12 TEST STREET' },
    ],
    [
      'extras as the text of an object',
      requeried({}, '{"mainToken":"40516273849506172839","bonusToken":"00918273645546372819","mainTokenUnits":18.9}'),
      { token: '40516273849506172839', bonusToken: '00918273645546372819', units: '18.9' },
    ],
    ['a product without meters', answerOf({ purchased_code: '' }, { extras: null }), {}],
  ])('%s', (_, body, expected) => {
    // through text, as it comes
    expect(read(JSON.parse(JSON.stringify(body)))).toEqual({ ...NOTHING, ...expected });
  });

  test.each<[unknown, string | null]>([
    ['79.9 kWh', '79.9'],
    ['79.90', '79.9'],
    ['  8.2kwh', '8.2'],
    ['Units: 45', '45'],
    ['1,234.50 kWh', '1234.5'],
    ['12,345,678.5', '12345678.5'],
    ['45.', '45'],
    ['007.50', '7.5'],
    ['100', '100'],
    ['0', '0'],
    ['12.300000001', '12.3'],
    [12.300000001, '12.3'],
    [12.299999999999999, '12.3'],
    [81.25, '81.25'],
    [1e-7, '0'],
    [100, '100'],
    [1e21, null],
    [-4.5, null],
    ['-4.5', null],
    ['kWh 4.5', '4.5'],
    ['4.5 Units.', '4.5'],
    ['1e3 kWh', null],
    ['1 234.5', null],
    ['0x1F', null],
    ['.5', null],
    ['2 x 5.5 kWh', null],
    ['NGN 500', null],
    ['Rate 68.00 Units 10.5', null],
    ['4,5', null],
    ['1.2.3', null],
    ['12345678901234567890', null],
    ['kWh', null],
    ['null', null],
    ['N/A', null],
    ['', null],
    [true, null],
    [['4.5'], null],
  ])('units %p are %p', (units, expected) => {
    expect(read({ units }).units).toBe(expected);
  });

  test('the first readable units are taken, and those of a bonus never', () => {
    expect(read({ units: 'null', Units: 'N/A', PurchasedUnits: '', mainTokenUnits: 18.9 }).units).toBe('18.9');
    expect(read({ bonusTokenUnits: 4.1 }).units).toBeNull();
  });

  test.each<[object, string, string]>([
    [{ Customer_Name: 'ADA OBI', Customer_Address: '5 MARKET ROAD' }, 'ADA OBI', '5 MARKET ROAD'],
    [{ CustomerName: ' ADA\n OBI ', Address: '5  MARKET ROAD' }, 'ADA OBI', '5 MARKET ROAD'],
    [{ customerName: 'n/a', customerAddress: 'NULL', address: '5 MARKET ROAD' }, '', '5 MARKET ROAD'],
    [{ customerName: ['ADA'], address: { street: 'MARKET ROAD' } }, '', ''],
    // PostgreSQL stores neither
    [{ customerName: 'A\u0000DA\ud800', address: 'x'.repeat(5000) }, 'A DA\ufffd', 'x'.repeat(200)],
    [{ content: { transactions: { name: 'THE MERCHANT', customerName: 'THE MERCHANT' } } }, '', ''],
  ])('a name and an address are read from %j', (own, customerName, address) => {
    expect(read(own)).toMatchObject({ customerName, address });
  });

  test('no JSON makes it throw, or read what does not belong there', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (body) => {
        const { units, customerName, address } = read(body);
        expect(units ?? '0').toMatch(/^(?:0|[1-9][0-9]{0,9})(?:\.[0-9]{0,3}[1-9])?$/);
        for (const text of [customerName, address]) expect(text).toMatch(/^[^\p{Cc}]{0,200}$/u);
      }),
      { numRuns: 1000 },
    );
  });

  test('a text of a megabyte is read at once', () => {
    const token = `${'bonus token '.repeat(90_000)}bonus${' '.repeat(500_000)}`;
    const long = { token, units: `9${',.'.repeat(500_000)}9`, purchased_code: '1 '.repeat(500_000) };
    expect(read(long)).toEqual({ ...NOTHING, doubt: 'a number that may be a token' });
  });
});

describe('a client is told of a debt or a tax that was not taken (specification 4.9)', () => {
  const energy = (own: object) => read({ token: '1'.repeat(20), ...own });

  test.each<[string, object, Partial<MeterAnswer>]>([
    ['Ikeja', { debtAmount: 500, taxAmount: 104.65, tokenAmount: 1395.35 }, { debtKobo: 50_000n, vatKobo: 10_465n }],
    ['Abuja', { DebtAmount: '500.00', Vat: '104.65' }, { debtKobo: 50_000n, vatKobo: 10_465n }],
    [
      'Enugu',
      { appliedToArrears: '500', arrearsBalance: '9000', vat: '104.65' },
      { debtKobo: 50_000n, vatKobo: 10_465n },
    ],
    ['Port Harcourt', { energyVAT: 139.53, arrears: '700.00', energyAmt: '1860.47' }, { vatKobo: 13_953n }],
    ['Eko, whose figures are of another sale', { mainsTokenAmount: 3157.89, mainTokenTax: 442.11 }, {}],
    ['a disco that says nothing', { debtAmount: 0, taxAmount: '0.00', vat: 'N/A', appliedToArrears: null }, {}],
    ['a disco that owes', { debtAmount: -500, taxAmount: '-1' }, {}],
    ['more than was paid', { debtAmount: '2000', vat: '2' }, {}],
  ])('%s', (_, own, charges) => {
    expect(energy(own)).toMatchObject({ debtKobo: null, vatKobo: null, ...charges });
  });
});
