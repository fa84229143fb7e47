import * as fc from 'fast-check';
import { maskKeys, maskPath, maskText } from './private-text';

const TOKEN = '88245433881318799028';
const GROUPS = TOKEN.match(/.{4}/g) ?? [];
const fullWidth = (text: string) => text.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
const arabic = (text: string) => text.replace(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit)));
const bold = (text: string) => text.replace(/\d/g, (digit) => String.fromCodePoint(0x1d7ce + Number(digit)));

/** As people, tables and programs write between the groups of a number. */
const SEPARATORS = [
  ...['', ' ', '-', '.', ',', '/', ', ', ' - ', '  -  ', '_', ':', ';', '|', '•', '×', '+', '=', '#', '*', '&', '~'],
  ...['\t', '\n', '\r\n', '\u00a0', '\u2009', '\u200b', '\ufeff', '\u2013', '\u2014', '", "', "','", ') (', '%'],
];

describe('a number or a key is readable where nobody may read it', () => {
  test.each(SEPARATORS)('a token that is grouped by %j', (separator) => {
    for (const write of [String, fullWidth, arabic, bold]) {
      const written = write(GROUPS.join(separator));
      const masked = maskText(`it is ${written}, soon`);
      expect(masked).toMatch(/^it is .+, soon$/);
      expect(masked.match(/\p{Nd}/gu)?.length).toBeLessThanOrEqual(6);
      expect(masked.isWellFormed()).toBe(true);
    }
  });

  test.each([
    ['08031234567', '0803*****67'],
    ['+234 (0) 803 123 4567', '+234 **************67'],
    ['N08031234567', 'N0803*****67'],
    ['12 2026-11-28 18:03:57 08031234567', '12 2026-11-28 18:03:57 0803*****67'],
    ['197.210.226.110, 08031234567', '197.210.226.110, 0803*****67'],
    ['44,151,617,283,849,506,061', '44,1********************61'],
    ['8,031,234,567', '8,03*******67'],
    ['0803.123.4567', '0803*******67'],
    ['4415:1617:2838:4950:6061', '4415******************61'],
    ['0803123::4567', '0803*******67'],
    ['0803123 456a:b::', '0803*****56a:b::'],
    ['2026-11-28-00123', '2026**********23'],
    ['18273645546372819001,62738190041827364554', '1827***********************************54'],
    ['tup_live_AbC-123', 'tup_***'],
    ['whsec_x/Y+1=.', 'whsec_***.'],
    ['tup%5Flive%5fAbC', 'tup_***'],
    ['tup%25255flive_AbC', 'tup_***'],
  ])('%s', (text, masked) => {
    expect(maskText(text)).toBe(masked);
  });

  test('a key in a note', () => {
    expect(maskKeys('08031234567 used tup_test_AbC')).toBe('08031234567 used tup_***');
  });
});

describe('what people need is masked too', () => {
  test.each([
    '2026-11-28',
    '2026-11-28T18:03:57Z',
    '2026-11-28T18:03:57.123456+01:00',
    '2026-11-28 18:03:57,123 5 of 12',
    '28/11/2026 18:03',
    'from 2026-11-01 to 2026-11-30, 100 of 2000',
    '2026-11-28T18:03:57Z 2026-11-28T18:03:58Z',
    '00000000-0000-7000-8000-000000000000',
    '01964d3e-1234-7000-8000-123456789012',
    '/v1/x/01964d3e-1234-7000-8000-123456789012/y',
    '197.210.226.110:8080',
    '10.120.130.140 -> 10.120.130.141:5432',
    '192.168.100.128/25',
    '[2001:db8:5678:9012::1234:5678]:8443',
    '2001:1234:5678:9012:3456:7890:1234:5678',
    '₦12,345,678.90 of ₦ 10000000.00',
    'NGN 10,000,000',
    '12,345,678.90',
    'Node 20.19.5, v1.22.3',
    'order 123456789',
    'ORD-2026-1128',
    '5000.00',
    '18:03:57',
    'HTTP 424 after 1200 ms',
  ])('%s', (text) => {
    expect(maskText(text)).toBe(text);
    if (!/[ ,₦[\]>]/.test(text)) expect(maskPath(text)).toBe(text);
  });
});

describe('a path shows a number or a key', () => {
  test.each([
    ['/v1/verify/08031234567', '/v1/verify/0803*****67'],
    ['/v1/08031234567', '/v1/08*******67'],
    ['/v1/x/0803%20123%204567', '/v1/x/0803*******67'],
    ['/v1/x/%30%38031234567/y', '/v1/x/0803*****67/y'],
    ['/v1/x/0803%252520123%2525204567', '/v1/x/0803*******67'],
    ['/v1/x/0803_123_4567', '/v1/x/0803*******67'],
    ['/v1/x/tup%5Flive%5FAbC123', '/v1/x/tup_***'],
    ['/v1/x/tup%255flive_AbC123', '/v1/x/tup_***'],
    ['/v1/x/%74%75%70_live_AbC123', '/v1/x/tup_***'],
    ['/v1/x/0803%12345%67', '/v1/x/0803*******67'],
    ['/v1/x/%zz/%ff/0803%20123%204567', '/v1/x/%25zz/%25ff/0803*******67'],
    ['/v1/x/0803%09123%204567', '/v1/x/0803*******67'],
    ['/v1/x/%EF%BC%90803-1234567', '/v1/x/%EF%BC%90803******67'],
    ['/v1/airtime%2Fpurchase', '/v1/airtime%2Fpurchase'],
    ['/v1/a%20b', '/v1/a%20b'],
  ])('%s', (path, masked) => {
    expect(maskPath(path)).toBe(masked);
  });

  test('nothing is left of them, whatever is escaped', () => {
    const hidden = fc.oneof(fc.stringMatching(/^[0-9]{10,20}$/), fc.stringMatching(/^tup_live_[A-Za-z0-9_]{8,20}$/));
    const escaped = hidden.chain((text) =>
      fc.tuple(
        fc.constant(text),
        fc
          .array(fc.integer({ min: 0, max: 3 }), { minLength: text.length, maxLength: text.length })
          .map((depths) =>
            [...text]
              .map((one, n) => (depths[n] ? `%${'25'.repeat(depths[n] - 1)}${one.charCodeAt(0).toString(16)}` : one))
              .join(''),
          ),
      ),
    );
    const rest = fc.array(fc.constantFrom('a', 'Z', '7', '.', '-', '_', '~', '/', ':', '%20', '%2F', '%C3%A9'));
    fc.assert(
      fc.property(escaped, rest, ([text, sent], after) => {
        const masked = maskPath(`/v1/${sent}/${after.join('')}`);
        for (let shown = masked, n = 0; n < 4; n += 1) {
          expect(shown).not.toContain(text);
          shown = shown.replace(/(?:%[0-7][0-9a-f])+/gi, decodeURIComponent);
        }
        expect(masked).not.toMatch(/[\t\n]/);
      }),
      { numRuns: 1000 },
    );
  });
});
