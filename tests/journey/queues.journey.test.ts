import { randomUUID } from 'node:crypto';
import { describeWithRedis, eventually, type PurchaseRow, startWorld, testRedis, type World } from '@topup/testkit';
import { expectConsistent, ledgerEntriesOf, providerRecordOf, storedEventsOf } from './support/books';
import { eventsOf, expectEachSentOnce, webhooksOf } from './support/webhooks';

const RESET_AFTER_DELIVERY = '08000800000';

describe('workers that each serve one queue lose or repeat work, on Postgres', () =>
  separately(() => Promise.resolve({})));
describeWithRedis('workers that each serve one queue lose or repeat work, on Redis', () =>
  separately(async () => ({ redisUrl: (await testRedis()).url })),
);

function separately(stores: () => Promise<{ redisUrl?: string }>): void {
  let world: World;
  const backlog = Array.from({ length: 12 }, () => randomUUID());
  beforeAll(async () => {
    world = await startWorld({ ...(await stores()), workers: 0 });
    await world.client.setWebhook(world.receiver.url);
  });
  afterAll(() => world?.stop());

  const settled = (ref: string, done: (row: PurchaseRow) => boolean) =>
    eventually(
      () => world.purchase(ref),
      (row) => row !== undefined && done(row),
    );

  test('a worker for purchases sells, and leaves events alone, also overdue ones', async () => {
    const airtime = await world.addWorker({ WORKER_QUEUES: 'airtime' });
    const sold = randomUUID();
    expect((await world.client.buyAirtime({ ref: sold })).status).toBe(200);
    await overdue(world);
    // settled by a requery: the sweeper has run since the event became overdue
    const swept = randomUUID();
    await world.client.buyAirtime({ ref: swept, phone: RESET_AFTER_DELIVERY });
    await settled(swept, ({ status }) => status === 'success');

    expect(await storedEventsOf(world, sold)).toMatchObject([
      { event: 'airtime.purchase.success', state: 'queued', claimed_at: null },
    ]);
    expect(world.receiver.accepted()).toBe(0);
    expect(await airtime.stop()).toBe(0);
  });

  test('a worker for webhooks delivers events, and leaves purchases alone, also overdue ones', async () => {
    const webhooks = await world.addWorker({ WORKER_QUEUES: 'webhooks' });
    await eventually(
      () => world.receiver.received.length,
      (count) => count >= 2,
    );
    const answers = await Promise.all(backlog.map((ref) => world.client.buyAirtime({ ref })));
    expect(answers.map(({ status, body }) => [status, body.status])).toEqual(backlog.map(() => [202, 'pending']));
    await overdue(world);
    const witness = randomUUID(); // its pending event comes 2 s, many rounds of the sweeper, later
    expect((await world.client.buyAirtime({ ref: witness })).status).toBe(202);
    await world.receiver.waitFor(({ body }) => body?.reference === witness);

    for (const ref of backlog) expect(await world.purchase(ref)).toMatchObject({ status: 'pending', sends: 0 });
    expect((await world.ledger()).posts).toHaveLength(2);
    expect(webhooks.logs('sent')).toHaveLength(0);
  });

  test('a backlog is sent once, delivered and announced when the worker for it returns', async () => {
    await world.addWorker({ WORKER_QUEUES: 'airtime' });
    for (const ref of backlog) {
      const row = await settled(ref, ({ status }) => status === 'success');
      expect(await providerRecordOf(world, row?.provider_ref)).toEqual({ posts: ['delivered'], vends: 1 });
      expect(await ledgerEntriesOf(world, ref)).toEqual(['debit -10000']);
      await world.receiver.waitFor(({ body }) => body?.event === 'airtime.purchase.success' && body.reference === ref);
      expect(eventsOf(world.receiver, ref)).toEqual([
        'airtime.purchase.pending pending',
        'airtime.purchase.success success',
      ]);
    }
  });

  test('with both workers a purchase gets its answer at once and is announced', async () => {
    const ref = randomUUID();
    expect((await world.client.buyAirtime({ ref })).status).toBe(200);
    await world.receiver.waitFor(({ body }) => body?.reference === ref);
    expect(webhooksOf(world.receiver, ref)).toHaveLength(1);
    await settledAll(world);
    expect((await world.client.balance()).body.data?.balance).toBe(`${1_000_000 - 100 * (2 + backlog.length + 2)}.00`);
    expectEachSentOnce([world.receiver]);
    await expectConsistent(world);
  });
}

const settledAll = (world: World) =>
  eventually(
    () => world.sql('SELECT FROM purchase WHERE final_at IS NULL'),
    (open) => open.length === 0,
  );

/** Makes all waiting work ten seconds older, so that every sweeper that may take it does. */
async function overdue(world: World): Promise<void> {
  await world.sql("UPDATE webhook_event SET created_at = created_at - interval '10 s' WHERE state = 'queued'");
  await world.sql(
    "UPDATE purchase SET next_check_at = next_check_at - interval '10 s' WHERE next_check_at IS NOT NULL AND sends = 0",
  );
}
