import { setTimeout as sleep } from 'node:timers/promises';
import { eventually, useDatabase } from '@topup/testkit';
import { setWebhookUrl } from '../account/account.store';
import { createKey } from '../api-key/create-key';
import { revokeKey } from '../api-key/key.store';
import { knownAccount, masterKey } from '../testing/known-account';
import { purchasesIn } from '../testing/purchases';
import { createWebhookSecret } from './change-webhook-secret';
import { finishEvents, listWaitingReceivers } from './event.store';
import { eventHash } from './signed-event';

const database = useDatabase({ eachTest: true });

const { events, row } = purchasesIn(() => database.db);
const eventOf = async (id: string) => (await events(id))[0];
const referenceOf = async (id: string) => (await row(id)).requestRef;
const stateOf = async (id: string) => (await events(id)).map(({ state }) => state);

describe('an event of a settlement is lost or doubled', () => {
  test('it is written queued, announced once, sent once with what was settled, and recorded', async () => {
    const { buy, settle, ended, announced, posted } = await knownAccount(database.db);
    const id = await buy();
    await settle(id);
    await ended(id);
    const event = await eventOf(id);
    expect(announced).toEqual([event?.id]);
    expect(posted.map(({ headers }) => headers['X-Webhook-Id'])).toEqual([event?.id]);
    expect(JSON.parse(posted[0]?.body ?? '')).toMatchObject({
      event: 'airtime.purchase.success',
      reference: await referenceOf(id),
      status: 'success',
      amount: '10.00',
      product_type: 'AIRTIME',
      details: 'it was delivered',
    });
  });

  // fault D4: webhook
  test('when the answer of the settlement is lost, it stays queued, and a sweep sends it once', async () => {
    let answers = 0;
    const { buy, settle, ended, announced, posted, scheduler } = await knownAccount(database.db, {
      settlerOf: (settler) => ({
        ...settler,
        async settle(settlement) {
          const settled = await settler.settle(settlement);
          answers += 1;
          if (answers === 2) throw new Error('Connection terminated unexpectedly');
          return settled;
        },
      }),
    });
    const id = await buy();
    await settle(id); // the second answer says that it is final
    expect([await stateOf(id), announced]).toEqual([['queued'], []]);
    scheduler.resume(await listWaitingReceivers(database.db, 0));
    await ended(id);
    expect(posted).toHaveLength(1);
  });

  test('when a metric throws after the settlement, it is sent once', async () => {
    let settled = 0;
    const { buy, settle, ended, posted, scheduler } = await knownAccount(database.db, {
      settled: () => {
        settled += 1;
        if (settled === 2) throw new Error('the metric failed');
      },
    });
    const id = await buy();
    await expect(settle(id)).rejects.toThrow('the metric failed');
    await ended(id);
    expect(posted).toHaveLength(1);
    await eventually(scheduler.available, (free) => free === 16);
  });

  test('when a metric of its delivery throws, it is sent once, and the permit is given back', async () => {
    let tried = 0;
    const { buy, settle, posted, warned, scheduler } = await knownAccount(database.db, {
      webhookTried: () => {
        tried += 1;
        if (tried === 2) throw new Error('the metric failed');
      },
    });
    const id = await buy();
    await settle(id);
    await eventually(
      () => warned,
      (all) => all.includes('the metric failed'),
    );
    expect([await row(id), posted.length, scheduler.available()]).toMatchObject([{ status: 'success' }, 1, 16]);
    await scheduler.drain();
  });
});

describe('an event is sent by what the worker knew before', () => {
  test('a new URL gets it at once, and the old one does not', async () => {
    const { accountId, buy, settle, ended, announced, posted } = await knownAccount(database.db);
    const id = await buy();
    await setWebhookUrl(database.db, accountId, 'https://new.example/events');
    await settle(id);
    await ended(id);
    expect(announced).toHaveLength(1);
    expect(posted.map(({ url }) => url)).toEqual(['https://new.example/events']);
  });

  test('a revoked key signs nothing more, and a new secret signs at once', async () => {
    const { accountId, key, buy, settle, ended, posted } = await knownAccount(database.db);
    const second = await createKey({ db: database.db, masterKey }, accountId, 'second');
    const [one, two] = [await buy(), await buy()];
    await settle(one);
    await ended(one);
    await revokeKey(database.db, second.id);
    await createWebhookSecret({ db: database.db, masterKey }, accountId);
    await settle(two);
    await ended(two);
    expect(posted.map(({ body }) => JSON.parse(body).hash)).toEqual([
      eventHash(second.key, await referenceOf(one)),
      eventHash(key.key, await referenceOf(two)),
    ]);
    expect(posted.map(({ headers }) => headers['webhook-signature'] !== undefined)).toEqual([false, true]);
  });

  test('without an active key nothing is sent', async () => {
    const { key, buy, settle, posted } = await knownAccount(database.db);
    const id = await buy();
    await revokeKey(database.db, key.id);
    await settle(id);
    const [event] = await eventually(
      () => events(id),
      ([one]) => one?.state === 'undelivered',
    );
    expect(event).toMatchObject({ error: 'the account has no active API key to sign with' });
    expect(posted).toEqual([]);
  });
});

