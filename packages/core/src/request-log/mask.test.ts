import * as fc from 'fast-check';
import { chargeFields, tokenFields } from '../shared/tokens';
import { MOST_BYTES, maskedJson } from './mask';

const masked = (value: unknown) => JSON.parse(maskedJson(value) ?? 'null');

describe('the request log holds what nobody may read there', () => {
  test.each([
    [{ phone: '08031234567' }, { phone: '0803*****67' }],
    [{ phone: 8031234567 }, { phone: '8031****67' }],
    [{ phone: ['08031234567'] }, { phone: '***' }],
    [{ smartcard_number: '12345678' }, { smartcard_number: '********' }],
    [{ meter_number: '62-100-000-1' }, { meter_number: '62-1******-1' }],
    [
      { data: { token: '1234', bonus_token: '', units: null } },
      { data: { token: '***', bonus_token: '', units: null } },
    ],
    [
      { Customer_Name: 'ADA OBI', address: '1 Marina' },
      { Customer_Name: '***', address: '***' },
    ],
    [{ webhook_url: 'https://a.example/hook?s=1' }, { webhook_url: 'https://a.example/…' }],
    [{ webhook_url: 'secret' }, { webhook_url: '***' }],
    [{ webhook_url: null }, { webhook_url: null }],
    [{ a: 'use tup_live_AbC123, or whsec_x/Y+1=' }, { a: 'use tup_***, or whsec_***' }],
    [{ a: 'line\ntup_live_AbC123' }, { a: 'line\ntup_***' }],
    [{ a: 'half \ud83d, none \u0000, \\u0000' }, { a: 'half \ufffd, none \ufffd, \\u0000' }],
    [{ message: 'Token: 1234-5678-9012-3456-7890.' }, { message: 'Token: 1234******************90.' }],
    [{ '08031234567': 1 }, { '0803*****67': 1 }],
    [{ amount: 12345678901 }, { amount: '1234*****01' }],
    [{ note: '0803.123.4567' }, { note: '0803*******67' }],
    [{ note: '(0803) 123-4567, soon' }, { note: '(0803********67, soon' }],
    [{ note: '0803,123,4567' }, { note: '0803*******67' }],
    [
      { customerName: 'ADA OBI', meterNumber: '62100000001', 'Bonus-Token': '12' },
      { customerName: '***', meterNumber: '6210*****01', 'Bonus-Token': '***' },
    ],
    [
      { balance: '12345678.90', amount: '10000000.00', other: '12345678.90' },
      { balance: '12345678.90', amount: '10000000.00', other: '1234*****90' },
    ],
    [{ list: [12, 34, 56, 78, 90, 12] }, { list: [12, 34, 56, 78, 90, 12] }],
    [{ list: ['4415', '1617', 2838, '4950', '6061'] }, { list: ['***', '***', '***', '***', '***'] }],
    [{ list: [['4415', '1617', '2838', '4950', '6061']] }, { list: [['***', '***', '***', '***', '***']] }],
    [{ days: ['2026-11-01', '2026-11-02', '2026-11-03'] }, { days: ['2026-11-01', '2026-11-02', '2026-11-03'] }],
    [{ note: '{"token":["4415","1617","2838"]}' }, { note: '{"token":["4415************38"]}' }],
    [{ note: '4415\u200b1617\t2838' }, { note: '4415********38' }],
    [{ webhook_url: 'http://197.210.226.110:8080/hook' }, { webhook_url: 'http://197.210.226.110:8080/…' }],
    [JSON.parse('{"__proto__":{"08031234567":"x"}}'), JSON.parse('{"__proto__":{"0803*****67":"x"}}')],
    [
      { amount: 100, at: '2026-11-22T09:30:00.000Z', network: 'mtn' },
      { amount: 100, at: '2026-11-22T09:30:00.000Z', network: 'mtn' },
    ],
  ])('%j', (value, expected) => {
    expect(masked(value)).toEqual(expected);
  });

  test.each(tokenFields)('%s, in any spelling', (field) => {
    const camel = field.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
    const names = [field, camel, field.toUpperCase(), field.replaceAll('_', '-')];
    for (const name of names) expect(masked({ data: { [name]: '12' } })).toEqual({ data: { [name]: '***' } });
  });

  test('an amount stays as it is, and so does a charge', () => {
    const amounts = Object.fromEntries(
      [...chargeFields, 'minimum_amount', 'arrears'].map((name) => [name, '12345678.90']),
    );
    expect(masked(amounts)).toEqual(amounts);
  });

  test('nothing is left of numbers, keys and tokens, wherever they are', () => {
    const digits = fc.stringMatching(/^[0-9]{10,24}$/);
    const secret = fc.stringMatching(/^[A-Za-z0-9_-]{8,40}$/);
    const leaf = fc.oneof(fc.string({ unit: 'binary' }), fc.string(), fc.double(), fc.integer(), fc.constant(null));
    const hidden = fc.record({ number: digits, secret, before: fc.string({ unit: 'binary' }), after: fc.string() });
    fc.assert(
      fc.property(
        hidden,
        leaf,
        fc.string({ unit: 'binary' }),
        ({ number, secret: text, before, after }, other, name) => {
          const key = `tup_live_${text}`;
          const hook = `whsec_${text}`;
          const value = {
            [name]: other,
            [`${before}-${number}`]: 1,
            message: `${before}${number} ${after}${key} ${hook}`,
            data: [{ deep: { phone: number, token: text, name: `${number}.${hook}` } }, Number(number)],
          };
          const json = maskedJson(value) ?? '';
          expect(Buffer.byteLength(json)).toBeLessThanOrEqual(MOST_BYTES);
          expect(json).not.toMatch(/[0-9]{10}/);
          for (const each of [number, key, hook]) expect(json).not.toContain(each);
          expect(JSON.parse(json)).not.toHaveProperty('data.0.deep.token', text);
        },
      ),
      { numRuns: 1000 },
    );
  });

  test('what is longer than 4 KiB is its size alone', () => {
    expect(masked({ a: 'x'.repeat(5000) })).toEqual({ truncated: 5008 });
    expect(masked({ a: 'x'.repeat(4000) })).toEqual({ a: 'x'.repeat(4000) });
  });

  test('what is nested too deeply does not end the process', () => {
    const deep = JSON.parse(`${'['.repeat(8000)}${']'.repeat(8000)}`);
    expect(masked(deep)).toEqual({ truncated: null });
  });

  test('no body stays none', () => {
    expect(maskedJson(undefined)).toBeNull();
    expect(maskedJson(null)).toBe('null');
  });

  test('nothing is left of a number, however it is written and wherever it stands', () => {
    const unit = fc.constantFrom(...' .,/()-_:;|•×+=#*&~\u00a0\u2013\u200b');
    const between = fc.string({ unit, maxLength: 5 });
    const written = fc
      .array(fc.tuple(fc.integer({ min: 0, max: 9 }), between), { minLength: 10, maxLength: 24 })
      .map((parts) => parts.map(([digit, after], n) => `${digit}${n + 1 < parts.length ? after : ''}`).join(''));
    const around = fc.stringMatching(/^[a-z:]{0,5}$/);
    fc.assert(
      fc.property(written, around, around, (number, before, after) => {
        const text = `${before}${number}${after}`;
        const json = maskedJson({ note: text, [`${text}!`]: [text, { deep: text }] }) ?? '';
        expect(json).not.toContain(number);
        expect(json).not.toMatch(/[0-9](?:[^\p{L}\p{Nd}*"]{0,5}[0-9]){9}/u);
      }),
      { numRuns: 1000 },
    );
  });
});
