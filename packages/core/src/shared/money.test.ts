import fc from 'fast-check';
import { formatNaira, parseNaira } from './money';

// fault C5, C6, C7
describe('a client is charged exactly what it wrote', () => {
  test.each([
    [100, 10000n],
    ['100', 10000n],
    ['100.5', 10050n],
    ['100.05', 10005n],
    [0.1, 10n],
    [1e3, 100000n],
    ['0.01', 1n],
    ['999999999.99', 99999999999n],
  ])('%p is %p kobo', (input, kobo) => {
    expect(parseNaira(input)).toBe(kobo);
  });

  test.each([
    [0],
    ['0'],
    ['0.00'],
    [-0],
    [-1],
    ['-1'],
    ['1e3'],
    [' 100 '],
    ['100 '],
    ['١٠٠'],
    ['NaN'],
    ['Infinity'],
    [Number.NaN],
    [Number.POSITIVE_INFINITY],
    [1.005],
    ['1.005'],
    ['0x10'],
    ['1_000'],
    ['1,000'],
    ['.5'],
    ['5.'],
    ['+5'],
    [''],
    [1e21],
    ['1000000000'],
    [true],
    [null],
    [undefined],
    [[]],
    [['5']],
    [{}],
    [10n],
  ])('%p is refused', (input) => {
    expect(parseNaira(input)).toBeNull();
  });

  test('every amount survives being written and read again', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 99_999_999_999n }), (kobo) => parseNaira(formatNaira(kobo)) === kobo),
    );
  });

  test('amounts leave with exactly two decimals', () => {
    expect([1n, 10n, 100n, 10050n, -5n, 0n].map(formatNaira)).toEqual([
      '0.01',
      '0.10',
      '1.00',
      '100.50',
      '-0.05',
      '0.00',
    ]);
  });
});
