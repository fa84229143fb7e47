import { randomUUID } from 'node:crypto';
import { type ApiAnswer, type ApiClient, eventually, startWorld, type TestAccount, type World } from '@topup/testkit';
import { expectConsistent, expectSold, ledgerEntriesOf, storedEventsOf } from './support/books';
import { type Ops, ofAccount, openAccount, operatorsOf } from './support/ops';
import { expectSigned } from './support/webhooks';

/** Delivered after 8 s. */
const DELIVERED_LATE = '08000008000';

let world: World;
let ops: Ops;

beforeAll(async () => {
  const settings = {
    PURCHASE_WAIT_MS: '15000',
    PROVIDER_TIMEOUT_MS: '12000',
  };
  world = await startWorld({ apis: 2, workers: 2, settings });
  ops = operatorsOf(world);
});
afterAll(() => world?.stop());

async function account(naira: number): Promise<TestAccount> {
  const [first] = await openAccount(world, naira);
  if (first === undefined) throw new Error('an account without a key');
  return first;
}

/** One client of the account per api process. */
const clientsOf = (owner: TestAccount): ApiClient[] => world.apis.map((api) => world.clientOf(api, owner));

type Call = { startedAt: number; tookMs: number; status: number };

/**
 * Repeats a request until it returns 401. `startedAt` can be compared with times of the database: both use the system
 * clock.
 */
async function callUntilDeclined(client: ApiClient): Promise<Call[]> {
  const calls: Call[] = [];
  await eventually(
    async () => {
      const startedAt = Date.now();
      const { status } = await client.balance();
      calls.push({ startedAt, tookMs: Date.now() - startedAt, status });
      return status;
    },
    (status) => status === 401,
    15_000,
  );
  return calls;
}

/**
 * Every api process accepted the client before `at`, and none of them a second after it. A call takes some
 * milliseconds: what the longest took says how late everything is on a busy machine, and that is allowed for.
 */
function expectDeclinedWithinASecond(calls: Call[][], at: Date): void {
  const lateMs = 2 * Math.max(...calls.flat().map(({ tookMs }) => tookMs));
  const declinedFrom = at.getTime() + 1_000 + lateMs;
  for (const each of calls) {
    expect(each[0]?.status).toBe(200);
    expect(each.at(-1)?.status).toBe(401);
    expect(each.filter(({ startedAt, status }) => status === 200 && startedAt > declinedFrom)).toEqual([]);
  }
}

