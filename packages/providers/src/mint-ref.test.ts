import fc from 'fast-check';
import { mintRef, OUR_REF, purchaseIdIn } from './mint-ref';

// fault V24: on the send
describe('VTpass would reject orders around midnight (085)', () => {
  const id = '0190a1b2-c3d4-e57f-8a9b-acbdcedfe0f1';
  test.each([
    ['an hour before Lagos midnight', '2025-03-10T22:00:00.000Z', '202503102300'],
    ['the last minute of the Lagos day', '2025-03-10T22:59:59.999Z', '202503102359'],
    [
      'the first minute of the next Lagos day, while UTC is still on the old one',
      '2025-03-10T23:00:00.000Z',
      '202503110000',
    ],
    ['a Lagos new year', '2024-12-31T23:30:00.000Z', '202501010030'],
    ['a leap day', '2024-02-28T23:05:00.000Z', '202402290005'],
    ['summer, which Lagos does not have', '2025-07-01T09:14:16.000Z', '202507011014'],
  ])('%s', (_, at, minute) => {
    expect(mintRef(id, new Date(at))).toBe(`${minute}03c2o6ban35f0z1yzh9eyko35`);
  });
});

describe('a provider would not take our reference, or two orders would have the same', () => {
  const at = new Date('2025-03-10T09:14:05.000Z');
  const isWhole = (ref: string) => new RegExp(`^${OUR_REF.source}$`).test(ref);

  test('with the mark of a later attempt it has at most 40 letters and digits, and is different for each id', () => {
    const seen = new Map<string, string>();
    fc.assert(
      fc.property(fc.uuid(), (id) => {
        const ref = mintRef(id, at);
        expect(`${ref}x3`).toMatch(/^[0-9a-z]{39}$/);
        expect([isWhole(ref), isWhole(`${ref}x2`), isWhole(`${ref}x4`)]).toEqual([true, true, false]);
        expect(seen.get(ref) ?? id).toBe(id);
        seen.set(ref, id);
      }),
      { seed: 1121 },
    );
  });

  test.each([
    ['00000000-0000-0000-0000-000000000000', '0000000000000000000000000'],
    ['ffffffff-ffff-ffff-ffff-ffffffffffff', 'f5lxx1zz5pnorynqglhzmsp33'],
  ])('%s ends in %s', (id, end) => {
    expect(mintRef(id, at)).toBe(`202503101014${end}`);
  });

  test('a reference of an earlier version is ours too', () => {
    expect(isWhole('2025031010140190a1b2c3d4e57f8a9bacbdcedfe0f1')).toBe(true);
  });
});

test.each(['', 'x2', 'x3'])('the id of the purchase is read back from its reference (%s)', (attempt) => {
  for (const id of ['0199f3a2-7c1e-7b60-9d3e-0123456789ab', '00000000-0000-7000-8000-000000000000']) {
    expect(purchaseIdIn(mintRef(id, new Date()) + attempt)).toBe(id);
    expect(purchaseIdIn(`202611281200${id.replaceAll('-', '')}${attempt}`)).toBe(id);
  }
  expect(purchaseIdIn(`order-1${attempt}`)).toBeNull();
});