describe('a final event overtakes a pending one', () => {
  test('while an earlier event of its purchase is being sent, it waits', async () => {
    const { buy, settle, ended, announced, posted, scheduler } = await knownAccount(database.db);
    const id = await buy();
    await database.db.$executeRaw`
      INSERT INTO webhook_event (account_id, purchase_id, event, status, details, state, url, claimed_at)
      SELECT account_id, id, 'airtime.purchase.pending', 'pending', 'wait', 'sending', 'https://client.example/', now()
        FROM purchase WHERE id = ${id}::uuid`;
    await settle(id);
    await eventually(scheduler.available, (free) => free === 16);
    expect([await stateOf(id), announced.length, posted.length]).toEqual([['sending', 'queued'], 1, 0]);
    await database.db
      .$executeRaw`UPDATE webhook_event SET state = 'delivered', finished_at = now() WHERE state = 'sending'`;
    scheduler.resume(await listWaitingReceivers(database.db, 0));
    await ended(id);
  });
});

describe('a worker that is stopped forgets the result of its last delivery', () => {
  test('it stops when the request has ended and the result is recorded', async () => {
    const { buy, settle, posted, hang, revive, scheduler } = await knownAccount(database.db);
    const id = await buy();
    hang();
    await settle(id);
    await eventually(
      () => posted.length,
      (count) => count === 1,
    );
    const drained = scheduler.drain();
    revive();
    await drained;
    expect(await stateOf(id)).toEqual(['delivered']);
  });
});

describe('a delivered event is closed as unknown because its result could not be recorded at once', () => {
  test('the result is recorded when the database takes it again', async () => {
    const { accountId, buy, settle, ended, posted, revive } = await knownAccount(database.db);
    await setWebhookUrl(database.db, accountId, 'https://dead.example/events');
    const id = await buy();
    await settle(id);
    await eventually(
      () => posted.length,
      (count) => count === 1,
    );
    await database.db.$transaction(
      async (holder) => {
        await holder.$executeRaw`LOCK TABLE webhook_event IN SHARE MODE`;
        revive();
        await sleep(3_000); // the statement gives up after 2 s
      },
      { timeout: 10_000 },
    );
    await ended(id);
    expect(posted).toHaveLength(1);
  });
});

describe('an account whose URL does not parse stops others', () => {
  test('a sweep goes on to the next account', async () => {
    const { accountId, scheduler, warned } = await knownAccount(database.db);
    const live = { accountId, url: 'https://client.example/events' };
    const broken = { accountId: '00000000-0000-4000-8000-000000000000', url: 'not a URL' };
    expect(scheduler.resume([broken, live])).toBe(1);
    expect(warned).toEqual(['webhooks of an account were left to the next sweep']);
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
      const [written] = await database.db.$queryRaw<{ id: string }[]>`
        INSERT INTO webhook_event (account_id, purchase_id, event, status, details)
        SELECT ${accountId}::uuid, id, 'airtime.purchase.success', 'success', 'done' FROM purchase
         WHERE id = ${id}::uuid RETURNING id`;
      const second = scheduler.deliver(written?.id ?? '');
      ended = Promise.all([first, second]);
      await sleep(300); // its claim has found nothing
      expect(posted).toHaveLength(1);
      return written?.id;
    });
    await ended;
    expect(await stateOf(id)).toEqual(['delivered', 'delivered']);
    expect(posted[1]?.headers['X-Webhook-Id']).toBe(success);
  });

  const untilRecordWaits = () =>
    eventually(
      () => database.db.$queryRaw<unknown[]>`SELECT pid::integer FROM pg_stat_activity
         WHERE datname = current_database() AND cardinality(pg_blocking_pids(pid)) > 0`,
      ({ length }) => length > 0,
    );
});
