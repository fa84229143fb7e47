import { keptNote } from '../purchase/settle/decide-purchase';
import { maskNumbers } from './mask-numbers';

const TOKEN = '44151617283849506061';
const GROUPS = TOKEN.match(/.{4}/g) ?? [];
const mask = maskNumbers('08031234567', TOKEN);
const fullWidth = (text: string) => text.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
const arabic = (text: string) => text.replace(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit)));

describe('a note keeps a token readable', () => {
  test.each(['', ' ', '-', '.', '/', ' - ', '_', ':', ', ', '|', '\t', '\n', '\u00a0', '\u2013', '\u200b', '","'])(
    'in groups with %j between them, in digits of any script',
    (separator) => {
      for (const write of [String, fullWidth, arabic])
        expect(mask(`the disco gave ${write(GROUPS.join(separator))}, today`)).toBe(
          'the disco gave ****************6061, today',
        );
    },
  );

  test('one note with numbers, a token of another script and a key', () => {
    const purchase = { recipient: '62100000001', providerOrder: { contactPhone: '08031234567' }, result: {} };
    const note = `meter 6210 0000 001 of 0803-123-4567 has ${fullWidth(GROUPS.join('.'))} by tup_live_AbC`;
    expect(keptNote(purchase as never, { note, token: TOKEN })).toBe(
      'meter *******0001 of *******4567 has ****************6061 by tup_***',
    );
  });
});

describe('what is no such number is masked, or its JSON broken', () => {
  test.each([
    'at 2026-11-28T18:03:57Z from 197.210.226.110:8080, ₦12,345,678.90, 1.2.3',
    '01964d3e-1234-7000-8000-123456789012',
    'bank reference 090267261128180357123456789012',
    '0803123456',
  ])('%s', (note) => {
    expect(mask(note)).toBe(note);
  });

  test('a value stays what it is, in every place', () => {
    const value = { a: [4415, '1617', null, true], '2838': '4950', at: new Date(0), deep: { units: 12.5 } };
    expect(mask(value)).toEqual({ ...value, at: '1970-01-01T00:00:00.000Z' });
    expect(mask({ n: 8031234567, m: Number(`1${'0'.repeat(5)}`), [TOKEN]: TOKEN })).toEqual({
      n: 8031234567,
      m: 100_000,
      '****************6061': '****************6061',
    });
    expect(maskNumbers('62100000001')({ meter: 62100000001 })).toEqual({ meter: '*******0001' });
  });
});
