import { getWalletBalance } from '@topup/core/wallet';
import { type ApiWorld, airtime, apiWorld, type Client, electricity } from './testing/api-world';

// A body must mean the same to every reader, and one answer must name all that is wrong with it.

const AIRTIME = '/v1/airtime/purchase';
let world: ApiWorld;
let client: Client;

beforeAll(async () => {
  world = await apiWorld({ purchaseWaitMs: 60_000, syncWaitMs: 60_000 });
});
beforeEach(async () => {
  client = await world.client();
});
afterAll(() => world.close());

const send = (text: string, path = AIRTIME) => world.post(path, client, text).type('json');
const withAmount = (number: string) => JSON.stringify(airtime({ amount: 'AMOUNT' })).replace('"AMOUNT"', number);
const spent = async () => 10_000_000n - (await getWalletBalance(world.db, client.accountId));

describe('an amount is not the one that was sent', () => {
  test.each(['10.999999999999999999', '9.9999999999999999999', '50000.0000000000001', '10.000000000000000001'])(
    'the API returns 400 for %s, and debits nothing',
    async (number) => {
      const answer = await send(withAmount(number));
      expect([answer.status, answer.body.error]).toEqual([400, expect.stringMatching(/^amount must be a number/)]);
      expect(await spent()).toBe(0n);
    },
  );

  test.each([
    ['100.00', 10_000n],
    ['1e3', 100_000n],
    ['1E+3', 100_000n],
    ['10.10', 1_010n],
  ])('%s debits %d kobo', async (number, kobo) => {
    expect((await send(withAmount(number))).status).toBe(200);
    expect(await spent()).toBe(kobo);
  });
});

describe('a key that is named twice has two readings', () => {
  const rest = '"network":"mtn","phone":"08030000001","request_ref":"twice"';
  test.each([
    ['amount', `{${rest},"amount":10,"amount":50000}`],
    ['amount', `{${rest},"amount":10,"amount":10}`],
    ['amount', `{${rest},"amount":10,"\\u0061mount":20}`],
    ['phone', `{${rest},"amount":10,"phone":"08030000002"}`],
    ['note', `{${rest},"amount":10,"extra":[{"note":1,"note":1}]}`],
    ['__proto__', `{${rest},"amount":10,"__proto__":{},"__proto__":{}}`],
  ])('400 names %s: %s', async (key, text) => {
    const answer = await send(text);
    expect([answer.status, answer.body]).toEqual([
      400,
      { status: 'error', message: 'The request is not valid.', error: `"${key}" is named more than once` },
    ]);
    expect(await spent()).toBe(0n);
  });
});

describe('a client learns of its mistakes one by one', () => {
  test.each([
    [{ amount: 1, phone: 'x' }, ['amount must be between 10.00 and 50000.00', 'phone']],
    [{ amount: 50_001, network: 'x', request_ref: '.' }, ['amount', 'network', 'request_ref']],
    [{ amount: 'x', network: 5, phone: 5, request_ref: 5 }, ['amount', 'network', 'phone', 'request_ref']],
    [{ amount: 10.005, phone: null, request_ref: ' a' }, ['amount', 'phone', 'request_ref must not begin or end']],
  ])('%j: one answer names %j', async (changes, named) => {
    const { status, body } = await world.post(AIRTIME, client, airtime(changes));
    expect(status).toBe(400);
    for (const text of named) expect(body.error).toContain(text);
  });

  test('electricity: the bounds of the disco, the meter and the phone', async () => {
    const order = electricity({ amount: 999, meter_number: '1', phone: '1' });
    const { error } = (await world.post('/v1/electricity/purchase', client, order)).body;
    expect(error).toMatch(/meter_number .*; amount must be between 1000.00 and 500000.00; phone /);
  });

  test('a key that is named twice, and the other faults', async () => {
    const { error } = (await send('{"amount":1,"amount":1,"phone":"x"}')).body;
    expect(error).toBe(
      '"amount" is named more than once; network is required; phone must be 11 digits beginning with 0; ' +
        'amount must be between 10.00 and 50000.00; request_ref is required',
    );
  });
});

describe('two references look the same, or one cannot be written down', () => {
  test.each(['a', 'Ä-1', 'order 1', '...', '.a', 'عربي', 'नमस्ते', '😀'.repeat(50), '注文/1'])(
    '%s is a reference',
    async (ref) => {
      expect((await world.post(AIRTIME, client, airtime({ request_ref: ref }))).status).toBe(200);
    },
  );

  test.each([' old', 'o\u200bld', '\u202eold', '..'])('%j of an earlier version is still found', async (ref) => {
    const order = airtime();
    expect((await world.post(AIRTIME, client, order)).status).toBe(200);
    await world.db.$executeRaw`ALTER TABLE purchase DISABLE TRIGGER purchase_facts_are_fixed`;
    await world.db.purchase.updateMany({ where: { requestRef: String(order.request_ref) }, data: { requestRef: ref } });
    await world.db.$executeRaw`ALTER TABLE purchase ENABLE TRIGGER purchase_facts_are_fixed`;
    const found = await world.post('/v1/transaction/status', client, { request_ref: ref });
    expect([found.status, found.body.reference]).toEqual([200, ref]);
    expect((await world.post(AIRTIME, client, airtime({ request_ref: ref }))).status).toBe(400);
  });
});
