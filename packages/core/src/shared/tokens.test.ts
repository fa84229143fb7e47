import { findTokens, readTokens, tokenFields, tokensOf } from './tokens';

const TOKENS = ['1', '2', '3', '4', '5'].map((digit) => digit.repeat(20)) as [string, string, string, string, string];
const [K1, K2, ENERGY, BONUS, OTHER] = TOKENS;

describe('a place that shows, masks or removes tokens overlooks one', () => {
  test('they come one by one, in the order in which they are entered', () => {
    const result = { bonus_token: BONUS, units: '1', token: ENERGY, key_change_tokens: `${K1},${K2}`, vat: '1.00' };
    expect(tokensOf(result)).toEqual([
      { field: 'key_change_tokens', digits: K1 },
      { field: 'key_change_tokens', digits: K2 },
      { field: 'token', digits: ENERGY },
      { field: 'bonus_token', digits: BONUS },
    ]);
  });

  test.each(tokenFields)('%s is found, even in what contradicts the outcome', (field) => {
    expect(findTokens({ token: ENERGY, contradicted_by: { [field]: OTHER, cause: 'x' }, answers: [] })).toEqual([
      ENERGY,
      OTHER,
    ]);
  });

  test.each([null, undefined, '', 5, []])('%p is no token', (value) => {
    expect(findTokens(Object.fromEntries(tokenFields.map((field) => [field, value])))).toEqual([]);
  });
});

describe('an operator types a token wrongly, and the customer gets it', () => {
  test.each<[string, number, string | null]>([
    ['1111-1111-1111-1111-1111', 1, K1],
    [` ${K1} , 2222 2222 2222 2222 2222`, 4, `${K1},${K2}`],
    [TOKENS.join(','), 5, TOKENS.join(',')],
    [TOKENS.join(','), 4, null],
    [`${K1},${K1}`, 4, null],
    [`${K1},`, 4, null],
    [K1.slice(1), 1, null],
    ['0'.repeat(20), 1, null],
    ['', 4, null],
  ])('%p, at most %d, is %p', (text, most, read) => {
    expect(readTokens(text, most)).toBe(read);
  });
});
