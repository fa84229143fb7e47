import fc from 'fast-check';
import { readSmartcard, readVerifiedMeter } from './read-verification';

const answerOf = (content: unknown, code: unknown = '000') => JSON.stringify({ code, content });
const card = (content: unknown, code?: unknown) => readSmartcard(200, answerOf(content, code));
const meter = (content: unknown, asked = '0412345678901', code?: unknown) =>
  readVerifiedMeter(200, answerOf(content, code), asked);

const NO_CARD = {
  customerName: '',
  customerNumber: '',
  customerType: '',
  status: '',
  dueDate: '',
  currentPackageCodes: [],
  renewalAmountKobo: null,
};
const DSTV = {
  Customer_Name: 'SAMPLE VIEWER',
  Status: 'ACTIVE',
  Due_Date: '2026-04-06T00:00:00',
  Customer_Number: '7061234567',
  Customer_Type: 'DSTV',
  commission_details: { amount: null, rate: '1.50', rate_type: 'percent', computation_type: 'default' },
};
const IKEJA = {
  Customer_Name: 'SAMPLE HOUSEHOLD',
  Address: '12 TEST STREET, IKEJA',
  Meter_Number: '0412345678901',
  Customer_Arrears: '',
  Minimum_Amount: '',
  Can_Vend: 'yes',
  Business_Unit: '',
  Customer_Account_Type: 'PRIME',
  Meter_Type: 'PREPAID',
  WrongBillersCode: false,
};

