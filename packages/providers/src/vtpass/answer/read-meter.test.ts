import type { MeterDelivery } from '@topup/core/provider';
import fc from 'fast-check';
import { readMeter } from './read-meter';

const NOTHING: MeterDelivery = { token: null, bonusToken: null, units: null, customerName: '', address: '' };

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
  test.each<[string, object, Partial<MeterDelivery>]>([
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
        token: '40516273849506172839',
        units: '61.4',
        customerName: 'SAMPLE HOUSEHOLD',
        address: '12 TEST STREET, IKEJA',
      },
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
      { token: '30817263544536271809', units: '18.9' },
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
    expect(readMeter(JSON.parse(JSON.stringify(body)))).toEqual({ ...NOTHING, ...expected });
  });

  describe('what is a token', () => {
    test.each<[unknown, string | null]>([
      ['12345678901234567890', '12345678901234567890'],
      [' token:12345678901234567890 ', '12345678901234567890'],
      ['TOKEN: 1234-5678-9012-3456-7890.', '12345678901234567890'],
      ['Token : 1234\u00a05678\u00a09012\u00a03456\u00a07890', '12345678901234567890'],
      ['Token : 12345678901234567890 1500', '12345678901234567890'],
      ['Token 1: 12345678901234567890', '12345678901234567890'],
      ['1234567890123456789', null],
      ['123456789012345678901', null],
      ['1234 5678 9012 3456 7890 1234', null],
      ['1234-5678-9012-3456', null],
      ['1234.5678.9012.3456.7890', null],
      ['١٢٣٤٥٦٧٨٩٠١٢٣٤٥٦٧٨٩٠', null],
      ['', null],
      ['  ', null],
      ['N/A', null],
      ['NULL', null],
      [null, null],
      [Number('12345678901234567890'), null],
      [['12345678901234567890'], null],
      [{ token: '12345678901234567890' }, null],
    ])('%p holds %p', (token, expected) => {
      expect(readMeter({ token }).token).toBe(expected);
    });

    test('the first place that holds one is believed', () => {
      const [a, b, c] = ['1', '2', '3'].map((digit) => digit.repeat(20)) as [string, string, string];
      expect(readMeter({ Token: 'null', token: a, purchased_code: b }).token).toBe(a);
      expect(readMeter({ token: b, mainToken: a }).token).toBe(a);
      expect(readMeter({ token: 'N/A', purchased_code: b, content: { transactions: { extras: c } } }).token).toBe(b);
      expect(readMeter({ content: { transactions: { extras: a, purchased_code: b } } }).token).toBe(a);
    });
  });

  describe('what is a bonus token', () => {
    const MAIN = '11112222333344445555';
    const BONUS = '09998888777766665555';
    test.each<[object, string | null, string | null]>([
      [{ purchased_code: `Token : ${MAIN}, ${BONUS}` }, MAIN, BONUS],
      [{ purchased_code: `${MAIN} ${BONUS}` }, MAIN, BONUS],
      [{ purchased_code: `Bonus Token : ${BONUS} Token : ${MAIN}` }, MAIN, BONUS],
      [{ purchased_code: `Token : ${MAIN} Bonus Token : N/A` }, MAIN, null],
      [{ purchased_code: `Bonus Token : N/A Token : ${MAIN}` }, MAIN, null],
      [{ purchased_code: `Token : ${MAIN} Token : ${MAIN}` }, MAIN, null],
      [{ mainToken: MAIN, bonusToken: `Bonus Token : ${BONUS}` }, MAIN, BONUS],
      [{ mainToken: MAIN, BonusToken: BONUS }, MAIN, BONUS],
      [{ mainToken: MAIN, bonusToken: MAIN }, MAIN, null],
      [{ mainToken: MAIN, bonusToken: 'null' }, MAIN, null],
      // a free token is not what was paid for
      [{ mainToken: 'null', purchased_code: `Bonus Token : ${BONUS}` }, null, BONUS],
      // two places that disagree are two readings of one token
      [{ token: MAIN, purchased_code: `Token : ${BONUS}` }, MAIN, null],
    ])('%j', (own, token, bonusToken) => {
      expect(readMeter(own)).toMatchObject({ token, bonusToken });
    });
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
    expect(readMeter({ units }).units).toBe(expected);
  });

  test('the first readable units are taken, and those of a bonus never', () => {
    expect(readMeter({ units: 'null', Units: 'N/A', PurchasedUnits: '', mainTokenUnits: 18.9 }).units).toBe('18.9');
    expect(readMeter({ bonusTokenUnits: 4.1 }).units).toBeNull();
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
    expect(readMeter(own)).toMatchObject({ customerName, address });
  });

  describe('whatever comes', () => {
    const isWellFormed = (meter: MeterDelivery) => {
      for (const token of [meter.token, meter.bonusToken]) expect(token ?? '0'.repeat(20)).toMatch(/^[0-9]{20}$/);
      expect(meter.units ?? '0').toMatch(/^(?:0|[1-9][0-9]{0,9})(?:\.[0-9]{0,3}[1-9])?$/);
      for (const text of [meter.customerName, meter.address]) expect(text).toMatch(/^[^\p{Cc}]{0,200}$/u);
    };

    test('no JSON makes it throw, or read what is not a token', () => {
      fc.assert(
        fc.property(fc.jsonValue(), (body) => isWellFormed(readMeter(body))),
        { numRuns: 1000 },
      );
    });

    test('nor do the names that discos use, holding anything', () => {
      const token = fc.stringMatching(/^[0-9]{20}$/);
      const anything = fc.oneof(
        fc.jsonValue(),
        fc.constantFrom('null', 'N/A', '', 'Token : ', '79.9 kWh'),
        fc.double(),
        token,
        fc
          .tuple(fc.constantFrom('Token : ', 'Bonus Token: ', 'token '), token, fc.string())
          .map((parts) => parts.join('')),
      );
      const names =
        'mainToken token Token bonusToken purchased_code units Units PurchasedUnits mainTokenUnits customerName Address toString'.split(
          ' ',
        );
      const own = fc.dictionary(fc.constantFrom(...names), anything);
      const extras = fc.oneof(
        anything,
        own,
        own.map((value) => JSON.stringify(value)),
      );
      let tokens = 0;
      fc.assert(
        fc.property(own, own, extras, (beside, inside, extras) => {
          const meter = readMeter({ ...beside, content: { transactions: { ...inside, extras } } });
          isWellFormed(meter);
          if (meter.token !== null) tokens += 1;
        }),
        { numRuns: 2000, seed: 1021 },
      );
      expect(tokens).toBeGreaterThan(500);
    });

    test('a token with any grouping and label is read digit for digit', () => {
      const label = fc.constantFrom('', 'Token : ', 'Token: ', 'token:', 'Token : token: ', 'TOKEN ');
      fc.assert(
        fc.property(
          label,
          fc.stringMatching(/^[0-9]{20}$/),
          fc.constantFrom('', '-', ' '),
          (text, token, separator) => {
            const grouped = (token.match(/.{4}/g) ?? []).join(separator);
            expect(readMeter({ purchased_code: text + grouped }).token).toBe(token);
          },
        ),
      );
    });

    test('a text of a megabyte is read at once', () => {
      const token = `${'bonus token '.repeat(90_000)}bonus${' '.repeat(500_000)}`;
      expect(readMeter({ token, units: `9${',.'.repeat(500_000)}9`, purchased_code: '1 '.repeat(500_000) })).toEqual(
        NOTHING,
      );
    });
  });
});
