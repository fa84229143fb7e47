import { productTypes, recipients } from '@topup/core/product';
import { getWalletBalance } from '@topup/core/wallet';
import { exampleOrders } from '@topup/testkit';
import { type ApiWorld, apiWorld, type Client, vended } from './testing/api-world';
import { ENDPOINTS } from './testing/endpoints';

// Invalid values in one field of a request. Each field of every endpoint is tried with every value its kind forbids.
type Kind = 'choice' | 'phone' | 'naira' | 'text' | 'reference' | 'number' | 'url';

const BY_NAME: Record<string, Kind> = {
  ...Object.fromEntries(Object.values(recipients).map(({ field }) => [field, 'number'])),
  ...{ phone: 'phone', amount: 'naira', expected_price: 'naira', webhook_url: 'url' },
};

const endpoints = ENDPOINTS.filter(({ method }) => method === 'POST').map(({ path, body, fields, required }) => {
  const kindOf = (name: string): Kind => {
    if (fields[name]?.enum !== undefined) return 'choice';
    return name === 'request_ref' && path.endsWith('/purchase') ? 'reference' : (BY_NAME[name] ?? 'text');
  };
  const kinds = Object.keys(fields).map((name) => [name, kindOf(name)] as const);
  return { path, valid: body, fields: kinds, required };
});

const anything: [string, unknown][] = [
  ['missing', undefined],
  ['null', null],
  ['true', true],
  ['a list', ['x']],
  ['an object', { toString: 'x' }],
  ['empty', ''],
  ['with NUL', 'a\u0000b'],
  ['with a line break', 'mtn\n'],
  ['half a character', 'a\ud800'],
  ['far too long', 'x'.repeat(5_000)],
];
const forbidden: Record<Kind, [string, unknown][]> = {
  choice: [
    ['not one of them', 'nothing-like-it'],
    ['in capitals', 'GOTV'],
    ['a number', 5],
    ['with a blank', ' mtn'],
    ['a property of objects', 'constructor'],
  ],
  phone: [
    ['a number', 8030000001],
    ['too short', '0803000000'],
    ['too long', '080300000011'],
    ['international', '+2348030000001'],
    ['in other digits', '٠٨٠٣٠٠٠٠٠٠١'],
  ],
  naira: [
    ['zero', 0],
    ['negative', -1],
    ['in words', '1e3'],
    ['with three decimals', '10.005'],
    ['NaN', 'NaN'],
    ['with blanks', ' 100 '],
    ['in other digits', '١٠٠'],
    ['beyond nine digits', '1000000000'],
    ['in hexadecimal', '0x10'],
  ],
  text: [['a number', 5]],
  reference: [
    ['a number', 5],
    ['beginning with a blank', ' order'],
    ['ending with a wide blank', 'order\u3000'],
    ['with a zero-width space', 'or\u200bder'],
    ['from right to left', '\u202eorder'],
    ['with a variation selector', 'order\ufe0f'],
    ['with a soft hyphen', 'or\u00adder'],
    ['a filler', '\u3164'],
    ['braille without dots', '\u2800'],
    ['with a line separator', 'or\u2028der'],
    ['with what is no character', 'order\uffff'],
    ['a dot', '.'],
    ['two dots', '..'],
    ['of 51 code points', '😀'.repeat(51)],
  ],
  number: [
    ['a number', 1212121212],
    ['too short', '1234'],
    ['too long', '1'.repeat(31)],
    ['with a blank', '1212 121212'],
    ['in other digits', '١٢١٢١٢١٢'],
    ['a path', '../../etc/passwd'.replaceAll('e', '.')],
  ],
  url: [
    ['a number', 5],
    ['relative', '/hook'],
    ['another scheme', 'ftp://example.com'],
    ['private', 'http://10.0.0.1/'],
    ['with credentials', 'https://u:p@example.com/'],
    ['at port 0', 'https://example.com:0/'],
    ['at the port of a mail server', 'https://example.com:25/'],
    ['the metadata of a cloud', 'http://100.100.100.200/'],
  ],
};

let world: ApiWorld;
let client: Client;
beforeAll(async () => {
  world = await apiWorld();
  world.provider.answer = () => vended;
  await world.plan();
  client = await world.client();
});
afterAll(() => world.close());

describe.each(endpoints)('$path', ({ path, valid, fields, required }) => {
  const cases = fields.flatMap(([name, kind]) =>
    [...anything, ...forbidden[kind]]
      .filter(([, value]) => kind !== 'url' || value !== null) // null removes the URL
      .filter(([, value]) => value !== undefined || required.includes(name))
      .map(([what, value]) => [name, what, value] as const),
  );

  // fault C5, C6, C7, C8
  test.each(cases)('%s %s: the wrong field is named, and nothing is debited', async (name, _what, value) => {
    const answer = await world.post(path, client, { ...valid(), [name]: value });
    expect([answer.status, answer.body]).toEqual([
      400,
      { status: 'error', message: 'The request is not valid.', error: expect.stringContaining(name) },
    ]);
  });

  test('every required field is named when all are missing', async () => {
    const { error } = (await world.post(path, client, {})).body;
    for (const name of required) expect(error).toContain(`${name} is required`);
  });

  // fault C12
  test('unknown fields, also dangerous ones, change nothing', async () => {
    const body = JSON.stringify({ ...valid(), extra: { deep: [[[1]]] } }).replace(
      /}$/,
      ',"__proto__":{"amount":1},"constructor":{"prototype":{}}}',
    );
    const answer = await world.post(path, client, body).type('json');
    expect([200, 404]).toContain(answer.status);
  });
});

test('only the valid orders were debited and written', async () => {
  const bought = await world.db.purchase.findMany({
    where: { accountId: client.accountId },
    select: { productType: true },
  });
  expect(bought.map(({ productType }) => productType).sort()).toEqual([...productTypes].sort());
  const naira = Object.values(exampleOrders).reduce((sum, order) => sum + order.naira, 0);
  expect(await getWalletBalance(world.db, client.accountId)).toBe(10_000_000n - BigInt(naira) * 100n);
});
