import request, { type Response } from 'supertest';
import {
  type ApiWorld,
  airtime,
  apiWorld,
  type Client,
  cable,
  data,
  delivered,
  electricity,
  rejected,
  unknown,
  vended,
} from '../testing/api-world';

// Each answer is also compared with the OpenAPI document.

let world: ApiWorld;
let client: Client;

beforeAll(async () => {
  world = await apiWorld({ purchaseWaitMs: 2_000, syncWaitMs: 2_000 });
  await world.plan();
  client = await world.client();
  const buy = (path: string, order: object) => world.post(`/v1/${path}/purchase`, client, order);
  world.provider.answer = () => delivered;
  await buy('airtime', airtime({ request_ref: 'first' })).expect(200);
  await buy('data', data({ request_ref: 'second', phone: '08050000002' })).expect(200);
  world.provider.answer = () => vended;
  await buy('electricity', electricity({ request_ref: 'third' })).expect(200);
  world.provider.answer = () => rejected;
  await buy('cabletv', cable({ request_ref: 'fourth' })).expect(424);
  world.provider.answer = () => unknown;
  await buy('airtime', airtime({ request_ref: 'fifth' })).expect(202);
});
afterAll(() => world.close());

const list = (query = '', by = client) => world.get(`/v1/transactions${query}`, by);
const entries = (query = '', by = client) => world.get(`/v1/wallet/entries${query}`, by);
const referencesOf = ({ body }: Response): string[] =>
  body.data.map(({ reference }: { reference: string }) => reference);

describe('a client cannot reconcile its purchases (specification 4.15)', () => {
  test('newest first, each with what the status query says about it', async () => {
    const { body } = await list();
    expect(body).toMatchObject({ status: 'success', next_cursor: null });
    expect(body.data.map(({ reference }: { reference: string }) => reference)).toEqual([
      'fifth',
      'fourth',
      'third',
      'second',
      'first',
    ]);
    for (const { reference, status, message, error_code, completed_at, ...data } of body.data) {
      const asked = await world.post('/v1/transaction/status', client, { request_ref: reference });
      expect({ status, message, data }).toEqual({
        status: asked.body.status,
        message: asked.body.message,
        data: asked.body.data,
      });
      expect(error_code).toBe(asked.headers['x-error-code'] ?? null);
      expect(completed_at === null).toBe(status === 'pending');
    }
  });

  test('a list sends no event', async () => {
    await world.post('/v1/webhook/set', client, { webhook_url: 'https://client.example/hook' }).expect(200);
    const events = () => world.db.webhookEvent.count();
    const before = await events();
    await list();
    expect(await events()).toBe(before);
  });

  test.each([
    ['?status=successful', ['third', 'second', 'first']],
    ['?status=failed', ['fourth']],
    ['?status=pending', ['fifth']],
    ['?product=AIRTIME', ['fifth', 'first']],
    ['?product=AIRTIME&status=successful', ['first']],
    ['?search=second', ['second']],
    ['?search=08050000002', ['second']],
    ['?search=1111111111111', ['third']],
    ['?search=nobody', []],
    ['?from=2020-01-01&to=2020-12-31', []],
    ['?from=1900-01-01&to=2999-12-31', ['fifth', 'fourth', 'third', 'second', 'first']],
    ['?from=2020-01-01T00:00:00%2B01:00', ['fifth', 'fourth', 'third', 'second', 'first']],
    ['?status=&limit=&cursor=', ['fifth', 'fourth', 'third', 'second', 'first']],
  ])('%s', async (query, expected) => {
    expect(referencesOf(await list(query).expect(200))).toEqual(expected);
  });

  test('a day is one of Lagos, and the last day is included', async () => {
    const at = new Date('2026-11-20T23:30:00Z'); // 00:30 of the 21st in Lagos
    const buyer = await world.client();
    world.provider.answer = () => delivered;
    await world.post('/v1/airtime/purchase', buyer, airtime({ request_ref: 'at-night' })).expect(200);
    await world.db.$transaction([
      world.db.$executeRaw`SET LOCAL session_replication_role = replica`,
      world.db.$executeRaw`UPDATE purchase SET created_at = ${at} WHERE account_id = ${buyer.accountId}::uuid`,
    ]);
    const found = async (query: string) => referencesOf(await list(query, buyer).expect(200)).length;
    expect(await found('?from=2026-11-21&to=2026-11-21')).toBe(1);
    expect(await found('?to=2026-11-20')).toBe(0);
    expect(await found('?from=2026-11-20T23:30:00Z')).toBe(1);
    expect(await found('?to=2026-11-20T23:30:00Z')).toBe(0);
  });

  test.each<[(query?: string) => ReturnType<typeof list>, number]>([
    [list, 5],
    [entries, 7],
  ])('page by page, every row is there once (%p)', async (read, count) => {
    const { body: whole } = await read().expect(200);
    expect(whole.data).toHaveLength(count);
    const paged: unknown[] = [];
    let query = '?limit=2';
    for (;;) {
      const { body } = await read(query).expect(200);
      expect(body.data.length).toBeLessThanOrEqual(2);
      paged.push(...body.data);
      if (body.next_cursor === null) break;
      query = `?limit=2&cursor=${body.next_cursor}`;
    }
    expect(paged).toEqual(whole.data);
  });

  test('other accounts, and the other mode, are not in it', async () => {
    const inTest = await world.testClient(client);
    for (const other of [await world.client(), inTest]) {
      expect(referencesOf(await list('', other))).toEqual([]);
      expect((await entries('', other)).body.data).toHaveLength(1); // its own funding
      expect(referencesOf(await list('?search=first', other))).toEqual([]);
    }
    const { body } = await list('?limit=1');
    expect(referencesOf(await list(`?cursor=${body.next_cursor}`, inTest))).toEqual([]);
  });
});

