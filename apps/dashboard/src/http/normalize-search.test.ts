import { normalizeSearch } from './normalize-search';

describe('a purchase that is not found by the number on it', () => {
  test.each([
    ['+2348030000001', '08030000001'],
    ['234 803 000 0001', '08030000001'],
    ['0803-000-0001', '08030000001'],
    ['4502 2333 444', '45022333444'],
    ['+234 803 00', '080300'],
    ['2026-11-22-1', '2026-11-22-1'],
    ['order 7', 'order 7'],
  ])('a typed number is searched for in its stored form: %s as %s', (typed, kept) => {
    expect(normalizeSearch(typed)).toBe(kept);
  });
});
