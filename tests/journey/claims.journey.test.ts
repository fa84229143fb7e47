import { randomUUID } from 'node:crypto';
import { type ApiClient, startWorld, type World } from '@topup/testkit';
import { type Ops, operatorsOf } from './support/ops';
import { airtime, buy } from './support/products';

// A client claims that a purchase was not received, and reads the answer: specification 4.15 and 4.20.

type Claim = { request_ref?: string; state: string; answered_at: string | null; answer: string | null };

describe('a customer got nothing, and neither the operator nor the client hears of it', () => {
  let world: World;
  let ops: Ops;
  const clients: Record<'live' | 'test', ApiClient> = {} as never;

  beforeAll(async () => {
    world = await startWorld({ asGrantedRole: true, mode: 'live' });
    ops = operatorsOf(world);
    for (const mode of ['live', 'test'] as const) {
      const words = ['--account', world.account.id, '--name', 'claims', '--mode', mode];
      const { key: apiKey } = await ops<{ key: string }>('key', 'create', ...words);
      clients[mode] = world.clientFor({ ...world.account, apiKey });
    }
    expect((await clients.test.call('POST', '/v1/test/wallet/fund', { amount: 5000 })).status).toBe(200);
  });
  afterAll(() => world?.stop());

  async function claimed(client: ApiClient): Promise<{ reference: string; claim(): Promise<Claim> }> {
    const reference = randomUUID();
    expect((await buy(client, airtime, reference)).status).toBe(200);
    const claim = async () => {
      const body = { request_ref: reference, note: 'No airtime came on 08031234567' };
      const answer = await client.call<Claim>('POST', '/v1/transaction/claim', body);
      expect(answer.status).toBe(200);
      return answer.body.data as Claim;
    };
    return { reference, claim };
  }

  const listed = async (client: ApiClient, reference: string) => {
    const { body } = await client.call<{ claim?: Claim }[]>('GET', `/v1/transactions?search=${reference}`);
    return body.data?.[0]?.claim;
  };

  test('specification 4.20: an operator finds it, confirms it, and the client reads the proof', async () => {
    const { reference, claim } = await claimed(clients.live);
    expect(await listed(clients.live, reference)).toBeUndefined();
    const open = { state: 'open', answered_at: null, answer: null };
    expect(await claim()).toEqual({ request_ref: reference, ...open });
    expect(await listed(clients.live, reference)).toEqual(open);
    const [found] = await ops<{ reference: string; note: string }[]>('claim', 'list');
    expect([found?.reference, found?.note.includes('08031234567')]).toEqual([reference, false]);

    await ops('claim', 'confirm', reference, '--proof', 'MTN, ticket 4713');
    const confirmed = { state: 'confirmed', answered_at: expect.any(String), answer: 'MTN, ticket 4713' };
    expect(await claim()).toEqual({ request_ref: reference, ...confirmed });
    expect(await listed(clients.live, reference)).toEqual(confirmed);
    expect(await ops('claim', 'list')).toEqual([]);
  });

  test('specification 4.20: a reversal answers it, and the money is back', async () => {
    const { reference, claim } = await claimed(clients.live);
    expect(await claim()).toMatchObject({ state: 'open' });
    const balance = async () => Number((await clients.live.balance()).body.data?.balance);
    const before = await balance();
    await world.sql(`UPDATE money_rule SET approvals = 'off'`); // a refund of what was delivered needs two operators
    await ops('purchase', 'settle', reference, '--refund', '--note', 'not at MTN');
    const answer = 'The purchase was reversed and refunded.';
    const reversed = { state: 'reversed', answered_at: expect.any(String), answer };
    expect(await claim()).toEqual({ request_ref: reference, ...reversed });
    expect(await listed(clients.live, reference)).toEqual(reversed);
    expect((await balance()) - before).toBe(airtime.naira);
  });

  test('specification 4.20: the claim of a test purchase is confirmed at once', async () => {
    const { reference, claim } = await claimed(clients.test);
    expect(await claim()).toEqual({
      request_ref: reference,
      state: 'confirmed',
      answered_at: expect.any(String),
      answer: 'Test purchases are confirmed automatically.',
    });
    expect(await ops('claim', 'list')).toEqual([]);
  });
});
