import fc from 'fast-check';
import { readVariations } from './read-variations';

const ENTRIES = [
  { variation_code: 'mtn-10mb-100', name: 'N100 100MB - 24 hrs', variation_amount: '100.00', fixedPrice: 'Yes' },
  { variation_code: 'mtn-xtratalk-300', name: 'Xtratalk 300', variation_amount: '300.00', fixedPrice: 'Yes' },
  { variation_code: 'mtn-xtratalk-300', name: 'Xtratalk 300', variation_amount: '200.00', fixedPrice: 'Yes' },
];
const READ = [
  { code: 'mtn-10mb-100', name: 'N100 100MB - 24 hrs', priceKobo: 10_000n },
  { code: 'mtn-xtratalk-300', name: 'Xtratalk 300', priceKobo: 30_000n },
  { code: 'mtn-xtratalk-300', name: 'Xtratalk 300', priceKobo: 20_000n },
];

const read = (content: unknown, httpStatus = 200) =>
  readVariations(httpStatus, JSON.stringify({ response_description: '000', content: content }));

describe('plans would be sold at another price than VTpass charges, or all disappear', () => {
  test.each<[string, object]>([
    [
      'in both spellings',
      {
        ServiceName: 'MTN Data',
        serviceID: 'mtn-data',
        convinience_fee: '0 %',
        variations: ENTRIES,
        varations: ENTRIES,
      },
    ],
    [
      'in the older spelling alone',
      { ServiceName: 'MTN Data', serviceID: 'mtn-data', convinience_fee: 'N0', varations: ENTRIES },
    ],
    ['in the newer spelling alone', { variations: ENTRIES }],
    ['in the older spelling beside a null', { variations: null, varations: ENTRIES }],
  ])('a list %s, in its order, with its duplicates', (_, content) => {
    expect(read(content)).toEqual({ kind: 'found', value: READ });
  });

  test.each([{ variations: [] }, { varations: [] }])('%j is a list of nothing', (content) => {
    expect(read(content)).toEqual({ kind: 'found', value: [] });
  });

  test('a list without one readable entry is not readable, and no list of nothing', () => {
    expect(read({ variations: [null, { variation_code: 'gotv-max' }] })).toMatchObject({ kind: 'unavailable' });
  });

  const ENTRY = { variation_code: 'gotv-max', name: 'GOtv Max N9,999', variation_amount: '3600.00' };

  test.each<[object, object]>([
    [{}, { code: 'gotv-max', name: 'GOtv Max N9,999', priceKobo: 360_000n }],
    [{ variation_amount: 3600 }, { priceKobo: 360_000n }],
    [{ variation_amount: '1081.8199999998' }, { priceKobo: 108_182n }],
    [{ variation_amount: '0.00' }, { priceKobo: 0n }],
    [{ variation_code: 'MTN 50MB/1' }, { code: 'MTN 50MB/1' }],
    [{ name: ' GOtv\n Max\u0000' }, { name: 'GOtv Max' }],
  ])('an entry with %j is read', (changes, expected) => {
    expect(read({ variations: [{ ...ENTRY, ...changes }] })).toMatchObject({ value: [expected] });
  });

  test.each([
    { variation_code: undefined },
    { variation_code: '' },
    { variation_code: ' gotv-max' },
    { variation_code: 'gotv-max\u0000' },
    { variation_code: 7 },
    { variation_code: 'x'.repeat(101) },
    { variation_amount: undefined },
    { variation_amount: '' },
    { variation_amount: '1,000.00' },
    { variation_amount: '-5' },
    { variation_amount: {} },
    { name: undefined },
    { name: 'N/A' },
  ])('an entry with %j is left out, and the others are not', (changes) => {
    const content = { variations: [{ ...ENTRY, ...changes }, null, 7, 'the same list again', [ENTRY], ENTRY] };
    expect(read(content)).toEqual({
      kind: 'found',
      value: [{ code: 'gotv-max', name: 'GOtv Max N9,999', priceKobo: 360_000n }],
    });
  });

  test.each<[string, string, number?]>([
    ['code 012', '{"response_description":"012","content":{"variations":[]}}'],
    ['code missing', '{"response_description":"INVALID SERVICE","content":{"errors":[]}}'],
    ['code missing', '{"code":"000","content":{"variations":[]}}'],
    ['code missing', '{"code":"087","response_description":"INVALID CREDENTIALS"}'],
    ['the answer has no content', '{"response_description":"000"}'],
    ['the answer has no content', '{"response_description":"000","content":[]}'],
    ['the answer has no list', '{"response_description":"000","content":{}}'],
    ['the answer has no list', '{"response_description":"000","content":{"variations":{"0":{}}}}'],
    ['the answer is not JSON', '<html>busy</html>'],
    ['the answer is not JSON', ''],
    ['HTTP 404', '{"response_description":"000","content":{"variations":[]}}', 404],
    ['HTTP 500', '{"response_description":"000","content":{"variations":[]}}', 500],
  ])('nothing was learnt: %s', (reason, text, httpStatus = 200) => {
    expect(readVariations(httpStatus, text)).toEqual({ kind: 'unavailable', reason });
  });

  test('no entry makes it throw, or brings a code that does not come back as it was', () => {
    const entry = fc.record(
      {
        variation_code: fc.oneof(fc.stringMatching(/^[a-z0-9-]{1,30}$/), fc.string(), fc.jsonValue()),
        name: fc.oneof(fc.string(), fc.jsonValue()),
        variation_amount: fc.oneof(fc.constantFrom('100.00', 50), fc.jsonValue()),
      },
      { requiredKeys: [] },
    );
    let found = 0;
    fc.assert(
      fc.property(fc.array(fc.oneof({ weight: 5, arbitrary: entry }, fc.jsonValue())), (variations) => {
        const lookup = read({ variations });
        if (lookup.kind !== 'found') return;
        found += lookup.value.length;
        const sent = JSON.stringify(variations);
        for (const { code } of lookup.value) expect(sent).toContain(JSON.stringify(code));
      }),
      { numRuns: 300, seed: 1021 },
    );
    expect(found).toBeGreaterThan(50);
  });
});
