import fc from 'fast-check';
import { readTokens, type Tokens } from './read-tokens';

const read = (own: object): Tokens => readTokens([JSON.parse(JSON.stringify(own))]); // through text, as it comes

const K1 = '11112222333344445555';
const K2 = '22223333444455556666';
const K3 = '33334444555566667777';
const K4 = '44445555666677778888';
const ENERGY = '09998888777766665555';
const BONUS = '55556666777788889999';
const NOTHING: Tokens = { keyChangeTokens: [], token: null, bonusToken: null, doubt: null };
const dashed = (token: string) => token.replace(/\d{4}(?=\d)/g, '$&-');
const spaced = (token: string) => token.replace(/\d{4}(?=\d)/g, '$& ');

describe('a key change token is lost, or sold as the energy: the meter takes no token any more', () => {
  test.each<[string, object, Partial<Tokens>]>([
    ['fields of their own', { token: `Token : ${ENERGY}`, kct1: K1, kct2: K2 }, { keyChangeTokens: [K1, K2] }],
    ['fields in the other order', { KCT2: K2, KCT1: K1, Token: ENERGY }, { keyChangeTokens: [K1, K2] }],
    ['fields with a space', { 'KCT 1': K1, 'KCT 2': K2, token: ENERGY }, { keyChangeTokens: [K1, K2] }],
    [
      'fields with labels',
      { token: ENERGY, kct1: `KCT1 : ${dashed(K1)}`, kct2: `KCT2: ${K2}` },
      { keyChangeTokens: [K1, K2] },
    ],
    [
      'reset and configure after them',
      { configureToken: K4, resetToken: K3, kct2: K2, kct1: K1, token: ENERGY },
      { keyChangeTokens: [K1, K2, K3, K4] },
    ],
    [
      'reset and configure that repeat them, once each',
      { resetToken: K1, configureToken: K2, kct1: K1, kct2: K2, token: ENERGY },
      { keyChangeTokens: [K1, K2] },
    ],
    ['reset alone', { resetToken: K1, token: ENERGY }, { keyChangeTokens: [K1] }],
    ['a key in three', { kct1: K1, kct2: K2, kct3: K3, token: ENERGY }, { keyChangeTokens: [K1, K2, K3] }],
    ['a key in four', { kct1: K1, kct2: K2, kct3: K3, kct4: K4, token: ENERGY }, { keyChangeTokens: [K1, K2, K3, K4] }],
    [
      'one text, energy last',
      { purchased_code: `KCT1 : ${K1} KCT2 : ${K2} Token : ${ENERGY}` },
      { keyChangeTokens: [K1, K2] },
    ],
    ['one text, energy first', { token: `Token : ${ENERGY} KCT1 : ${K1} KCT2 : ${K2}` }, { keyChangeTokens: [K1, K2] }],
    [
      'one text after a label of the provider’s',
      { extras: `Token : KCT 1: ${spaced(K1)}, KCT 2: ${spaced(K2)}, Token: ${spaced(ENERGY)}` },
      { keyChangeTokens: [K1, K2] },
    ],
    [
      'one text in full words and lines',
      { purchased_code: `Key Change Token 1\n${K1}\nKey Change Token 2\n${K2}\nToken\n${ENERGY}` },
      { keyChangeTokens: [K1, K2] },
    ],
    [
      'one text without spaces',
      { purchased_code: `KCT1:${K1};KCT2:${K2};Token:${ENERGY};Units:79.9 kWh` },
      { keyChangeTokens: [K1, K2] },
    ],
    [
      'one text of JSON',
      { extras: JSON.stringify({ kct1: K1, kct2: K2, token: ENERGY }) },
      { keyChangeTokens: [K1, K2] },
    ],
    [
      'with a bonus token',
      { purchased_code: `KCT1 : ${K1} KCT2 : ${K2} Token : ${ENERGY} Bonus Token : ${BONUS}` },
      { keyChangeTokens: [K1, K2], bonusToken: BONUS },
    ],
    [
      'said twice alike',
      { kct1: K1, KCT1: K1, kct2: K2, token: ENERGY, purchased_code: `Token : ${ENERGY}` },
      { keyChangeTokens: [K1, K2] },
    ],
    ['absent in words', { kct1: 'N/A', kct2: 'null', resetToken: '', configureToken: 0, token: ENERGY }, {}],
    ['absent in a text', { purchased_code: `KCT1 : N/A KCT2 : N/A Token : ${ENERGY}` }, {}],
    ['absent in zeros', { kct1: '0'.repeat(20), kct2: '0', token: ENERGY }, {}],
    ['a list of one', { tokens: [ENERGY] }, {}],
    ['one number without a label', { purchased_code: spaced(ENERGY) }, {}],
    ['absent after the energy', { purchased_code: `Token : ${ENERGY} KCT1 : N/A KCT2 : N/A Bonus Token : null` }, {}],
    ['units and money after it', { purchased_code: `Token: ${ENERGY} Units: 9.5 kWh Amount: 1,000.00 VAT: 75` }, {}],
    [
      'Eko’s descriptions',
      { mainToken: ENERGY, mainTokenDescription: 'Normal Sale', bonusTokenDescription: 'FBE Token' },
      {},
    ],
    ['a notice that repeats a token', { token: ENERGY, announcement: `No KCT: enter ${dashed(ENERGY)}` }, {}],
    ['a notice without a token', { token: ENERGY, announcement: 'Enter KCT1 and KCT2 first. Call 070012345678' }, {}],
    ['a reference of 20 digits', { token: ENERGY, receiptNumber: K1, data: { reference: K2, type: 'bill' } }, {}],
    ['in brackets', { purchased_code: `Token: ${ENERGY} (KCT1: ${K1}, KCT2: ${K2})` }, { keyChangeTokens: [K1, K2] }],
    [
      'an object whose other fields speak of the customer',
      { extras: { token: ENERGY, kct1: K1, kct2: K2, address: '5 OLD RESET ROAD' } },
      { keyChangeTokens: [K1, K2] },
    ],
  ])('%s: every token is named', (_, own, tokens) => {
    expect(read(own)).toEqual({ ...NOTHING, token: ENERGY, ...tokens });
  });

  test.each<[string, object]>([
    ['KCT1 without KCT2', { kct1: K1, token: ENERGY }],
    ['KCT2 without KCT1', { purchased_code: `KCT1 : N/A KCT2 : ${K2} Token : ${ENERGY}` }],
    ['KCT3 after KCT1', { kct1: K1, kct3: K3, token: ENERGY }],
    ['five of them', { kct1: K1, kct2: K2, kct3: K3, resetToken: K4, configureToken: BONUS, token: ENERGY }],
    ['several without labels', { Token: `${K1}, ${K2}, ${ENERGY}` }],
    ['a list of several', { tokens: [K1, K2, ENERGY] }],
    [
      'a list of things',
      {
        tokens: [
          { type: 'KCT1', content: K1 },
          { type: 'TOKEN', content: ENERGY },
        ],
      },
    ],
    ['one label for several', { purchased_code: `Token : ${K1}, ${ENERGY}` }],
    ['labels first, then numbers', { purchased_code: `KCT1, KCT2, Token: ${K1}, ${K2}, ${ENERGY}` }],
    ['a label after a label without a value', { purchased_code: `KCT1, Token : ${K1}` }],
    ['labels after the numbers', { purchased_code: `${K1} (KCT1), ${K2} (KCT2), ${ENERGY} (Token)` }],
    ['one label after the number', { purchased_code: `${K1} is your KCT1` }],
    ['numbered tokens', { purchased_code: `Token 1: ${K1} Token 2: ${K2} Token 3: ${ENERGY}` }],
    ['one numbered token', { token: `Token 1 ${K1}` }],
    ['a numbered part', { token: `KCT 1 of 2: ${K1}` }],
    ['a label that is not known', { purchased_code: `Refund Token : ${K1} Token : ${ENERGY}` }],
    ['a number that is not known', { purchased_code: `Token : ${ENERGY} Ref : ${K1}` }],
    ['a field that is not known', { token: ENERGY, kct5: K1 }],
    ['a KCT without its number', { purchased_code: `KCT : ${K1} Token : ${ENERGY}` }],
    ['a KCT of 19 digits', { kct1: K1.slice(1), kct2: K2, token: ENERGY }],
    ['a KCT that is a number in JSON', { kct1: Number(K1), kct2: K2, token: ENERGY }],
    ['two energy tokens', { token: ENERGY, purchased_code: `Token : ${K1}` }],
    ['two KCT1', { kct1: K1, kct2: K2, token: `Token : ${ENERGY} KCT1 : ${K3}` }],
    ['one number as KCT1 and KCT2', { kct1: K1, kct2: K1, token: ENERGY }],
    ['one number as KCT1 and energy', { kct1: K1, kct2: K2, token: K1 }],
    ['one number as bonus and energy', { mainToken: ENERGY, bonusToken: ENERGY }],
    ['a field with the label of another', { kct1: `KCT2 : ${K1}`, kct2: K2, token: ENERGY }],
    ['digits after a token', { token: `${spaced(ENERGY)} 1234` }],
    ['a letter after a token', { token: `${ENERGY}X` }],
    ['its kind after the number', { token: `Token : ${K1} (Key Change Token)` }],
    ['its kind after a dash', { token: `Token: ${K1} - KCT1` }],
    ['its use after the number', { token: `Token: ${K1} to clear tamper` }],
    ['its kind after each number', { token: `Token: ${K1} (KCT1) Token: ${K2} (KCT2) Token: ${ENERGY}` }],
    ['its kind before what is absent', { token: `Token: ${K1} (KCT1) Bonus Token: N/A` }],
    ['another kind on the line before', { token: `Clear tamper | Token: ${K1}` }],
    ['another kind before a mark', { token: `Reset > Token: ${K1}` }],
    ['an old token after it', { token: `Token: ${K1} (old, already used)` }],
    ['a description of another kind', { mainToken: K1, mainTokenDescription: 'Key Change' }],
    ['a type of another kind', { token: K1, tokenType: 'KCT' }],
    ['a bonus that is described as a key', { token: ENERGY, bonusToken: K1, bonusTokenDescription: 'KCT 1' }],
    ['key change tokens in a notice', { token: ENERGY, announcement: `Enter KCT1 ${dashed(K1)} and KCT2 ${K2} first` }],
    ['key change tokens in an object', { token: ENERGY, data: { keys: { kct1: K1, kct2: K2 } } }],
    ['key change tokens in a list of things', { token: ENERGY, parcels: [{ type: 'KCT1', content: K1 }] }],
    ['a number in an object without a name that is known', { token: { value: ENERGY } }],
    ['the energy in an object beside a key', { extras: { token: ENERGY, more: { kct1: K1 } } }],
  ])('%s: pending and asked again, never a wrong token', (_, own) => {
    expect(read(own)).toEqual({ ...NOTHING, doubt: expect.any(String) });
  });

  test('key change tokens that come before the energy are kept until it comes', () => {
    expect(read({ kct1: K1, kct2: K2, token: 'null' })).toEqual({ ...NOTHING, keyChangeTokens: [K1, K2] });
  });
});