describe('an api of the last release fails at a purchase of a product that only a newer one sells', () => {
  test('the list and the status query show what its row has', async () => {
    const buyer = await world.client();
    world.provider.answer = () => unknown;
    await world.post('/v1/cabletv/purchase', buyer, cable({ request_ref: 'newer' })).expect(202);
    await world.db.$transaction([
      world.db.$executeRaw`SET LOCAL session_replication_role = replica`,
      world.db.$executeRaw`INSERT INTO product VALUES ('NEWER', true, '{}', false)`,
      world.db.$executeRaw`ALTER TABLE purchase DROP CONSTRAINT purchase_product_type_check`,
      world.db.$executeRaw`UPDATE purchase SET product_type = 'NEWER' WHERE account_id = ${buyer.accountId}::uuid`,
    ]);
    const key = { Authorization: `Bearer ${buyer.key}` };
    const row = { transaction_type: 'NEWER', amount: '410.00', smartcard_number: cable().smartcard_number };
    const message = 'NEWER purchase is being processed.';
    const listed = await request(world.app).get('/v1/transactions').set(key);
    expect(listed.body.data).toMatchObject([{ reference: 'newer', status: 'pending', message, ...row }]);
    const asked = await request(world.app).post('/v1/transaction/status').set(key).send({ request_ref: 'newer' });
    expect(asked.body).toMatchObject({ reference: 'newer', status: 'pending', message, data: row });
  });
});

