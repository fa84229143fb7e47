import { createSameMovement, type Movement } from './same-movement';

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 20, 9, 0, seconds));
const sale = (own: Partial<Movement> = {}): Movement => ({
  at: at(0),
  direction: 'debit',
  amountKobo: 10_000n,
  providerRef: 'r1',
  providerTransactionId: 't1',
  ...own,
});

describe('a movement that a file has brought is counted twice, or another one is lost', () => {
  test.each<[string, Partial<Movement>, Partial<Movement>, boolean]>([
    ['equal', {}, {}, true],
    ['without seconds', {}, { at: at(59) }, true],
    ['a minute before, across the full minute', { at: at(65) }, { at: at(5) }, true],
    ['more than a minute away', {}, { at: at(61) }, false],
    ['without names in the file', { providerRef: null, providerTransactionId: null }, {}, true],
    ['with one name each', { providerTransactionId: null }, { providerRef: null }, true],
    ['with another reference', {}, { providerRef: 'r2' }, false],
    ['with another id of the provider', {}, { providerTransactionId: 't2' }, false],
    ['with another amount', {}, { amountKobo: 10_001n }, false],
    ['the other way', {}, { direction: 'credit' }, false],
  ])('%s', (_, file, api, isSame) => {
    expect(createSameMovement([sale(file)])(sale(api))).toBe(isSame);
  });

  test('a row of a file stands for one movement: a second charge is another', () => {
    const isSame = createSameMovement([sale()]);
    expect([sale({ at: at(5) }), sale({ at: at(9), providerTransactionId: null })].map(isSame)).toEqual([true, false]);
  });

  test('a row with the same names stands for it rather than one without names', () => {
    const unnamed = { providerRef: null, providerTransactionId: null };
    const isSame = createSameMovement([sale({ ...unnamed, at: at(1) }), sale()]);
    const other = { providerRef: 'r2', providerTransactionId: 't2' };
    expect([sale(), sale(other), sale(other)].map(isSame)).toEqual([true, true, false]);
  });

  test('a day of 20,000 sales of one amount is compared by minutes, not each with each', () => {
    const sales = Array.from({ length: 20_000 }, (_, n) => sale({ at: at(n * 4), providerRef: `r${n}` }));
    let reads = 0;
    const watched = sales.map((each) => ({
      ...each,
      get providerRef() {
        reads += 1;
        return each.providerRef;
      },
    }));
    const isSame = createSameMovement(watched);
    expect(sales.every((each) => isSame(each))).toBe(true);
    expect(reads).toBeLessThan(200 * sales.length);
  });
});
