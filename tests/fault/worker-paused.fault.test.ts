import { setTimeout as sleep } from 'node:timers/promises';
import { eventually, startWorld, type WorkerProcess, type World } from '@topup/testkit';
import { type Buyer, first, newBuyer } from './buyer';
import { denied, expectEnd, finalRow, sold, verifyAndStop, webhookStatusesOf } from './expect-end';
import { requeries, untilJobEnded } from './processes';

describe('a worker that was paused, like a suspended machine, acts on old facts', () => {
  let world: World;
  let paused: WorkerProcess;
  beforeAll(async () => {
    world = await startWorld({ throughProxies: true, workers: 0, settings: { PURCHASE_WAIT_MS: '1000' } });
  });
  beforeEach(async () => {
    paused = await world.addWorker();
  });
  afterEach(() =>
    Promise.all(world.workers.filter((each) => each.unbidden() === undefined).map((each) => each.kill())),
  );
  afterAll(() => verifyAndStop(world));

  /** Pauses the worker when its claim is committed. The answer to the claim waits in its socket. */
  async function pauseAfterClaim(buyer: Buyer): Promise<void> {
    const hold = world.link('worker-database').holdReplyAfter('claim_purchases_');
    const bought = buyer.buy();
    await hold.answered;
    expect(await world.purchase(buyer.ref)).toMatchObject({ final_at: null, sends: 1 });
    paused.pause();
    world.link('worker-database').release();
    expect(await bought).toMatchObject({ status: 202 });
  }

  // fault P4: wait, pick, claim
  test('an order is not sent after its time: it is refunded', async () => {
    const buyer = await newBuyer(world);
    await pauseAfterClaim(buyer);
    await eventually(
      () => world.sql<Late>(`SELECT clock_timestamp() > sent_at + interval '1.6 seconds' AS late FROM purchase`),
      (rows) => rows.every(({ late }) => late), // the provider's time of 1.5 s is over for all there are
    );

    paused.resume();

    const row = await expectEnd(world, buyer, {
      status: 'failed',
      cause: 'provider_unreachable',
      vends: 0,
      events: ['pending', 'failed'],
    });
    expect(paused.logs('sent')).toEqual([unsent(row.id)]);
  });

  // fault P4: claim, send
  test('an order that another worker had refunded is not sent, and the refund stands', async () => {
    const buyer = await newBuyer(world);
    await pauseAfterClaim(buyer);
    const other = await world.addWorker();
    const refunded = await finalRow(world, buyer.ref);
    expect(requeries(other, refunded.id)).toContain('missing');

    paused.resume();

    await eventually(
      () => paused.logs('sent'), // the other worker can have ended the job before, as a stalled one
      (sends) => sends.length > 0,
    );
    expect(paused.logs('sent')).toEqual([unsent(refunded.id)]);
    const row = await expectEnd(world, buyer, denied('pending', 'failed'));
    expect(row).toEqual(refunded);
  });

  // fault P4: send, settle, ack
  // fault V15: on the send
  test('an answer read late changes nothing', async () => {
    const buyer = await newBuyer(world);
    const hold = world.link('worker-provider').holdReplyAfter('POST /api/pay');
    const bought = buyer.buy();
    await hold.answered;
    paused.pause();
    world.link('worker-provider').release();
    expect(await bought).toMatchObject({ status: 202 });
    const other = await world.addWorker();
    const settled = await finalRow(world, buyer.ref);
    expect(new Set(requeries(other, settled.id))).toEqual(new Set(['delivered']));

    paused.resume();

    await untilJobEnded(world, 'airtime', settled.id);
    expect(paused.logs('sent')).toHaveLength(1);
    const row = await expectEnd(world, buyer, sold('pending', 'success'));
    expect(row).toEqual(settled);
  });
});

describe('a worker that was paused sends an event after later ones', () => {
  // fault P4: webhook
  // fault W15
  test('an event that was closed meanwhile is not sent', async () => {
    const world = await startWorld({ throughProxies: true });
    const events = () => world.sql<{ state: string }>('SELECT * FROM webhook_event');
    try {
      const [worker, buyer] = [first(world.workers), await newBuyer(world)];
      const hold = world.link('worker-database').holdReplyAfter("SET state = 'sending'");
      const bought = buyer.buy();
      await hold.answered;
      expect(await bought).toMatchObject({ status: 200 });
      worker.pause();
      world.link('worker-database').release();
      await sleep(31_000);
      await world.sql(`UPDATE webhook_event SET claimed_at = claimed_at - interval '1 minute'`);
      await world.addWorker();
      const closed = await eventually(events, ([event]) => event?.state === 'undelivered');

      worker.resume();
      // it reads the answer first and sees the clock, or the pool's limit of 8 s ends the statement first: then a job
      // tries again
      await eventually(
        async () => [...worker.logs('webhook'), ...(await world.sql(ENDED_WEBHOOK_JOBS))],
        ({ length }) => length > 0,
      );
      expect(webhookStatusesOf(world, buyer.ref)).toEqual([]);
      expect(await events()).toEqual(closed);
    } finally {
      await verifyAndStop(world);
    }
  }, 90_000);
});

const ENDED_WEBHOOK_JOBS = "SELECT id FROM bullmq.job WHERE queue = 'webhooks' AND state = 'completed'";

type Late = { late: boolean };

const unsent = (purchase: string) =>
  expect.objectContaining({ purchase, outcome: 'unsent', reason: 'the deadline passed' });
