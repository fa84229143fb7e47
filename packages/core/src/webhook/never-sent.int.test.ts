import { setTimeout as sleep } from 'node:timers/promises';
import { BY_TEST, eventually, useDatabase } from '@topup/testkit';
import { quarantine } from '../purchase/requery/quarantine.store';
import { knownAccount } from '../testing/known-account';
import { purchasesIn } from '../testing/purchases';
import { expireSendingEvents, finishEvents } from './event.store';
import { insertResend } from './manual-delivery.store';

const database = useDatabase({ eachTest: true });

const { events, row } = purchasesIn(() => database.db);
const eventOf = async (id: string) => (await events(id))[0];

/** A known account whose second settlement loses its answer, after which `then` happens. */
const losingAnswer = (then: (id: string) => Promise<unknown>, settleWithinMs?: number) => {
  let answers = 0;
  return knownAccount(database.db, {
    ...(settleWithinMs !== undefined && { settleWithinMs }),
    settlerOf: (settler) => ({
      ...settler,
      async settle(settlement) {
        const row = await settler.settle(settlement);
        answers += 1;
        if (answers !== 2) return row;
        await then(settlement.id);
        throw new Error('Connection terminated unexpectedly');
      },
    }),
  });
};

/** Makes the claim 61 s old, and sweeps. */
async function closeBySweep(id: string): Promise<void> {
  await database.db.$executeRaw`
    UPDATE webhook_event SET created_at = created_at - interval '61 s', claimed_at = claimed_at - interval '61 s'
     WHERE purchase_id = ${id}::uuid`;
  expect(await expireSendingEvents(database.db, 60_000)).toBe(1);
}

/** No statement writes an event for 3 s: each gives up after 2 s. Resolves when that begins. */
function lockEvents(): Promise<void> {
  return new Promise((locked, failed) => {
    database.db
      .$transaction(
        async (holder) => {
          await holder.$executeRaw`LOCK TABLE webhook_event IN SHARE MODE`;
          locked();
          await sleep(3_000);
        },
        { timeout: 10_000 },
      )
      .catch(failed);
  });
}

describe('an event that was never sent is lost because the database is away', () => {
  // fault D4: webhook
  test('the settlement gives up, and the event is queued when the database takes it, and sent once', async () => {
    const { buy, settle, ended, posted, scheduler } = await losingAnswer(lockEvents, 0);
    const id = await buy();
    await settle(id);
    expect(await eventOf(id)).toMatchObject({ state: 'sending' });
    expect(scheduler.available()).toBe(15);
    await ended(id);
    expect(posted).toHaveLength(1);
    await eventually(scheduler.available, (free) => free === 16);
  });

  test('a worker that is stopped queues it before it ends', async () => {
    const { buy, settle, posted, scheduler, warned } = await losingAnswer(lockEvents, 0);
    const id = await buy();
    await settle(id);
    await scheduler.drain();
    expect(await eventOf(id)).toMatchObject({ state: 'queued', claimedAt: null, url: null });
    await eventually(
      () => warned,
      (all) => all.includes('a webhook was left to the next sweep'),
    );
    expect(posted).toEqual([]);
  });

  // fault D4: webhook
  test('a sweep that closed it before is undone, and it is sent once', async () => {
    const { buy, settle, ended, posted } = await losingAnswer(closeBySweep);
    const id = await buy();
    await settle(id);
    await ended(id);
    expect(await eventOf(id)).toMatchObject({ error: null, httpStatus: 200 });
    expect(posted).toHaveLength(1);
  });
});

async function resend(id: string, accountId: string): Promise<void> {
  const event = await eventOf(id);
  expect(await insertResend(database.db, event?.id ?? '', { accountId, askedBy: 'test' })).toMatchObject({
    kind: 'written',
  });
}

const writeReversal = (id: string) => database.db.$executeRaw`
  INSERT INTO webhook_event (account_id, purchase_id, event, status, details, state, finished_at)
  SELECT account_id, id, 'airtime.purchase.failed', 'failed', 'reversed', 'delivered', now()
    FROM purchase WHERE id = ${id}::uuid`;

describe('an event is sent although somebody else has seen to it', () => {
  test.each<[string, (id: string, accountId: string) => Promise<unknown>]>([
    ['a user has had it resent', resend],
    ['a later event of its purchase was written', writeReversal],
  ])('it stays closed when %s', async (_, then) => {
    let account = '';
    const { accountId, buy, settle, scheduler } = await losingAnswer(async (id) => {
      await closeBySweep(id);
      await then(id, account);
    });
    account = accountId;
    const id = await buy();
    await settle(id);
    await eventually(scheduler.available, (free) => free === 16);
    expect(await eventOf(id)).toMatchObject({ state: 'undelivered', error: expect.stringContaining('stopped') });
  });

  test('it stays closed after a quarantine', async () => {
    const { buy, settle, scheduler } = await losingAnswer(() =>
      quarantine(database.db, { by: BY_TEST, mintRef: (id) => id }, 'test', null),
    );
    const id = await buy();
    await settle(id);
    await eventually(scheduler.available, (free) => free === 16);
    expect(await eventOf(id)).toMatchObject({ state: 'undelivered', error: expect.stringContaining('quarantined') });
  });
});

