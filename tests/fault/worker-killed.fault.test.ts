import { type ApiProcess, eventually, startWorld, type World } from '@topup/testkit';
import { operatorsOf } from '../journey/support/ops';
import { airtime, data, type Ware } from '../journey/support/wares';
import { type Customer, newCustomer } from './customer';
import { type End, endWorld, expectEnd, webhooksOf } from './expect-end';
import { cases, FULL, PROVIDERS } from './form';
import { backends, endLeases, gone, replaceWorker, requeries, rerunJob } from './processes';

// A purchase comes to where it is held within the time of its order, and its lease lasts until the test ends it: when its client has been told 202, so that
// every one goes the same way.
const settings = { PURCHASE_WAIT_MS: '1000', PROVIDER_TIMEOUT_MS: '10000', LEASE_MS: '15000' };

describe.each(PROVIDERS)('a worker is killed, with %s', (_, vendsEveryPost) => {
  let world: World;
  let patient: ApiProcess;
  beforeAll(async () => {
    world = await startWorld({
      throughProxies: true,
      settings,
      sandboxSettings: { SANDBOX_VENDS_EVERY_POST: vendsEveryPost },
    });
    patient = await world.addApi({ PURCHASE_WAIT_MS: '20000' }); // for clients that are to be answered 200
    if (FULL) await operatorsOf(world)('catalogue', 'sync'); // of its cases, one of data
  });
  afterAll(() => endWorld(world));

  test('a claim that was only delayed on the way would stop, or repeat, what another worker has done: it comes too late and changes nothing', async () => {
    const customer = await newCustomer(world);
    const others = await backends(world, 'topup-worker-money');
    const hold = world.link('worker-database').holdRequestsWith('claim_purchases_');
    const bought = customer.buy();
    await hold.fired;
    const orphaned = [...others, ...(await backends(world, 'topup-worker-money', others))];
    expect(await world.purchase(customer.ref)).toMatchObject({ final_at: null, sends: 0 });

    await replaceWorker(world);

    expect(await bought).toMatchObject({ status: 202 });
    const end: End = { status: 'success', cause: 'provider_delivered', vends: 1, events: ['pending', 'success'] };
    const row = await expectEnd(world, customer, end);
    world.link('worker-database').release();
    await gone(world, orphaned);
    expect(await expectEnd(world, customer, end)).toEqual(row);
  });

  test('the worker that asks what became of an order would take the question with it: the next one asks again', async () => {
    const customer = await newCustomer(world, { outcome: '0800' });
    const hold = world.link('worker-provider').holdReplyAfter('POST /api/requery');
    const bought = customer.buy();
    await hold.answered;

    const fresh = await replaceWorker(world);

    expect(await bought).toMatchObject({ status: 202 });
    await endLeases(world);
    const row = await expectEnd(world, customer, {
      status: 'success',
      cause: 'provider_delivered',
      vends: 1,
      events: ['pending', 'success'],
    });
    expect(new Set(requeries(fresh, row.id))).toEqual(new Set(['delivered']));
  });

  test('a claimed order that never left would be lost, or sent by a guess: it is not sent by anyone, and refunded only after three denials', async () => {
    const customer = await newCustomer(world);
    const hold = world.link('worker-database').holdReplyAfter('claim_purchases_');
    const bought = customer.buy();
    await hold.answered;
    expect(await world.purchase(customer.ref)).toMatchObject({ final_at: null, sends: 1 });

    const fresh = await replaceWorker(world);

    expect(await bought).toMatchObject({ status: 202, body: { status: 'pending' } });
    const leaseOver = await endLeases(world);
    const row = await expectEnd(world, customer, {
      status: 'failed',
      cause: 'provider_never_had_it',
      vends: 0,
      events: ['pending', 'failed'],
    });
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

  test.each(
    cases<[string, Ware, End['events']]>(
      ['data, which tells nothing while it is pending', data, ['success']],
      ['airtime', airtime, ['pending', 'success']],
    ),
  )(
    'a vended order would be sent again or refunded: the next worker asks what became of it (%s)',
    async (__, ware, events) => {
      const customer = await newCustomer(world, { ware });
      const hold = world.link('worker-database').holdRequestsWith('record_settlements_');
      const bought = customer.buy();
      await hold.fired;
      expect((await world.ledger()).deliveries).toContainEqual(
        expect.objectContaining({ recipient: customer.recipient }),
      );
      expect(await world.purchase(customer.ref)).toMatchObject({ final_at: null, sends: 1 });

      const orphaned = await backends(world, 'topup-worker');
      const fresh = await replaceWorker(world);

      expect(await bought).toMatchObject({ status: 202 });
      await endLeases(world);
      const end: End = { status: 'success', cause: 'provider_delivered', vends: 1, events };
      const row = await expectEnd(world, customer, end);
      expect(new Set(requeries(fresh, row.id))).toEqual(new Set(['delivered']));

      // what the dead worker wrote was only delayed on the way: it comes now, and must change nothing
      world.link('worker-database').release();
      await gone(world, orphaned);
      await expectEnd(world, customer, end);
    },
  );

  test('a settled purchase would be settled or told twice: what was written stands, and its event goes out once', async () => {
    const customer = await newCustomer(world);
    const hold = world.link('worker-database').holdReplyAfter('record_settlements_');
    const bought = customer.buy(patient);
    await hold.answered;
    const settled = await world.purchase(customer.ref);
    expect(settled).toMatchObject({ status: 'success' });

    const fresh = await replaceWorker(world);

    expect(await bought).toMatchObject({ status: 200, body: { status: 'successful' } });
    await rerunJob(world, 'airtime', settled?.id ?? '');
    const row = await expectEnd(world, customer, {
      status: 'success',
      cause: 'provider_delivered',
      vends: 1,
      events: ['success'],
    });
    expect(row).toEqual(settled);
    expect(requeries(fresh, row.id)).toEqual([]);
  });

  test('an order that the provider took would be taken for unsent: without its answer the next worker asks, and does not send', async () => {
    const customer = await newCustomer(world);
    const hold = world.link('worker-provider').holdReplyAfter('POST /api/pay');
    const bought = customer.buy();
    await hold.answered;
    expect((await world.ledger()).deliveries).toContainEqual(
      expect.objectContaining({ recipient: customer.recipient }),
    );

    const fresh = await replaceWorker(world);

    expect(await bought).toMatchObject({ status: 202 });
    await endLeases(world);
    const row = await expectEnd(world, customer, {
      status: 'success',
      cause: 'provider_delivered',
      vends: 1,
      events: ['pending', 'success'],
    });
    expect(new Set(requeries(fresh, row.id))).toEqual(new Set(['delivered']));
  });

  describe('while it tells the client', () => {
    test('an event that may have arrived would be sent again: it was one request, and is closed as undelivered', async () => {
      const customer = await newCustomer(world);
      world.receiver.answerWith({ kind: 'hang' });
      expect((await customer.buy(patient)).status).toBe(200);
      await world.receiver.waitFor(({ body }) => body?.reference === customer.ref);

      await expectGivenUp(customer);

      expect(webhooksOf(world, customer.ref)).toEqual(['success']);
    });

    test('an event that was claimed and never left would be sent by whoever finds it: at most one request means none', async () => {
      await replaceWorker(world); // only the first claim of an event on a connection shows its text, which the hold looks for
      const customer = await newCustomer(world);
      const hold = world.link('worker-database').holdReplyAfter("SET state = 'sending'");
      expect((await customer.buy(patient)).status).toBe(200);
      await hold.answered;

      await expectGivenUp(customer);

      expect(webhooksOf(world, customer.ref)).toEqual([]);
    });

    async function expectGivenUp({ ref }: Customer): Promise<void> {
      const [event] = await eventsOf(ref);
      expect(event).toMatchObject({ state: 'sending' });
      world.receiver.answerWith({ kind: 'answer', status: 200 });
      await replaceWorker(world);
      await rerunJob(world, 'webhooks', event?.id ?? '');
      expect(await eventsOf(ref)).toEqual([event]);
      // the minute after which nobody can be sending any more passes in the row instead of in the test
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
