import {
  type ApiProcess,
  allInFullRun,
  eventually,
  FULL_RUN,
  startWorld,
  testInFullRun,
  type World,
} from '@topup/testkit';
import { operatorsOf } from '../journey/support/ops';
import { airtime, data, type Product } from '../journey/support/products';
import { type Buyer, newBuyer } from './buyer';
import { denied, type ExpectedEnd, expectEnd, sold, verifyAndStop, webhookStatusesOf } from './expect-end';
import { announce } from './neighbours/backlog';
import {
  backends,
  expireLeases,
  replaceWorker,
  requeries,
  rerunJob,
  untilBackendsEnd,
  untilJobEnded,
  untilQueueEmpty,
} from './processes';
import { PROVIDER_MODES } from './provider-modes';

// There is time to hold a purchase, and its lease lasts until the test ends it, after the 202: so all tests go the same
// way.
const settings = { PURCHASE_WAIT_MS: '1000', PROVIDER_TIMEOUT_MS: '11250' };

describe.each(PROVIDER_MODES)('a worker that is killed loses or repeats a purchase, with %s', (_, vendsEveryPost) => {
  let world: World;
  let patient: ApiProcess;
  beforeAll(async () => {
    world = await startWorld({
      throughProxies: true,
      settings,
      sandboxSettings: { SANDBOX_VENDS_EVERY_POST: vendsEveryPost },
    });
    patient = await world.addApi({ PURCHASE_WAIT_MS: '20000' }); // for clients that are to be answered 200
    if (FULL_RUN) await operatorsOf(world)('catalogue', 'sync'); // of its allInFullRun, one of data
  });
  afterAll(() => verifyAndStop(world));

  // fault P3: pick, claim
  testInFullRun('a late claim of the dead worker changes nothing', async () => {
    const buyer = await newBuyer(world);
    const others = await backends(world, 'topup-worker-money');
    const hold = world.link('worker-database').holdRequestsWith('claim_purchases_');
    const bought = buyer.buy();
    await hold.fired;
    const orphaned = [...others, ...(await backends(world, 'topup-worker-money', others))];
    expect(await world.purchase(buyer.ref)).toMatchObject({ final_at: null, sends: 0 });

    await replaceWorker(world);

    expect(await bought).toMatchObject({ status: 202 });
    const end: ExpectedEnd = sold('pending', 'success');
    const row = await expectEnd(world, buyer, end);
    world.link('worker-database').release();
    await untilBackendsEnd(world, orphaned);
    expect(await expectEnd(world, buyer, end)).toEqual(row);
  });

  // fault P3: sweep
  testInFullRun('the next worker repeats a requery that the dead one began', async () => {
    const buyer = await newBuyer(world, { outcome: '0800' });
    const hold = world.link('worker-provider').holdReplyAfter('POST /api/requery');
    const bought = buyer.buy();
    await hold.answered;

    const fresh = await replaceWorker(world);

    expect(await bought).toMatchObject({ status: 202 });
    await expireLeases(world);
    const row = await expectEnd(world, buyer, sold('pending', 'success'));
    expect(new Set(requeries(fresh, row.id))).toEqual(new Set(['delivered']));
  });

  // fault P3: wait, claim
  test('a claimed order that never left is not sent, and is refunded only after three denials', async () => {
    const buyer = await newBuyer(world);
    const hold = world.link('worker-database').holdReplyAfter('claim_purchases_');
    const bought = buyer.buy();
    await hold.answered;
    expect(await world.purchase(buyer.ref)).toMatchObject({ final_at: null, sends: 1 });

    const fresh = await replaceWorker(world);

    expect(await bought).toMatchObject({ status: 202, body: { status: 'pending' } });
    const leaseOver = await expireLeases(world);
    const row = await expectEnd(world, buyer, denied('pending', 'failed'));
    const denials = requeries(fresh, row.id);
    expect(denials.length).toBeGreaterThanOrEqual(3);
    expect(new Set(denials)).toEqual(new Set(['missing']));
    const [rule] = await world.sql(
      `SELECT missing_since >= $2 AS after_the_lease, final_at >= missing_since + interval '1 second' AS over_the_span
         FROM purchase WHERE id = $1`,
      [row.id, leaseOver],
    );
    expect(rule).toEqual({ after_the_lease: true, over_the_span: true });
  });

  // fault P3: settle
  test.each(
    allInFullRun<[string, Product, ExpectedEnd['events']]>(
      ['data', data, ['success']],
      ['airtime', airtime, ['pending', 'success']],
    ),
  )(
    'the next worker requeries a delivered order, and a late settlement changes nothing: %s',
    async (__, product, events) => {
      const buyer = await newBuyer(world, { product });
      const hold = world.link('worker-database').holdRequestsWith('record_settlements_');
      const bought = buyer.buy();
      await hold.fired;
      expect((await world.ledger()).deliveries).toContainEqual(expect.objectContaining({ recipient: buyer.recipient }));
      expect(await world.purchase(buyer.ref)).toMatchObject({ final_at: null, sends: 1 });

      const orphaned = await backends(world, 'topup-worker');
      const fresh = await replaceWorker(world);

      expect(await bought).toMatchObject({ status: 202 });
      await expireLeases(world);
      const end: ExpectedEnd = { status: 'success', cause: 'provider_delivered', vends: 1, events };
      const row = await expectEnd(world, buyer, end);
      expect(new Set(requeries(fresh, row.id))).toEqual(new Set(['delivered']));

      // the settlement of the dead worker arrives now, and must change nothing
      world.link('worker-database').release();
      await untilBackendsEnd(world, orphaned);
      await expectEnd(world, buyer, end);
    },
  );

  // fault P3: settle, ack
  test('a settled purchase stays as it is, and its event is sent once', async () => {
    const buyer = await newBuyer(world);
    const hold = world.link('worker-database').holdReplyAfter('record_settlements_');
    const bought = buyer.buy(patient);
    await hold.answered;
    const settled = await world.purchase(buyer.ref);
    expect(settled).toMatchObject({ status: 'success' });

    const fresh = await replaceWorker(world);

    expect(await bought).toMatchObject({ status: 200, body: { status: 'successful' } });
    await rerunJob(world, 'airtime', settled?.id ?? '');
    const row = await expectEnd(world, buyer, sold('success'));
    expect(row).toEqual(settled);
    expect(requeries(fresh, row.id)).toEqual([]);
  });

  // fault P3: send
  test('an order without its answer is requeried by the next worker, and not sent', async () => {
    const buyer = await newBuyer(world);
    const hold = world.link('worker-provider').holdReplyAfter('POST /api/pay');
    const bought = buyer.buy();
    await hold.answered;
    expect((await world.ledger()).deliveries).toContainEqual(expect.objectContaining({ recipient: buyer.recipient }));

    const fresh = await replaceWorker(world);

    expect(await bought).toMatchObject({ status: 202 });
    await expireLeases(world);
    const row = await expectEnd(world, buyer, sold('pending', 'success'));
    expect(new Set(requeries(fresh, row.id))).toEqual(new Set(['delivered']));
  });

  describe('a worker killed while it sends an event repeats it', () => {
    // fault P3: webhook
    // fault W15
    testInFullRun('an event that may have arrived is closed as undelivered, after one request', async () => {
      const buyer = await newBuyer(world);
      world.receiver.answerWith({ kind: 'hang' });
      expect((await buyer.buy(patient)).status).toBe(200);
      await world.receiver.waitFor(({ body }) => body?.reference === buyer.ref);

      await expectGivenUp(buyer);

      expect(webhookStatusesOf(world, buyer.ref)).toEqual(['success']);
    });

    // fault P3: webhook
    // fault W15
    test('an event that was claimed and never left is not sent: at most once', async () => {
      // Only the first claim of an event on a connection shows its text, which the hold looks for. So a fresh worker
      // must not have claimed for a job of the dead one.
      await untilQueueEmpty(world, 'webhooks');
      await replaceWorker(world);
      const buyer = await newBuyer(world);
      const hold = world.link('worker-database').holdReplyAfter("SET state = 'sending'");
      expect((await buyer.buy(patient)).status).toBe(200);
      await hold.answered;

      await expectGivenUp(buyer);

      expect(webhookStatusesOf(world, buyer.ref)).toEqual([]);
    });

    async function expectGivenUp({ ref }: Buyer): Promise<void> {
      const [event] = await eventsOf(ref);
      expect(event).toMatchObject({ state: 'sending' });
      world.receiver.answerWith({ kind: 'answer', status: 200 });
      await replaceWorker(world);
      // a worker that does not deliver events itself has announced it
      await announce({ world, redisUrl: undefined }, 'webhooks', [event?.id ?? '']);
      await untilJobEnded(world, 'webhooks', event?.id ?? '');
      expect(await eventsOf(ref)).toEqual([event]);
      // makes the claim a minute older, when no worker can still be sending
      await world.sql(`UPDATE webhook_event SET claimed_at = claimed_at - interval '1 minute' WHERE id = $1`, [
        event?.id,
      ]);
      const [closed] = await eventually(
        () => eventsOf(ref),
        ([one]) => one?.state !== 'sending',
      );
      expect(closed).toMatchObject({ state: 'undelivered', error: expect.stringContaining('stopped while sending') });
    }

    const eventsOf = (ref: string) =>
      world.sql<{ id: string; state: string; error: string | null }>(
        'SELECT w.id, w.state, w.error FROM webhook_event w JOIN purchase p ON p.id = w.purchase_id WHERE p.request_ref = $1',
        [ref],
      );
  });
});