describe('a fault of what follows a settlement settles again, and sends its event twice', () => {
  test('a metric that throws once: one request, and one permit given back', async () => {
    let settled = 0;
    const { buy, settle, ended, posted, hang, revive, scheduler } = await knownAccount(database.db, {
      settled: () => {
        settled += 1;
        if (settled === 2) throw new Error('the metric failed');
      },
    });
    const id = await buy();
    hang();
    await expect(settle(id)).rejects.toThrow('the metric failed');
    await eventually(
      () => posted.length,
      (requests) => requests === 1,
    );
    expect(await eventOf(id)).toMatchObject({ state: 'sending' });
    expect(scheduler.available()).toBe(15);
    revive();
    await ended(id);
    expect(posted).toHaveLength(1);
    expect(scheduler.available()).toBe(16);
  });

  test('a metric of the delivery that throws is logged, and gives the permit back', async () => {
    let tried = 0;
    const { buy, settle, posted, warned, scheduler } = await knownAccount(database.db, {
      webhookTried: () => {
        tried += 1;
        if (tried === 2) throw new Error('the metric failed');
      },
    });
    await settle(await buy());
    await eventually(
      () => warned,
      (all) => all.includes('the result of a webhook was not recorded'),
    );
    expect(posted).toHaveLength(1);
    expect(scheduler.available()).toBe(16);
    await scheduler.drain();
  });

  test('a reservation that throws is logged, and the purchase is settled', async () => {
    const { buy, settle, ended, queued, warned } = await knownAccount(database.db, {
      reserveDelivery: () => {
        throw new Error('no URL');
      },
    });
    const id = await buy();
    await settle(id);
    expect(await row(id)).toMatchObject({ status: 'success' });
    await ended(id);
    expect(queued).toHaveLength(1);
    expect(warned).toContain('the delivery of an event was not reserved');
  });
});

describe('an account whose URL does not parse stops others', () => {
  test('a sweep goes on to the next account, and nothing is reserved for it', async () => {
    const { accountId, scheduler, buy, settle, queued, warned, ended } = await knownAccount(database.db);
    const id = await buy();
    await settle(id);
    await ended(id);
    const live = { accountId, url: 'https://client.example/events' };
    const broken = { accountId: '00000000-0000-4000-8000-000000000000', url: 'not a URL' };
    expect(scheduler.resume([broken, live])).toBe(1);
    expect(warned).toEqual(['webhooks of an account were left to the next sweep']);
    expect(scheduler.reserve(broken.accountId)).toBeNull();
    expect(queued).toEqual([]);
  });
});

describe('an event waits for a sweep because its predecessor was recorded at the same moment', () => {
  test('after a lost answer of the record, a follower may be waiting', async () => {
    const { buy, settle, ended } = await knownAccount(database.db);
    const id = await buy();
    await settle(id);
    await ended(id);
    const again = { id: (await eventOf(id))?.id ?? '', timestamp: null, durationMs: 1, error: null, response: null };
    expect(await finishEvents(database.db, [{ ...again, httpStatus: 200 }])).toEqual([true]);
  });

  test('it is claimed when the record that is under way has ended', async () => {
    const { accountId, scheduler, buy, posted } = await knownAccount(database.db);
    const id = await buy();
    const [pending] = await database.db.$queryRaw<{ id: string }[]>`
      INSERT INTO webhook_event (account_id, purchase_id, event, status, details)
      SELECT ${accountId}::uuid, id, 'airtime.purchase.pending', 'pending', 'wait' FROM purchase
       WHERE id = ${id}::uuid RETURNING id`;
    let ended: Promise<unknown> = Promise.resolve();
    const success = await database.db.$transaction(async (holder) => {
      const first = scheduler.deliver(pending?.id ?? '');
      await eventually(
        () => posted.length,
        (requests) => requests === 1,
      );
      await holder.$executeRaw`SELECT FROM webhook_event WHERE id = ${pending?.id}::uuid FOR UPDATE`;
      await untilRecordWaits();
      const [row] = await database.db.$queryRaw<{ id: string }[]>`
        INSERT INTO webhook_event (account_id, purchase_id, event, status, details)
        SELECT ${accountId}::uuid, id, 'airtime.purchase.success', 'success', 'done' FROM purchase
         WHERE id = ${id}::uuid RETURNING id`;
      const second = scheduler.deliver(row?.id ?? '');
      ended = Promise.all([first, second]);
      await sleep(300); // its claim has found nothing
      expect(posted).toHaveLength(1);
      return row?.id;
    });
    await ended;
    expect((await events(id)).map(({ state }) => state)).toEqual(['delivered', 'delivered']);
    expect(posted[1]?.headers['X-Webhook-Id']).toBe(success);
  });

  const untilRecordWaits = () =>
    eventually(
      () => database.db.$queryRaw<unknown[]>`SELECT pid::integer FROM pg_stat_activity
         WHERE datname = current_database() AND cardinality(pg_blocking_pids(pid)) > 0`,
      ({ length }) => length > 0,
    );
});