describe('the wallet of a client does not add up (specification 4.16)', () => {
  test('each entry begins with the balance at which the one before it ended, and the last is the balance', async () => {
    const { body } = await entries();
    const rows: Record<'amount' | 'previous_balance' | 'new_balance', string>[] = body.data;
    const kobo = (naira: string) => BigInt(naira.replace('.', ''));
    rows.forEach(({ amount, previous_balance, new_balance }, i) => {
      expect(kobo(previous_balance) + kobo(amount)).toBe(kobo(new_balance));
      if (i > 0) expect(rows[i - 1]?.previous_balance).toBe(new_balance);
    });
    expect(rows[0]?.new_balance).toBe((await world.get('/v1/wallet/balance', client)).body.data.balance);
  });

  test.each([
    ['?kind=refund', ['fourth']],
    ['?kind=debit', ['fifth', 'fourth', 'third', 'second', 'first']],
    ['?kind=debit&to=2020-12-31', []],
  ])('%s', async (query, expected) => {
    expect(referencesOf(await entries(query).expect(200))).toEqual(expected);
  });
});

describe('a wrong query returns a list that it did not ask for (specification 4.14)', () => {
  test.each([
    ['?limit=0', 'limit must be a number from 1 to 100'],
    ['?limit=101', 'limit must be a number from 1 to 100'],
    ['?limit=1e1', 'limit must be a number from 1 to 100'],
    ['?cursor=x', 'cursor is not one that this list has returned'],
    ['?cursor=%00', 'cursor is not one that this list has returned'],
    ['?from=yesterday', 'from must be a day like 2026-11-22, or a time like 2026-11-22T09:30:00Z'],
    ['?to=2026-02-30T09:30', 'to must be a day like 2026-11-22, or a time like 2026-11-22T09:30:00Z'],
    ['?from=2026-02-30', 'from must be a day like 2026-11-22, or a time like 2026-11-22T09:30:00Z'],
    ['?from=0000-01-01', 'from must be a day like 2026-11-22, or a time like 2026-11-22T09:30:00Z'],
    ['?to=2026-11-31T10:00:00Z', 'to must be a day like 2026-11-22, or a time like 2026-11-22T09:30:00Z'],
    ['?limit=1&limit=2', 'limit is named more than once'],
    ['?page=2', '"page" is not a parameter of this list'],
    ['?reference=nope&limit=1', '"reference" is not a parameter of this list'],
    ['?Limit=1&limit=0', 'limit must be a number from 1 to 100; "Limit" is not a parameter of this list'],
    ['?__proto__=x&cursor=', '"__proto__" is not a parameter of this list'],
  ])('%s: 400, and names it', async (query, error) => {
    for (const read of [list, entries]) {
      const answer = await read(query);
      expect([answer.status, answer.headers['x-error-code'], answer.body.error]).toEqual([
        400,
        'validation_failed',
        error,
      ]);
    }
  });

  test('names every parameter at fault', async () => {
    const { body } = await list('?status=initiated&product=airtime&limit=-1&search=%00');
    expect(body.error).toMatch(/search must not contain control characters.*product .*status .*limit /);
  });

  test('the request log names it too', async () => {
    const { body } = await world.get('/v1/requests?request_ref=first', client).expect(400);
    expect(body.error).toBe('"request_ref" is not a parameter of this list');
  });

  test('of hundreds of names it shows a few, in part', async () => {
    const { body } = await list(`?${Array.from({ length: 900 }, (_, n) => `${n}%01%01`).join('&')}`).expect(400);
    expect(body.error.length).toBeLessThan(1_000);
  });

  test('the cursor of one list is none of the other', async () => {
    const { body } = await list('?limit=1').expect(200);
    await entries(`?cursor=${body.next_cursor}`).expect(400);
  });
});

describe('a client receives events that it does not want any more', () => {
  test('null removes the webhook URL', async () => {
    await world.post('/v1/webhook/set', client, { webhook_url: 'https://client.example/hook' }).expect(200);
    const { body } = await world.post('/v1/webhook/set', client, { webhook_url: null }).expect(200);
    expect(body).toMatchObject({ status: 'success', data: { webhook_url: null } });
    expect((await world.get('/v1/webhook/get', client)).body.data).toEqual({ webhook_url: null });
    await world.post('/v1/webhook/set', client, {}).expect(400);
  });
});