describe('a customer types in a number that is no token', () => {
  test.each<[unknown, string | null]>([
    ['12345678901234567890', '12345678901234567890'],
    [' token:12345678901234567890 ', '12345678901234567890'],
    ['TOKEN: 1234-5678-9012-3456-7890.', '12345678901234567890'],
    ['Token : 1234\u00a05678\u00a09012\u00a03456\u00a07890', '12345678901234567890'],
    ['Token : 1234–5678–9012–3456–7890', '12345678901234567890'],
    ['Token : 12345678901234567890 1500', '12345678901234567890'],
    [['12345678901234567890'], '12345678901234567890'],
    ['1234567890123456789', null],
    ['123456789012345678901', null],
    ['1234 5678 9012 3456 7890 1234', null],
    ['1234-5678-9012-3456', null],
    ['1234.5678.9012.3456.7890', null],
    ['١٢٣٤٥٦٧٨٩٠١٢٣٤٥٦٧٨٩٠', null],
    ['', null],
    ['  ', null],
    ['N/A', null],
    ['NULL', null],
    [null, null],
    [Number('12345678901234567890'), null],
    [{ value: '12345678901234567890' }, null],
  ])('%p holds %p', (token, expected) => {
    expect(read({ token }).token).toBe(expected);
  });

  test.each<[object, string | null, string | null]>([
    [{ purchased_code: `Bonus Token : ${BONUS} Token : ${ENERGY}` }, ENERGY, BONUS],
    [{ purchased_code: `Token : ${ENERGY} Bonus Token : N/A` }, ENERGY, null],
    [{ purchased_code: `Bonus Token : N/A Token : ${ENERGY}` }, ENERGY, null],
    [{ purchased_code: `Token : ${ENERGY} Token : ${ENERGY}` }, ENERGY, null],
    [{ mainToken: ENERGY, bonusToken: `Bonus Token : ${BONUS}` }, ENERGY, BONUS],
    [{ mainToken: ENERGY, BonusToken: BONUS }, ENERGY, BONUS],
    [{ mainToken: ENERGY, bonusToken: 'null' }, ENERGY, null],
    // a free token is not what was paid for
    [{ mainToken: 'null', purchased_code: `Bonus Token : ${BONUS}` }, null, BONUS],
  ])('a bonus token: %j', (own, token, bonusToken) => {
    expect(read(own)).toEqual({ ...NOTHING, token, bonusToken });
  });
});

