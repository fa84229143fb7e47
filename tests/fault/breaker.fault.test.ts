import { randomUUID } from 'node:crypto';
import { eventually, startWorld, type World } from '@topup/testkit';
import { ledgerEntriesOf } from '../journey/support/books';
import { verifyAndStop } from './expect-end';

// Enough calls for the breaker to judge by, and a reset that ten purchases do not outlast on a busy machine.
const MANY = 40;
const settings = {
  PROVIDER_BREAKER_RESET_MS: '3000',
  PURCHASE_WAIT_MS: '15000',
  PROVIDER_TIMEOUT_MS: '5000',
  LEASE_MS: '6700',
};

describe('the circuit breaker', () => {
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

  test('while the provider is away every purchase would wait for its own three tries; it is answered, refunded, and sold again when the provider is back', async () => {
    await world.link('worker-provider').setMode('refuse');
    world.link('worker-provider').cut();
    const refused = await buyMany(MANY);
    expect(refused.map(({ answer }) => answer.status)).toEqual(Array(MANY).fill(424));
    expect(alerts('provider').filter(({ alert }) => alert === 'provider_breaker')).not.toEqual([]);
    for (const { ref } of refused) expect(await ledgerEntriesOf(world, ref)).toEqual(['debit -10000', 'refund 10000']);

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

  test('an empty float would be asked by every purchase: after the first refusal the others are refunded without the provider having seen them', async () => {
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
