import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually, type OwnPostgres, startOwnPostgres, startWorld, type World } from '@topup/testkit';
import { type Customer, first, newCustomer } from './customer';
import { type End, endWorld, expectEnd, expectNothing } from './expect-end';
import { cases } from './form';
import { requeries } from './processes';
import { serverIsGone } from './server-is-gone';
import { type Bought, expectAccounted } from './traffic';

// Clients wait, and leases last, for longer than an outage: whatever goes well again does so without a requery.
const settings = { PURCHASE_WAIT_MS: '12000', PROVIDER_TIMEOUT_MS: '8000', LEASE_MS: '11000' };
const REJECTED = '08000100001'; // 016, which refunds
const sold: End = { status: 'success', cause: 'provider_delivered', vends: 1, events: ['success'] };

describe('Postgres goes away', () => {
  let postgres: OwnPostgres;
  let world: World;
  beforeAll(async () => {
    postgres = await startOwnPostgres();
    world = await startWorld({ databaseUrl: postgres.url, settings });
  });
  afterAll(async () => {
    await endWorld(world);
    await postgres?.remove();
  });

  test.each(
    cases<[string, () => Promise<void>]>(['is shut down', () => postgres.stop()], ['crashes', () => postgres.kill()]),
  )(
    'a database that %s would take purchases with it or need all to be restarted: it refuses quickly, keeps what it had, and sells again',
    async (_, end) => {
      const sent = await newCustomer(world, { outcome: '0001' });
      const refused = await newCustomer(world);
      const waiting = sent.buy();
      await eventually(
        () => world.purchase(sent.ref),
        (row) => row?.sends === 1,
      );

      await end();
      await serverIsGone(world);
      for (let tries = 0; tries < 5; tries += 1) await expectQuickRefusal(refused);
      await delivered(sent); // its worker cannot record it now
      await postgres.start();

      expect(await waiting).toMatchObject({ status: 200 });
      const row = await expectEnd(world, sent, sold);
      expect(requeries(first(world.workers), row.id)).toEqual([]);
      await expectNothing(world, refused);
      expect(await refused.buy()).toMatchObject({ status: 200 });
      await expectEnd(world, refused, sold);
    },
  );

  async function expectQuickRefusal(customer: Customer): Promise<void> {
    const started = performance.now();
    const answer = await customer.buy();
    expect(answer).toMatchObject({
      status: 500,
      body: { status: 'error', message: expect.stringContaining('Nothing was debited') },
    });
    expect(performance.now() - started).toBeLessThan(6_000); // half of what its client would wait for
  }

  const delivered = ({ recipient }: Customer) =>
    eventually(
      () => world.ledger(),
      ({ deliveries }) => deliveries.some((delivery) => delivery.recipient === recipient),
    );
});

describe('connections to Postgres are cut', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld({ throughProxies: true, settings });
  });
  afterAll(() => endWorld(world));

  test.each([
    ['the answer to its claim', 'claim_purchases_', 'holdReplyAfter'],
    ['its settlement', 'record_settlements_', 'holdRequestsWith'],
    ['the answer to its settlement', 'record_settlements_', 'holdReplyAfter'],
  ] as const)(
    'a worker that lost %s would leave it to a requery, or send twice: it asks the database again, and the client waits for no more',
    async (_, pattern, fault) => {
      const customer = await newCustomer(world);
      const link = world.link('worker-database');
      const hold = link[fault](pattern);
      const bought = customer.buy();
      await hold.fired;
      if ('answered' in hold) await hold.answered;
      link.cut();
      expect(await bought).toMatchObject({ status: 200 });
      const row = await expectEnd(world, customer, sold);
      expect(requeries(first(world.workers), row.id)).toEqual([]);
    },
  );

  test('a client would be told no and debited, or yes and not: whatever the cuts hit, each of 60 answers is so', async () => {
    const link = world.link('api-database');
    const buyers = await Promise.all([1_500, 1_500, 1_500].map((naira) => world.addAccount(naira))); // for 15 of 20 purchases
    const buyTwenty = (phone: string) =>
      Array.from({ length: 20 }, async (__, n): Promise<Bought> => {
        const ref = randomUUID();
        const client = world.clientOf(first(world.apis), buyers[n % buyers.length]);
        return { ref, answer: await client.buyAirtime({ ref, phone, amount: 100 }) };
      });

    const reply = link.holdReplyAfter('accept_purchases_');
    const bought = buyTwenty('08031234567');
    await reply.answered;
    link.cut(); // committed, and nobody knows
    const request = link.holdRequestsWith('accept_purchases_');
    bought.push(...buyTwenty(REJECTED));
    await request.fired;
    link.cut(); // never arrived
    bought.push(...buyTwenty('08031234567'));
    for (let cuts = 0; cuts < 10; cuts += 1) {
      await sleep(50); // anywhere
      link.cut();
    }

    const told = await Promise.all(bought);
    expect(new Set(told.map(({ answer }) => answer.status))).toContain(200);
    await expectAccounted(world, told);
  });
});
