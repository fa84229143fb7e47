import { NO_GOODS } from '@topup/core/provider';
import fc from 'fast-check';
import { DELIVERED } from '../../../test/stub-provider';
import { readNaira } from '../../http/exact';
import { readAnswer } from './read-answer';

const NO_METER = { ...NO_GOODS, doubt: null };
const NO_PIN = { token: null, serial: null, doubt: null };
const NOTHING = {
  code: null,
  requestId: null,
  status: null,
  recipient: null,
  amountKobo: null,
  costKobo: null,
  transactionId: null,
  meter: NO_METER,
  pin: NO_PIN,
};

/** All of an answer, with what is read only when asked for. */
function readWhole(httpStatus: number, bodyText: string) {
  const answer = readAnswer(httpStatus, bodyText);
  return { ...answer, meter: answer.meter(10_050n), pin: answer.pin(), masked: undefined };
}

describe('float noise would make costs wrong, or a strange body would stop a worker', () => {
  describe('readNaira', () => {
    test.each<[unknown, bigint | null]>([
      [19.3, 1930n],
      ['19.3', 1930n],
      ['1000.00', 100_000n],
      [0, 0n],
      [97, 9700n],
      [1822.25, 182_225n],
      [0.7000000000000001, 70n],
      [1081.8199999998, 108_182n],
      [96.99499999999999, 9699n],
      ['0.005', 1n],
      ['0.004999999', 0n],
      ['99.995', 10_000n],
      [999_999_999_999, 99_999_999_999_900n],
      [1e-7, null],
      [1e21, null],
      [-1, null],
      [Number.NaN, null],
      ['', null],
      ['1,000.00', null],
      [' 5', null],
      ['5.', null],
      ['9'.repeat(1_000_000), null],
      [null, null],
      [undefined, null],
      [[100], null],
      [{}, null],
      [true, null],
    ])('%p is %p kobo', (value, kobo) => {
      expect(readNaira(value)).toBe(kobo);
    });

    test('a number says the same as its text', () => {
      fc.assert(
        fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), (kobo) => {
          const text = `${Math.floor(kobo / 100)}.${String(kobo % 100).padStart(2, '0')}`;
          expect(readNaira(text)).toBe(BigInt(kobo));
          expect(readNaira(Number(text))).toBe(BigInt(kobo));
        }),
      );
    });
  });

  describe('readAnswer', () => {
    test('a documented answer', () => {
      expect(readWhole(200, DELIVERED)).toEqual({
        httpStatus: 200,
        isJson: true,
        code: '000',
        requestId: '2025031010140190a1b2c3d4e57f8a9bacbdcedfe0f1a2',
        status: 'delivered',
        recipient: '08031234567',
        amountKobo: 10_050n,
        costKobo: 9698n,
        transactionId: '17415980564672211596777904',
        meter: NO_METER,
        pin: NO_PIN,
      });
    });

    test.each([
      ['"016"', '016'],
      ['16', '016'],
      ['"16"', '016'],
      ['0', '000'],
      ['1', '001'],
      ['""', null],
      ['" "', null],
      ['" 000"', null],
      ['"0000"', null],
      ['-1', null],
      ['1.5', null],
      ['true', null],
      ['null', null],
      ['[0]', null],
      ['{}', null],
      ['"constructor"', null],
    ])('code %s is read as %p', (code, expected) => {
      expect(readAnswer(200, `{"code":${code}}`).code).toBe(expected);
    });

    test.each([
      ['"17415980564672211596777904"', '17415980564672211596777904'],
      ['17415980564', '17415980564'],
      ['17415980564672211596777904', null],
      ['1.5', null],
      ['null', null],
      [`"${'1'.repeat(65)}"`, null],
      ['"<script>"', null],
    ])('transactionId %s is read as %p, never with digits lost', (id, expected) => {
      expect(readAnswer(200, `{"content":{"transactions":{"transactionId":${id}}}}`).transactionId).toBe(expected);
    });

    test.each([
      ['"0412345678901"', '0412345678901'],
      ['412345678901', 412_345_678_901],
      ['41234567890123456789', null],
      ['4.5', null],
      ['["0412345678901"]', null],
    ])('unique_element %s is read as %p: a number tells that it may have lost zeros', (recipient, expected) => {
      expect(readAnswer(200, `{"content":{"transactions":{"unique_element":${recipient}}}}`).recipient).toBe(expected);
    });

    test("a disco's own status and code, next to those of VTpass, are not taken for them", () => {
      const own = { status: 'delivered', responseCode: '016', responseMessage: 'SUCCESS', requestID: 'x' };
      const body = { ...own, code: '000', content: { transactions: { status: 'pending', type: 'Electricity Bill' } } };
      expect(readAnswer(200, JSON.stringify(body))).toMatchObject({ code: '000', status: 'pending', requestId: null });
      expect(readAnswer(200, JSON.stringify({ ...own, content: {} }))).toMatchObject({ code: null, status: null });
    });

    test.each([
      ['null', null],
      ['""', null],
      ['"other"', 'other'],
      ['12', '12'],
      ['{"toString":1}', 'unreadable'],
      ['[]', 'unreadable'],
    ])('requestId %s is read as %p', (id, expected) => {
      expect(readAnswer(200, `{"requestId":${id}}`).requestId).toBe(expected);
    });

    test('the outer amount stands in for a missing inner one', () => {
      expect(readAnswer(200, '{"amount":"50.00","content":{"transactions":{}}}').amountKobo).toBe(5000n);
    });

    test.each([
      '',
      ' ',
      '<html>502</html>',
      '{"code":"000"',
      "{'code':'000'}",
      'undefined',
      '\u0000',
      '{"a":1}{"b":2}',
    ])('%p is not JSON', (text) => {
      expect(readWhole(200, text)).toEqual({ httpStatus: 200, isJson: false, ...NOTHING });
    });

    test.each([
      'null',
      '0',
      '"000"',
      'true',
      '[]',
      '[{"code":"000"}]',
      '{}',
      '{"content":null}',
      '{"content":[]}',
      '{"content":"delivered"}',
      '{"content":{"errors":[]}}',
      '{"content":{"errors":"text"}}',
      '{"content":{"transactions":null}}',
      '{"content":{"transactions":7}}',
      '{"content":{"transactions":[{"status":"delivered"}]}}',
      '{"content":{"transactions":{"status":["delivered"]}}}',
      '{"content":{"transactions":{"status":{"toString":"delivered"}}}}',
      '{"__proto__":{"code":"000","content":{"transactions":{"status":"delivered"}}}}',
      '{"content":{"__proto__":{"transactions":{"status":"delivered"}}}}',
    ])('%.60s holds nothing', (text) => {
      expect(readWhole(200, text)).toEqual({ httpStatus: 200, isJson: true, ...NOTHING });
    });

    test.each([
      `${'['.repeat(400_000)}${']'.repeat(400_000)}`,
      `${'{"content":'.repeat(100_000)}null${'}'.repeat(100_000)}`,
      ...['token', 'kct1', 'extras', 'announcement'].flatMap((name) => [
        `{"${name}":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
        `{"${name}":${`{"${name}":`.repeat(20_000)}1${'}'.repeat(20_000)}}`,
        `{"${name}":${JSON.stringify(`${`{"${name}":`.repeat(20_000)}1${'}'.repeat(20_000)}`)}}`,
      ]),
    ])('%.60s does not overflow the stack, and holds no token', (text) => {
      expect(readWhole(200, text)).toMatchObject({ isJson: true, status: null, meter: NO_GOODS });
    });

    test('no text makes it throw', () => {
      fc.assert(
        fc.property(
          fc.integer(),
          fc.oneof(fc.string(), fc.json()),
          (status, text) => readWhole(status, text).httpStatus === status,
        ),
      );
    });
  });
});
