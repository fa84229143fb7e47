import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { allInFullRun, eventually, type OwnPostgres, startOwnPostgres, startWorld, type World } from '@topup/testkit';
import { type Buyer, first, newBuyer } from './buyer';
import { expectEnd, expectNotAccepted, sold, verifyAndStop } from './expect-end';
import { backends, requeries } from './processes';
import { type Bought, expectTrueAnswers } from './traffic';
import { untilServerDown } from './until-server-down';

// Windows and leases are longer than an outage, so that purchases go on without a requery.
const settings = { PURCHASE_WAIT_MS: '12000', PROVIDER_TIMEOUT_MS: '8000' };
const REJECTED = '08000100001'; // 016, which refunds

describe('a lost Postgres takes purchases with it, or needs a restart of everything', () => {
  let postgres: OwnPostgres;
  let world: World;
  beforeAll(async () => {
    postgres = await startOwnPostgres();
    world = await startWorld({ databaseUrl: postgres.url, settings });
  });
  afterAll(async () => {
    await verifyAndStop(world);
    await postgres?.remove();
  });

  // fault D1: accept, settle, answer, sweep
  // fault D3: accept, settle
  test.each(
    allInFullRun<[string, () => Promise<void>]>(
      ['is shut down', () => postgres.stop()],
      ['crashes', () => postgres.kill()],
    ),
  )('while the database %s, clients are declined quickly; then all goes on, without a requery', async (_, end) => {
    const sent = await newBuyer(world, { outcome: '0001' });
    const declined = await newBuyer(world);
    const waiting = sent.buy();
    await eventually(
      () => world.purchase(sent.ref),
      (row) => row?.sends === 1,
    );

    const serving = await backends(world, 'topup-api');
    await end();
    await untilServerDown(world, serving);
    for (let tries = 0; tries < 5; tries += 1) await expectDeclinedQuickly(declined);
    await delivered(sent); // its worker cannot record it now
    await postgres.start();

    expect(await waiting).toMatchObject({ status: 200 });
    const row = await expectEnd(world, sent, sold('success'));
    expect(requeries(first(world.workers), row.id)).toEqual([]);
    await expectNotAccepted(world, declined);
    expect(await declined.buy()).toMatchObject({ status: 200 });
    await expectEnd(world, declined, sold('success'));
  });

  async function expectDeclinedQuickly(buyer: Buyer): Promise<void> {
    const started = performance.now();
    const answer = await buyer.buy();
    expect(answer).toMatchObject({
      status: 500,
      body: { status: 'error', message: expect.stringContaining('Nothing was debited') },
    });
    expect(performance.now() - started).toBeLessThan(6_000); // half of what its client would wait for
  }

  const delivered = ({ recipient }: Buyer) =>
    eventually(
      () => world.ledger(),
      ({ deliveries }) => deliveries.some((delivery) => delivery.recipient === recipient),
    );
});

describe('a cut connection to Postgres makes answers wrong or repeats a send', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld({ throughProxies: true, settings });
  });
  afterAll(() => verifyAndStop(world));

  // fault D4: claim, settle
  test.each([
    ['the answer to its claim', 'claim_purchases', 'holdReplyAfter'],
    ['its settlement', 'record_settlements', 'holdRequestsWith'],
    ['the answer to its settlement', 'record_settlements', 'holdReplyAfter'],
  ] as const)(
    'a worker that lost %s asks the database again: no second send, no requery',
    async (_, pattern, fault) => {
      const buyer = await newBuyer(world);
      const link = world.link('worker-database');
      const hold = link[fault](pattern);
      const bought = buyer.buy();
      await hold.fired;
      if ('answered' in hold) await hold.answered;
      link.cut();
      expect(await bought).toMatchObject({ status: 200 });
      const row = await expectEnd(world, buyer, sold('success'));
      expect(requeries(first(world.workers), row.id)).toEqual([]);
    },
  );

  // fault D4: accept, answer
  test('each of 60 answers is true, whatever the cuts hit', async () => {
    const link = world.link('api-database');
    // for 15 of 20 purchases
    const buyers = await Promise.all([1_500, 1_500, 1_500].map((naira) => world.addAccount(naira)));
    const buyTwenty = (phone: string) =>
      Array.from({ length: 20 }, async (__, n): Promise<Bought> => {
        const ref = randomUUID();
        const client = world.clientOf(first(world.apis), buyers[n % buyers.length]);
        return { ref, answer: await client.buyAirtime({ ref, phone, amount: 100 }) };
      });

    const reply = link.holdReplyAfter('accept_purchases');
    const bought = buyTwenty('08031234567');
    await reply.answered;
    link.cut(); // committed, and nobody knows
    const request = link.holdRequestsWith('accept_purchases');
    bought.push(...buyTwenty(REJECTED));
    await request.fired;
    link.cut(); // never arrived
    bought.push(...buyTwenty('08031234567'));
    for (let cuts = 0; cuts < 10; cuts += 1) {
      await sleep(50); // anywhere
      link.cut();
    }

    const answers = await Promise.all(bought);
    expect(new Set(answers.map(({ answer }) => answer.status))).toContain(200);
    await expectTrueAnswers(world, answers);
  });
});
