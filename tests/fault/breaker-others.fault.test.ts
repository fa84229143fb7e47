import { randomUUID } from 'node:crypto';
import { type ApiAnswer, type ApiClient, eventually, startWorld, type World } from '@topup/testkit';
import { operatorsOf } from '../journey/support/ops';
import { airtime, buy, cable, data, numberOf, type Product, prepaid } from '../journey/support/products';
import { first } from './buyer';
import { verifyAndStop } from './expect-end';

const LOW_FLOAT = numberOf('12');
const HANGS = numberOf('06');
const UNREADABLE = numberOf('11');

// The provider is given longer than a trial, and the maximum wait is longer than a breaker stays open before one.
const settings = {
  PROVIDER_BREAKER_RESET_MS: '2000',
  PROVIDER_MAX_WAIT_MS: '5000',
  PURCHASE_WAIT_MS: '12000',
  SYNC_WAIT_MS: '12000',
  PROVIDER_TIMEOUT_MS: '20000',
};

describe('one account’s orders stop another account', () => {
  let world: World;
  let a: ApiClient;
  let b: ApiClient;

  beforeAll(async () => {
    world = await startWorld({ settings });
    await operatorsOf(world)('catalogue', 'sync');
    a = world.client;
    b = await newClient();
    await a.call('POST', '/v1/cabletv/variations', { product_type: 'dstv' });
  });
  afterAll(() => verifyAndStop(world));

  const newClient = async () => world.clientFor(await world.addAccount(1_000_000));
  const statuses = (answers: ApiAnswer[]) => answers.map(({ status }) => status);
  const many = (client: ApiClient, product: Product, count: number, recipient?: string) =>
    Promise.all(Array.from({ length: count }, () => buy(client, product, randomUUID(), recipient)));
  const expectSold = async (product: Product, count = 10) =>
    expect(statuses(await many(a, product, count))).toEqual(Array(count).fill(200));

  /** Buys without waiting for the answer, until the order is sent. */
  async function buyOne(client: ApiClient, recipient: string): Promise<{ answer: Promise<ApiAnswer> }> {
    const ref = randomUUID();
    const answer = buy(client, airtime, ref, recipient);
    await eventually(
      () => world.purchase(ref),
      (row) => row?.sends === 1,
    );
    return { answer };
  }

  /** Buys what is not answered readably, 24 times each, until these accounts, or three of them, are stopped. */
  async function buyUnreadable(clients: ApiClient[]): Promise<{ answers: Promise<ApiAnswer[][]> }> {
    const stopped = () =>
      first(world.workers)
        .logs()
        .filter(({ alert }) => alert === 'provider_breaker').length;
    const before = stopped();
    const answers = Promise.all(clients.map((client) => many(client, airtime, 24, UNREADABLE)));
    await eventually(stopped, (count) => count >= before + Math.min(clients.length, 3), 30_000);
    return { answers };
  }

  test('the other account notices nothing when one number gets "low wallet balance"', async () => {
    expect(statuses(await many(b, airtime, 1, LOW_FLOAT))).toEqual([424]);
    await expectSold(airtime);
    await expectSold(data);
    expect(statuses(await many(b, airtime, 2))).toEqual([200, 200]);
  });

  test('the other account notices nothing when the same happens to electricity, in the api', async () => {
    expect(statuses(await many(b, prepaid, 1, LOW_FLOAT))).toEqual([424]);
    await expectSold(cable, 3);
    await expectSold(prepaid, 3);
  });

  test('the other account notices nothing when a number hangs after it: no client’s order is a trial', async () => {
    await many(b, airtime, 1, LOW_FLOAT);
    const hanging = many(b, airtime, 3, HANGS);
    await expectSold(data, 30);
    await expectSold(airtime);
    expect(statuses(await hanging)).toEqual([202, 202, 202]);
  });

  test('the other account notices nothing of 24 unreadable orders, which stop their own account', async () => {
    const { answers } = await buyUnreadable([b]);
    await expectSold(airtime);
    const trial = await buyOne(b, HANGS);
    const [stopped] = await many(b, airtime, 1);
    expect(stopped?.body.message).toBe(
      'Airtime purchase failed: The provider is not available for this order now. Your wallet has been refunded.',
    );
    await expectSold(airtime);
    expect((await trial.answer).status).toBe(202);
    expect(statuses((await answers).flat())).not.toContain(500);
  });

  test('the other account notices nothing of eight accounts whose orders are unreadable', async () => {
    const eight = await Promise.all(Array.from({ length: 8 }, newClient));
    const { answers } = await buyUnreadable(eight);
    await expectSold(airtime);
    await expectSold(data);
    expect(statuses((await answers).flat())).not.toContain(500);
  });

  test('the other account notices nothing of 24 broken lookups, which stop their own account', async () => {
    const verify = (client: ApiClient, meter_number: string) =>
      client.call('POST', '/v1/electricity/verify', {
        disco: 'eko-electric',
        meter_number,
        meter_type: 'prepaid',
      });
    const broken = await Promise.all(Array.from({ length: 24 }, () => verify(b, UNREADABLE)));
    expect(statuses(broken)).toEqual(Array(24).fill(500));
    expect((await verify(b, '45012345678')).status).toBe(500);
    expect(statuses(await Promise.all(Array.from({ length: 5 }, () => verify(a, '45012345678'))))).toEqual(
      Array(5).fill(200),
    );
  });
});
