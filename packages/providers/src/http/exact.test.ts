import fc from 'fast-check';
import { koboAbove, koboBelow, parseExact, readBillionths, readKobo } from './exact';

describe('a float would change an amount, or a number in a text would be taken for an amount', () => {
  test('every number stays the text that stands there', () => {
    const text = '{"a":993.81000,"b":3.8E-5,"c":[-1,0,12345678901234567890],"d":1e3,"e":{"f":-0.0}}';
    expect(parseExact(text)).toEqual({
      a: '993.81000',
      b: '3.8E-5',
      c: ['-1', '0', '12345678901234567890'],
      d: '1e3',
      e: { f: '-0.0' },
    });
  });

  test('texts, keys and what is neither stay as they are', () => {
    const text = String.raw`{"1.5":"1.5","a\"2":"\\","b":"x\\\"3,4","c":true,"d":null,"é 5":"\u0036"}`;
    expect(parseExact(text)).toEqual(JSON.parse(text));
  });

  test.each(['', '{1:2}', '[01]', '[1 2]', '[1,]', '"1', '[.5]', '[+1]', '[1.]', 'NaN', '<html>1</html>', '{"a":1'])(
    '%p is no JSON',
    (text) => {
      expect(parseExact(text)).toBeUndefined();
    },
  );

  test('whatever JSON it is, only numbers change, and to their own text', () => {
    const numbersAsTexts = (value: unknown): unknown => {
      if (typeof value === 'number') return JSON.stringify(value);
      if (Array.isArray(value)) return value.map(numbersAsTexts);
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, numbersAsTexts(each)]));
    };
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        // what JSON.parse reads, so that -0 is 0 on both sides
        expect(parseExact(text)).toEqual(numbersAsTexts(JSON.parse(text)));
      }),
      { numRuns: 500, seed: 1021 },
    );
  });

  test('a body of a megabyte of escapes is read', () => {
    const text = JSON.stringify(['\n'.repeat(500_000), 1]);
    expect(parseExact(text)).toEqual(['\n'.repeat(500_000), '1']);
  });
});

describe('an amount would be read as another one', () => {
  test.each([
    ['0', 0n],
    ['993.81000', 993_810_000_000n],
    ['3.8E-5', 38_000n],
    ['1e3', 1_000_000_000_000n],
    ['-0.5', -500_000_000n],
    ['1.0000000000', 1_000_000_000n],
    ['0.000000001', 1n],
  ])('%s', (text, billionths) => {
    expect(readBillionths(text)).toBe(billionths);
  });

  test.each(['', ' 1', '1,000', '0x10', '.5', '1.', '1e', '1e999', 'NaN', '1.0000000001', '9'.repeat(21), 5, null, {}])(
    '%p is no amount',
    (value) => {
      expect(readBillionths(value)).toBeNull();
    },
  );

  test.each([
    ['499.91', 49_991n],
    ['500', 50_000n],
    ['500.000', 50_000n],
    ['5e2', 50_000n],
    ['499.911', null],
    ['-1', null],
    ['all', null],
    ['999999999999.99', 99_999_999_999_999n],
    // beyond what a column holds: a delivery that cost so much was never recorded
    ['1000000000000', null],
    ['1e40', null],
  ])('%s naira are %p kobo', (text, kobo) => {
    expect(readKobo(text)).toBe(kobo);
  });

  test.each([
    [12_345_000_000n, 1_234n, 1_235n],
    [12_340_000_000n, 1_234n, 1_234n],
    [-12_345_000_000n, -1_235n, -1_234n],
    [0n, 0n, 0n],
  ])('%p billionths lie between the kobo below and above', (billionths, below, above) => {
    expect(koboBelow(billionths)).toBe(below);
    expect(koboAbove(billionths)).toBe(above);
  });
});