describe('an answer in another order, form or place is misread', () => {
  const LABELS = {
    kct1: ['KCT1', 'kct 1', 'Key Change Token 1', 'KCT_1 Token'],
    kct2: ['KCT2', 'kct 2', 'Key Change Token 2', 'KCT_2 Token'],
    kct3: ['KCT3', 'kct 3', 'Key Change Token 3'],
    kct4: ['KCT4', 'kct 4', 'Key Change Token 4'],
    reset: ['Reset Token', 'resetToken'],
    configure: ['Configure Token', 'configureToken'],
    token: ['Token', 'token', 'Main Token', 'Token : token'],
    bonus: ['Bonus Token', 'bonusToken'],
    other: ['Refund Token', 'Ref', 'Receipt', 'Token 2', 'KCT', 'PIN', '', 'Old Token', 'Serial No'],
  } as const;
  type Meaning = keyof typeof LABELS;
  type Part = { meaning: Meaning; label: string; digits: string; written: string; after: string };

  const digits = fc.stringMatching(/^[1-9][0-9]{19}$/);
  const part: fc.Arbitrary<Part> = fc
    .record({
      meaning: fc.constantFrom(...(Object.keys(LABELS) as Meaning[])),
      pick: fc.nat(20),
      digits,
      form: fc.constantFrom((token: string) => token, dashed, spaced),
      colon: fc.constantFrom(' : ', ': ', ':', ' ', ' - '),
      after: fc.constantFrom(' ', ', ', '\n', ' ; ', '|'),
    })
    .map(({ meaning, pick, digits, form, colon, after }) => {
      const labels = LABELS[meaning];
      const label = labels[pick % labels.length] ?? '';
      return { meaning, label, digits, written: `${label}${label === '' ? '' : colon}${form(digits)}`, after };
    });
  const parts = fc.uniqueArray(part, { minLength: 1, maxLength: 7, selector: ({ digits }) => digits });
  const place = fc.constantFrom('token', 'Token', 'mainToken', 'purchased_code', 'extras', 'tokens');

  const isCertain = (all: readonly Part[]): boolean => {
    const count = (meaning: Meaning) => all.filter((each) => each.meaning === meaning).length;
    const keys = (['kct1', 'kct2', 'kct3', 'kct4'] as const).map(count);
    const run = keys.indexOf(0) === -1 ? 4 : keys.indexOf(0);
    const isRun = run !== 1 && keys.slice(run).every((n) => n === 0);
    const others = count('reset') + count('configure');
    const isOnce = (Object.keys(LABELS) as Meaning[]).every((meaning) => count(meaning) <= 1);
    return count('other') === 0 && isOnce && isRun && run + others <= 4;
  };
  const ofMeaning = (all: readonly Part[], meaning: Meaning) => all.find((each) => each.meaning === meaning)?.digits;

  function expectRead(all: readonly Part[], own: object): 'certain' | 'in doubt' {
    const tokens = read(own);
    if (!isCertain(all)) {
      // the number of a sole text without a label is what its field says
      const alone = all.length === 1 && all[0]?.label === '' ? (all[0]?.digits ?? null) : null;
      expect([null, alone]).toContain(tokens.token);
      expect(tokens).toMatchObject({ keyChangeTokens: [], bonusToken: null });
      return 'in doubt';
    }
    const order = ['kct1', 'kct2', 'kct3', 'kct4', 'reset', 'configure'] as const;
    expect(tokens).toEqual({
      keyChangeTokens: order.flatMap((meaning) => ofMeaning(all, meaning) ?? []),
      token: ofMeaning(all, 'token') ?? null,
      bonusToken: ofMeaning(all, 'bonus') ?? null,
      doubt: null,
    });
    return 'certain';
  }

  test('in one text: the energy is never a number with another label or none', () => {
    const seen = { certain: 0, 'in doubt': 0 };
    fc.assert(
      fc.property(parts, place, (all, name) => {
        const text = all.map(({ written, after }) => written + after).join('');
        seen[expectRead(all, { [name]: text })] += 1;
      }),
      { numRuns: 4_000, seed: 1021 },
    );
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(300);
  });

  test('in a text for each: the same', () => {
    fc.assert(
      fc.property(parts, place, (all, name) => {
        fc.pre(all.every(({ label }) => label !== ''));
        expectRead(all, { [name]: all.map(({ written }) => written) });
      }),
      { numRuns: 2_000, seed: 1021 },
    );
  });

  test('whatever JSON comes, nothing throws, and a token is 20 digits', () => {
    const anything = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom('null', 'N/A', '', 'Token : ', 'KCT1 : '),
      fc.double(),
      digits,
      fc.tuple(fc.constantFrom('Token : ', 'Bonus Token: ', 'KCT1 '), digits, fc.string()).map((all) => all.join('')),
    );
    const names = 'mainToken token Token bonusToken kct1 KCT2 resetToken purchased_code extras toString'.split(' ');
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names), anything), fc.jsonValue(), (own, other) => {
        const { keyChangeTokens, token, bonusToken } = readTokens([own, other]);
        for (const each of [...keyChangeTokens, token, bonusToken])
          if (each !== null) expect(each).toMatch(/^[0-9]{20}$/);
      }),
      { numRuns: 2_000, seed: 1021 },
    );
  });

  test('a text of a megabyte is read at once, whatever it repeats', () => {
    for (const worst of ['kct', 'token', 'key ', 'bonus token ', `KCT1 ${K1} `, `${K1}, `, 'N/A ', '1 ', '- ', ', '])
      expect(read({ purchased_code: worst.repeat(1_000_000 / worst.length) }).token).toBeNull();
  });
});
