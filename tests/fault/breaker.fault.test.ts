import { randomUUID } from 'node:crypto';
import { eventually, startWorld, type World } from '@topup/testkit';
import { ledgerEntriesOf } from '../journey/support/books';
import { verifyAndStop } from './expect-end';

// Enough calls to open the breaker, and a reset time that is longer than ten purchases take on a busy machine.
const MANY = 40;
const settings = {
  PROVIDER_BREAKER_RESET_MS: '3000',
  PURCHASE_WAIT_MS: '15000',
  PROVIDER_TIMEOUT_MS: '5000',
  LEASE_MS: '6700',
};

describe('purchases wait one by one for a provider that fails', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld({ throughProxies: true, settings });
  });
  afterAll(() => verifyAndStop(world));

  const buyMany = (count: number, phone = '08031234567') =>
    Promise.all(
      Array.from({ length: count }, async () => {
        const ref = randomUUID();
        return { ref, answer: await world.client.buyAirtime({ ref, phone }) };
      }),
    );
  const attempts = async () => (await world.ledger()).posts.length;
  const alerts = (breaker: string) =>
    world.workers.flatMap((worker) => worker.logs()).filter((entry) => entry.breaker === breaker);

  test('while the provider is away purchases are refunded at once, and sold again afterwards', async () => {
    await world.link('worker-provider').setMode('refuse');
    world.link('worker-provider').cut();
    const declined = await buyMany(MANY);
    expect(declined.map(({ answer }) => answer.status)).toEqual(Array(MANY).fill(424));
    expect(alerts('provider').filter(({ alert }) => alert === 'provider_breaker')).not.toEqual([]);
    for (const { ref } of declined) expect(await ledgerEntriesOf(world, ref)).toEqual(['debit -10000', 'refund 10000']);

    await world.link('worker-provider').setMode('pass');
    const [sold] = await eventually(
      () => buyMany(1),
      ([bought]) => bought?.answer.status === 200,
      15_000,
    );
    expect(sold?.answer.body.status).toBe('successful');
    const again = await buyMany(MANY);
    expect(again.map(({ answer }) => answer.status)).toEqual(Array(MANY).fill(200));
  });

  test('after one rejection for an empty float the others are refunded without a request', async () => {
    const before = await attempts();
    expect(await buyMany(1, '08001200000')).toMatchObject([{ answer: { status: 424 } }]);
    const meanwhile = await buyMany(10);
    expect(meanwhile.map(({ answer }) => answer.status)).toEqual(Array(10).fill(424));
    expect((await attempts()) - before).toBe(1);
    await eventually(
      () => buyMany(1),
      ([bought]) => bought?.answer.status === 200,
      15_000,
    );
  });
});
