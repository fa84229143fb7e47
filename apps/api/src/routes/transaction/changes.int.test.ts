import { NO_ORIGIN } from '@topup/core/audit';
import { productTypes } from '@topup/core/product';
import { settleByHand } from '@topup/core/purchase';
import { exampleOrders, switchApprovalsOff } from '@topup/testkit';
import {
  type ApiWorld,
  airtime,
  apiWorld,
  type Client,
  delivered,
  rejected,
  unknown,
  vended,
} from '../../testing/api-world';

let world: ApiWorld;
let client: Client;

beforeAll(async () => {
  world = await apiWorld({ purchaseWaitMs: 2_000 });
  await switchApprovalsOff(world.db);
  await world.plan();
});
beforeEach(async () => {
  client = await world.client(10_000_000n);
});
afterAll(() => world.close());

const changes = (query: Record<string, string | number> = {}, by = client) =>
  world.get(`/v1/transactions/changes?${new URLSearchParams(query as Record<string, string>)}`, by);
const pairs = (body: { data: { reference: string; status: string }[] }) =>
  body.data.map(({ reference, status }) => [reference, status]);

async function buy(request_ref: string, outcome: typeof delivered | typeof rejected | typeof unknown = delivered) {
  world.provider.answer = () => outcome;
  await world.post('/v1/airtime/purchase', client, airtime({ request_ref }));
  return world.db.purchase.findFirstOrThrow({ where: { requestRef: request_ref, accountId: client.accountId } });
}

describe('a program that was down must guess which purchases to ask about', () => {
  test('it reads each end once, oldest first, as the list has it, and goes on from its cursor', async () => {
    await buy('c-1');
    await buy('c-2', rejected);
    await buy('c-3', unknown);
    const first = (await changes({ limit: 1 })).body;
    expect(pairs(first)).toEqual([['c-1', 'successful']]);
    const second = (await changes({ after: first.next_cursor })).body;
    expect(pairs(second)).toEqual([['c-2', 'failed']]);
    const { changed_at, ...row } = second.data[0];
    const listed = (await world.get('/v1/transactions?search=c-2', client)).body.data;
    expect([row]).toEqual(listed);
    expect(Date.parse(changed_at)).toBeGreaterThan(Date.parse(row.created_at));
    expect((await changes({ after: second.next_cursor })).body).toEqual({
      status: 'success',
      message: 'Changes of transactions, oldest first.',
      data: [],
      next_cursor: second.next_cursor,
    });
  });

  test('every product is there', async () => {
    world.provider.answer = () => vended;
    for (const product of productTypes) {
      const { path, body } = exampleOrders[product];
      await world.post(path, client, { ...body, request_ref: `all-${product}` });
    }
    const { data } = (await changes()).body;
    expect(data.map(({ transaction_type }: { transaction_type: string }) => transaction_type).sort()).toEqual(
      [...productTypes].sort(),
    );
  });

  test('a reversal comes as one more row, and the first one is unchanged', async () => {
    const { id, requestRef } = await buy('r-1');
    const before = (await changes()).body.data[0];
    const by = { actor: { kind: 'ops', systemUser: 'ada', as: null }, origin: NO_ORIGIN } as const;
    await settleByHand(world.db, by, { id, requestRef }, { decision: 'refund', note: 'not there' }, undefined);
    const { body } = await changes();
    expect(pairs(body)).toEqual([
      ['r-1', 'successful'],
      ['r-1', 'failed'],
    ]);
    expect(body.data[0]).toMatchObject({ message: before.message, error_code: null });
    expect(body.data[1]).toMatchObject({ error_code: 'refunded_by_operator' });
  });

  test('from now on, another account, and a key without purchases', async () => {
    await buy('n-1');
    const now = (await changes({ after: 'now', wait: 20 })).body;
    expect(now.data).toEqual([]);
    await buy('n-2');
    expect(pairs((await changes({ after: now.next_cursor })).body)).toEqual([['n-2', 'successful']]);
    const stranger = await world.client();
    const { body } = await changes({}, stranger);
    expect(body.data).toEqual([]);
    expect((await changes({ after: body.next_cursor }, stranger)).body.next_cursor).toBe(body.next_cursor);
    expect(pairs((await changes({ after: body.next_cursor })).body)).toHaveLength(2); // a place, and no right
  });

  test.each([
    ['after', 'x'],
    ['after', 'bm93'],
    ['limit', '0'],
    ['wait', '21'],
    ['wait', '1.5'],
    ['cursor', 'x'],
  ])('%s=%s is a 400 that names it', async (name, value) => {
    const { status, body } = await changes({ [name]: value });
    expect([status, body.error]).toEqual([400, expect.stringContaining(name)]);
  });
});

describe('a program that polls often costs more than it must, and learns late', () => {
  test('it waits, and gets the change when it comes', async () => {
    const { next_cursor } = (await changes()).body;
    const waiting = changes({ after: next_cursor, wait: 20 }).then(({ body }) => body);
    await world.watching(1);
    await buy('w-1');
    expect(pairs(await waiting)).toEqual([['w-1', 'successful']]);
    await world.watching(0);
  });

  test('without a change the wait ends with the same cursor', async () => {
    const { next_cursor } = (await changes()).body;
    expect((await changes({ after: next_cursor, wait: 1 })).body).toMatchObject({ data: [], next_cursor });
  });

  test('of many readers of an account only some wait, and another account still does', async () => {
    const { next_cursor } = (await changes()).body;
    const readers = Array.from({ length: 25 }, () =>
      changes({ after: next_cursor, wait: 20 }).then(({ body }) => body),
    );
    expect(await Promise.race(readers)).toMatchObject({ data: [] });
    await world.watching(20);
    const other = await world.client();
    const waiting = changes({ wait: 20 }, other).then(({ body }) => body);
    await world.watching(21);
    await buy('many');
    const got = (await Promise.all(readers)).filter(({ data }) => data.length > 0);
    expect(got).toHaveLength(20);
    await world.db.$executeRaw`
      INSERT INTO purchase_change (account_id, server_since, changed_in, purchase_id, status)
      SELECT ${other.accountId}::uuid, server_since, changed_in, purchase_id, status FROM purchase_change LIMIT 1`;
    expect((await waiting).data).toHaveLength(1);
  });
});
