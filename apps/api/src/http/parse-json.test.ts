import { parseNaira } from '@topup/core/shared';
import fc from 'fast-check';
import { InexactNumber, parseJson } from './parse-json';

/** The amount of a body, in kobo; null when no amount is accepted. */
const amountOf = (number: string) => parseNaira(parseJson(`{"amount":${number}}`)?.fields.amount);
const repeated = (text: string) => parseJson(text)?.repeatedKeys;

describe('an amount that nobody sent is debited, because floating point changed it', () => {
  test.each([
    ['100', 10_000n],
    ['100.00', 10_000n],
    ['1e3', 100_000n],
    ['1.5E+2', 15_000n],
    ['1000e-1', 10_000n],
    ['0.10', 10n],
    ['123456789.12', 12_345_678_912n],
    [`100.${'0'.repeat(30)}`, 10_000n],
  ])('%s is %d kobo', (number, kobo) => {
    expect(amountOf(number)).toBe(kobo);
  });

  test.each([
    '10.999999999999999999',
    '9.9999999999999999999',
    '50000.0000000000001',
    '100.000000000000000000000001',
    '9007199254740993',
    '1e400',
    '-1e400',
    '1e-400',
    '10.005',
    '-0',
    '0.00',
    '-100',
  ])('%s is no amount', (number) => {
    expect(amountOf(number)).toBeNull();
  });

  test('thousands of digits are no amount, and take no time', () => {
    const startedAt = performance.now();
    expect(amountOf(`1${'0'.repeat(8_000)}`)).toBeNull();
    expect(amountOf(`1e${'9'.repeat(8_000)}`)).toBeNull();
    expect(amountOf(`${'10'.repeat(4_000)}.${'10'.repeat(4_000)}`)).toBeNull();
    expect(performance.now() - startedAt).toBeLessThan(1_000); // about 20 ms; a quadratic search took 300 ms each
  });

  test('for every decimal text, the amount is what its digits say, or there is none', () => {
    const digits = (max: number) => fc.stringMatching(new RegExp(`^[0-9]{1,${max}}$`));
    const numbers = fc.tuple(fc.constantFrom('0', '10', '50000', '99999999', '123456789'), digits(22));
    fc.assert(
      fc.property(numbers, ([naira, decimals]) => {
        const [kobo, rest] = [decimals.padEnd(2, '0').slice(0, 2), decimals.slice(2)];
        const said = BigInt(`${naira}${kobo}`);
        expect(amountOf(`${naira}.${decimals}`)).toBe(/^0*$/.test(rest) && said > 0n ? said : null);
      }),
      { numRuns: 2_000 },
    );
  });

  test('the text of such a number is kept, also under a dangerous key', () => {
    const fields = parseJson('{"__proto__":1.00000000000000000001,"a":1}')?.fields ?? {};
    expect(Object.keys(fields)).toEqual(['__proto__', 'a']);
    expect(Object.entries(fields)[0]?.[1]).toEqual(new InexactNumber('1.00000000000000000001'));
    expect(Object.getPrototypeOf(fields)).toBe(Object.prototype);
  });
});

describe('a key that is named twice is read in one of two ways', () => {
  test.each([
    ['{"a":1,"a":2}', ['a']],
    ['{"a":1,"a":1}', ['a']],
    ['{"a":1,"\\u0061":2}', ['a']],
    ['{"a":{"b":[{"c":1,"d":0,"c":2}]}}', ['c']],
    ['{"a":1,"b":2,"a":3,"b":4,"a":5}', ['a', 'b']],
    ['{"__proto__":1,"__proto__":2}', ['__proto__']],
    ['{"":1,"":2}', ['']],
  ])('%s names %j', (text, keys) => {
    expect(repeated(text)).toEqual(keys);
  });

  test.each(['{}', '{"a":{"a":{"a":1}}}', '{"x":[{"a":1},{"a":2}]}', '{"a":"a","b":"a"}', '{"a":"\\"a\\":1,","b":1}'])(
    '%s names none',
    (text) => {
      expect(repeated(text)).toEqual([]);
    },
  );

  test('whatever the keys are, none is missed and none invented', () => {
    const keys = fc.array(
      fc.oneof(fc.constantFrom('a', 'b', '__proto__', 'constructor'), fc.string({ unit: 'binary' })),
    );
    fc.assert(
      fc.property(keys, fc.array(fc.jsonValue(), { minLength: 1 }), (names, values) => {
        const entries = names.map((name, i) => `${JSON.stringify(name)}:${JSON.stringify(values[i % values.length])}`);
        const expected = names.filter((name, i) => names.indexOf(name) !== i);
        expect(new Set(repeated(`{${entries.join()}}`))).toEqual(new Set(expected));
      }),
      { numRuns: 500 },
    );
  });
});

test('all else is what JSON.parse says', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.json(),
        fc.string(),
        fc.json().map((text) => text.slice(1)),
      ),
      (text) => {
        let expected: unknown;
        try {
          expected = JSON.parse(text);
        } catch {
          expect(() => parseJson(text)).toThrow(SyntaxError);
          return;
        }
        const isObject = typeof expected === 'object' && expected !== null && !Array.isArray(expected);
        const fields = Object.entries(parseJson(text)?.fields ?? {}).filter(
          ([, value]) => !(value instanceof InexactNumber),
        );
        expect(Object.fromEntries(fields)).toEqual(
          isObject
            ? Object.fromEntries(Object.entries(Object(expected)).filter(([key]) => fields.some(([k]) => k === key)))
            : {},
        );
      },
    ),
    { numRuns: 1_000 },
  );
});

test('deep nesting is read without recursion', () => {
  expect(repeated(`{"x":${'['.repeat(8_000)}${']'.repeat(8_000)},"x":1}`)).toEqual(['x']);
});