describe('a key or an account that was locked goes on spending', () => {
  // fault C22
  test('a revoked key is declined by every api process within a second', async () => {
    const owner = await account(1_000);
    const calling = Promise.all(clientsOf(owner).map(callUntilDeclined));
    await ops('key', 'revoke', '--key', owner.keyId);
    const calls = await calling;

    const [key] = await world.sql<{ revoked_at: Date }>('SELECT revoked_at FROM api_key WHERE id = $1', [owner.keyId]);
    expectDeclinedWithinASecond(calls, key?.revoked_at ?? new Date(0));
    for (const client of clientsOf(owner)) {
      const { status, body } = await client.buyAirtime({ ref: randomUUID() });
      expect({ status, body }).toEqual({
        status: 401,
        body: { message: expect.any(String), error: expect.any(String) },
      });
    }
    expect(await world.sql('SELECT FROM purchase WHERE account_id = $1', [owner.id])).toHaveLength(0);
  });

  test('a new key works at once on every api process, beside the older one', async () => {
    const owner = await account(1_000);
    const words = [...ofAccount(world, owner), '--name', 'second'];
    const { id: keyId, key: apiKey } = await ops<{ id: string; key: string }>('key', 'create', ...words);
    const answers = await Promise.all(clientsOf({ ...owner, keyId, apiKey }).map((client) => client.balance()));
    answers.push(...(await Promise.all(clientsOf(owner).map((client) => client.balance()))));
    expect(answers.map(({ status, body }) => [status, body.data?.balance])).toEqual(
      answers.map(() => [200, '1000.00']),
    );
  });

  // fault C22
  test('a suspended account’s open purchase is still delivered, answered and announced', async () => {
    const owner = await account(1_000);
    const [client] = clientsOf(owner);
    const ref = randomUUID();
    await client?.setWebhook(world.receiver.url);
    const bought = client?.buyAirtime({ ref, phone: DELIVERED_LATE, amount: 250 });
    await eventually(
      () => world.purchase(ref),
      (row) => row?.sends === 1,
    );
    const calling = Promise.all(clientsOf(owner).map(callUntilDeclined));
    await ops('account', 'suspend', '--account', owner.liveId);
    const suspendedBy = new Date();
    expectDeclinedWithinASecond(await calling, suspendedBy);
    expect((await world.purchase(ref))?.status).toBe('initiated'); // so it is finished while the account is suspended

    expect(await bought).toMatchObject({ status: 200, body: { status: 'successful', reference: ref } });
    expect(await world.purchase(ref)).toMatchObject({ status: 'success', sends: 1 });
    expect(await ledgerEntriesOf(world, ref)).toEqual(['debit -25000']);
    await expectSold(world, ref);
    expectSigned(await world.receiver.waitFor(({ body }) => body?.reference === ref), owner.apiKey);
    expect(await storedEventsOf(world, ref)).toMatchObject([{ event: 'airtime.purchase.success' }]);
    await ops('account', 'resume', '--account', owner.liveId);
    await eventually(
      () => client?.balance(),
      (answer) => answer?.body.data?.balance === '750.00',
    );
  });
});

describe('purchases at the same moment overdraw a wallet or pay twice', () => {
  // fault C1
  test('of 60 equal orders at once, over two api processes, one is sold and 59 are declined', async () => {
    const owner = await account(10_000);
    const ref = randomUUID();
    const answers = await atOnce(clientsOf(owner), 60, (client) => client.buyAirtime({ ref, amount: 100 }));

    expect(tally(answers)).toEqual({ 200: 1, 400: 59 });
    expect(answers.filter(({ status }) => status === 400).map(({ body }) => body.message)).toEqual(
      Array.from({ length: 59 }, () => expect.stringContaining('request_ref')),
    );
    expect(await ledgerEntriesOf(world, ref)).toEqual(['debit -10000']);
    await expectSold(world, ref);
    expect((await clientsOf(owner)[0]?.balance())?.body.data?.balance).toBe('9900.00');
  });

  // fault C4
  test('of 120 purchases at once on a balance for 99, over two apis and two workers, 99 are sold', async () => {
    const owner = await account(9_900);
    const answers = await atOnce(clientsOf(owner), 120, (client, n) =>
      client.buyAirtime({ ref: `haste-${owner.id}-${n}`, amount: 100 }),
    );

    expect(tally(answers)).toEqual({ 200: 99, 400: 21 });
    expect((await clientsOf(owner)[1]?.balance())?.body.data?.balance).toBe('0.00');
    const rows = await world.sql<{ status: string; request_ref: string }>(
      'SELECT status, request_ref FROM purchase WHERE account_id = $1',
      [owner.id],
    );
    expect(rows.map(({ status }) => status)).toEqual(Array.from({ length: 99 }, () => 'success'));
    for (const { request_ref } of rows) await expectSold(world, request_ref);
    for (const worker of world.workers) expect(worker.logs('sent')).not.toHaveLength(0);
  });

  test('nothing was sold twice or given away, and the books add up', () => expectConsistent(world));
});

function atOnce(
  clients: ApiClient[],
  count: number,
  call: (client: ApiClient, n: number) => Promise<ApiAnswer>,
): Promise<ApiAnswer[]> {
  const calls = Array.from({ length: count }, (_, n) => clients.slice(n % clients.length)[0]);
  return Promise.all(calls.flatMap((client, n) => (client ? [call(client, n)] : [])));
}

function tally(answers: ApiAnswer[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
