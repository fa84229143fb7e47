import { setBounded } from './set-bounded';

const ofTwo = (...keys: string[]) => {
  const entries = new Map<string, number>();
  for (const [i, key] of keys.entries()) setBounded(entries, key, i, 2);
  return [...entries];
};

describe('what a process remembers of others grows without end', () => {
  test('up to the bound everything is kept', () => {
    expect(ofTwo('a', 'b')).toEqual([
      ['a', 0],
      ['b', 1],
    ]);
  });

  test('above it the entry that was added first makes room', () => {
    expect(ofTwo('a', 'b', 'c')).toEqual([
      ['b', 1],
      ['c', 2],
    ]);
  });

  test('an entry that is set again takes the new value, keeps its place, and drops nothing', () => {
    expect(ofTwo('a', 'b', 'a')).toEqual([
      ['a', 2],
      ['b', 1],
    ]);
    expect(ofTwo('a', 'b', 'a', 'c')).toEqual([
      ['b', 1],
      ['c', 3],
    ]);
  });
});