describe('customers would pay for strangers’ meters and cards, or hear that a right number is wrong', () => {
  describe('smartcards', () => {
    test.each<[string, object, object]>([
      [
        'DStv',
        DSTV,
        {
          customerName: 'SAMPLE VIEWER',
          customerNumber: '7061234567',
          customerType: 'DSTV',
          status: 'ACTIVE',
          dueDate: '2026-04-06T00:00:00',
        },
      ],
      [
        'DStv, older: numbers, and the price of a renewal',
        {
          Customer_Name: 'SAMPLE VIEWER',
          Status: 'Open',
          DUE_DATE: 'November 24th, 2026',
          Customer_Number: 70_612_345,
          Current_Bouquet_Code: 'dstv79',
          Renewal_Amount: 7899.5,
        },
        {
          customerName: 'SAMPLE VIEWER',
          customerNumber: '70612345',
          status: 'Open',
          dueDate: 'November 24th, 2026',
          currentPackageCodes: ['dstv79'],
          renewalAmountKobo: 789_950n,
        },
      ],
      [
        'GOtv: the price of a renewal as text',
        { Customer_Name: 'A', Due_Date: '02-FEB-26', Renewal_Amount: '3600.00' },
        { customerName: 'A', dueDate: '02-FEB-26', renewalAmountKobo: 360_000n },
      ],
      [
        'a bouquet and its additions',
        { Customer_Name: 'A', Current_Bouquet_Code: ' dstv79, extraview-access,', Renewal_Amount: '10,400' },
        { customerName: 'A', currentPackageCodes: ['dstv79', 'extraview-access'] },
      ],
      [
        'no bouquet, and nothing to pay',
        { Customer_Name: 'A', Current_Bouquet_Code: 'N/A', Renewal_Amount: 0 },
        { customerName: 'A' },
      ],
      ['an unreadable price of a renewal', { Customer_Name: 'A', Renewal_Amount: 'N/A' }, { customerName: 'A' }],
      [
        'StarTimes',
        { Customer_Name: 'SAMPLE DECODER', Balance: 54.82, Smartcard_Number: '02145678901', WrongBillersCode: false },
        { customerName: 'SAMPLE DECODER', customerNumber: '02145678901' },
      ],
      ['a card without a name', { Customer_Name: 'null', Customer_Number: '70612345' }, { customerNumber: '70612345' }],
    ])('%s', (_, content, expected) => {
      expect(card(content)).toEqual({ kind: 'found', value: { ...NO_CARD, ...expected } });
    });

    test('a wrong card is one under a good code, and VTpass does not speak to our clients', () => {
      expect(card({ error: 'This smartcard may be wrong; tell the merchant to go on only if sure' })).toEqual({
        kind: 'not_recognised',
        reason: 'The smartcard number was not recognised.',
      });
    });
  });

  describe('meters', () => {
    test.each<[string, object, object]>([
      [
        'Ikeja',
        IKEJA,
        { meterNumber: '0412345678901', customerName: 'SAMPLE HOUSEHOLD', address: '12 TEST STREET, IKEJA' },
      ],
      [
        'Jos: no name',
        { MeterNumber: '0412345678901', Customer_Name: '', Address: '', Meter_Type: 'prepaid' },
        { customerName: '', address: '' },
      ],
      [
        'Enugu',
        { Account_Number: '88', Customer_Number: '99', MeterNumber: '0412345678901', Customer_Name: 'A', Address: 'B' },
        { address: 'B' },
      ],
      ['a bare account', { Account_Number: '0412345678901', Customer_Name: 'A' }, { meterNumber: '0412345678901' }],
      [
        'a customer alone',
        { Customer_Number: '99', Address: 'B' },
        { meterNumber: '0412345678901', customerName: '', address: 'B' },
      ],
      [
        'no number',
        { Customer_Name: 'A', Meter_Number: 'N/A' },
        { meterNumber: '0412345678901', customerName: 'A', address: '' },
      ],
      [
        'a number as JSON number, without its zero',
        { Meter_Number: 412_345_678_901 },
        { meterNumber: '0412345678901' },
      ],
      ['another number', { Meter_Number: '68100099999', Customer_Name: 'A' }, { meterNumber: '68100099999' }],
      ['nothing said of vending', { ...IKEJA, Can_Vend: '' }, { customerName: 'SAMPLE HOUSEHOLD' }],
      ['vending in another spelling', { ...IKEJA, Can_Vend: 'YES' }, { customerName: 'SAMPLE HOUSEHOLD' }],
      ['a code that says "confirmed"', IKEJA, { customerName: 'SAMPLE HOUSEHOLD' }],
    ])('%s', (_, content, expected) => {
      expect(meter(content)).toMatchObject({ kind: 'found', value: expected });
    });

    test.each<[object, bigint | null, bigint | null]>([
      [{ Minimum_Amount: 12041.38 }, 1_204_138n, null],
      [{ Minimum_Amount: '1000', Min_Purchase_Amount: '1500.00' }, 150_000n, null],
      [{ Minimum_Amount: 2000, Min_Purchase_Amount: '' }, 200_000n, null],
      [{ Customer_Arrears: '4500.50' }, null, 450_050n],
      [{ Customer_Arrears: '', Outstanding_Balance: '70' }, null, 7_000n],
      [{ Customer_Arrears: '0.00', Minimum_Amount: 0, Min_Purchase_Amount: 'N/A' }, null, null],
      [{ Customer_Arrears: '-5', Minimum_Amount: 'no' }, null, null],
    ])('%j: a minimum of %p, arrears of %p', (own, minimumKobo, arrearsKobo) => {
      expect(meter({ ...IKEJA, ...own })).toMatchObject({ value: { minimumKobo, arrearsKobo } });
    });

    test.each([
      { error: 'no such prepaid meter', WrongBillersCode: 'true' },
      { error: 'no such prepaid meter' },
      { ...IKEJA, error: 'no such prepaid meter' },
      { ...IKEJA, error: { message: 'no such meter' } },
      { ...IKEJA, WrongBillersCode: true },
      { ...IKEJA, WrongBillersCode: 'true' },
    ])('%j is a wrong meter', (content) => {
      expect(meter(content)).toEqual({ kind: 'not_recognised', reason: 'The meter number was not recognised.' });
    });

    test.each(['no', 'No', 'NOT ALLOWED', false, 0])('a meter that can vend %p is not sold to', (Can_Vend) => {
      expect(meter({ ...IKEJA, Can_Vend })).toEqual({
        kind: 'not_recognised',
        reason: 'The distribution company does not sell to this meter at the moment.',
      });
    });

    test.each([
      { WrongBillersCode: 'false' },
      { WrongBillersCode: { toString: 1 } },
      { error: '' },
      { error: null },
      { error: false },
      { error: [] },
      { Can_Vend: { toString: 1 } },
    ])('%j says nothing against a meter', (changes) => {
      expect(meter({ ...IKEJA, ...changes })).toMatchObject({ kind: 'found' });
    });
  });

  describe.each([
    ['card', (status: number, text: string) => readSmartcard(status, text)],
    ['meter', (status: number, text: string) => readVerifiedMeter(status, text, '0412345678901')],
  ])('a %s', (_, read) => {
    const good = { ...DSTV, ...IKEJA };

    test.each(['000', 0, '020', 20])('is found under code %p', (code) => {
      expect(read(200, answerOf(good, code))).toMatchObject({ kind: 'found' });
    });

    test.each(['011', '012', '030', '087', '099', '016', '999', '', null, 'VERIFIED'])(
      'is not judged under code %p',
      (code) => {
        expect(read(200, answerOf(good, code)).kind).toBe('unavailable');
        expect(read(200, answerOf({ error: 'wrong' }, code)).kind).toBe('unavailable');
      },
    );

    test.each([302, 400, 401, 403, 404, 429, 500, 503])('is not judged under HTTP %d', (httpStatus) => {
      expect(read(httpStatus, answerOf(good))).toEqual({ kind: 'unavailable', reason: `HTTP ${httpStatus}` });
      expect(read(httpStatus, answerOf({ error: 'wrong' })).kind).toBe('unavailable');
    });

    test.each([
      '',
      '<html></html>',
      '{"code":"000","content":{"error":"wro',
      '{"code":"000"}',
      '{"code":"000","content":[]}',
      '{"code":"000","content":{"errors":[]}}',
      '{"code":"000","content":{"commission_details":{"rate":"1.50"}}}',
      '{"code":"000","content":{"Customer_Name":"","Customer_Number":null,"Meter_Number":"N/A"}}',
      'null',
      '[]',
    ])('is not judged by %s', (text) => {
      expect(read(200, text).kind).toBe('unavailable');
    });

    test('is never found without a name or a number, whatever the fields hold', () => {
      const names =
        'Customer_Name Customer_Number Meter_Number MeterNumber Smartcard_Number Account_Number error WrongBillersCode Can_Vend'.split(
          ' ',
        );
      const rest = 'Address Customer_Type Status DUE_DATE Renewal_Amount toString __proto__'.split(' ');
      const value = fc.oneof(
        fc.jsonValue(),
        fc.string(),
        fc.integer(),
        fc.constantFrom('true', 'yes', 'no', 'null', 'N/A', ''),
      );
      const counts = { found: 0, not_recognised: 0, unavailable: 0 };
      fc.assert(
        fc.property(fc.dictionary(fc.constantFrom(...names, ...rest), value), (content) => {
          const { kind } = read(200, answerOf(content));
          counts[kind] += 1;
          if (kind === 'found')
            expect(names.slice(0, 6).filter((name) => /[^\s]/.test(String(content[name] ?? '')))).not.toEqual([]);
        }),
        { numRuns: 1000, seed: 1021 },
      );
      expect(Math.min(...Object.values(counts))).toBeGreaterThan(50);
    });
  });
});
