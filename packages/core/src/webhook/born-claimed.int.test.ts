import { setTimeout as sleep } from 'node:timers/promises';
import { eventually, useDatabase } from '@topup/testkit';
import { setWebhookUrl } from '../account/account.store';
import { createKey } from '../api-key/create-key';
import { revokeKey } from '../api-key/key.store';
import { HOST_LIMIT, knownAccount, masterKey } from '../testing/known-account';
import { purchasesIn } from '../testing/purchases';
import { createWebhookSecret } from './create-webhook-secret';
import { eventHash } from './event-body';

const database = useDatabase({ eachTest: true });

const { events } = purchasesIn(() => database.db);
const stateOf = async (id: string) => (await events(id)).map(({ state }) => state);

describe('each event costs a queue, a job and a claim', () => {
  test('that of a known account is written as claimed, sent at once, and recorded', async () => {
    const { buy, settle, ended, queued, posted } = await knownAccount(database.db);
    const id = await buy();

    await settle(id);

    const [event] = await events(id);
    expect(event).toMatchObject({ state: 'sending', url: 'https://client.example/events' });
    expect(event?.claimedAt).toEqual(event?.createdAt);
    await ended(id);
    expect(queued).toEqual([]);
    expect(posted.map(({ headers }) => headers['X-Webhook-Id'])).toEqual([event?.id]);
    expect(JSON.parse(posted[0]?.body ?? '')).toMatchObject({
      event: 'airtime.purchase.success',
      reference: id,
      status: 'success',
      amount: '10.00',
      product_type: 'AIRTIME',
      details: 'it was delivered',
    });
  });
});

describe('an event is sent by what the worker knew before', () => {
  test('a new URL gets it, and the old one does not', async () => {
    const { accountId, buy, settle, ended, queued, posted } = await knownAccount(database.db);
    const id = await buy();
    await setWebhookUrl(database.db, accountId, 'https://new.example/events');
    await settle(id);
    await ended(id);
    expect(queued).toHaveLength(1);
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
      eventHash(second.key, one),
      eventHash(key.key, two),
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
  test('while an earlier event of its purchase is being sent, it is queued', async () => {
    const { buy, settle, ended, queued } = await knownAccount(database.db);
    const id = await buy();
    await database.db.$executeRaw`
      INSERT INTO webhook_event (account_id, purchase_id, event, status, details, state, url, claimed_at)
      SELECT account_id, id, 'airtime.purchase.pending', 'pending', 'wait', 'sending', 'https://client.example/', now()
        FROM purchase WHERE id = ${id}::uuid`;
    await settle(id);
    expect(await stateOf(id)).toEqual(['sending', 'queued']);
    expect(queued).toHaveLength(1);
    await database.db
      .$executeRaw`UPDATE webhook_event SET state = 'delivered', finished_at = now() WHERE state = 'sending'`;
    const next = await buy();
    await settle(next);
    await ended(next);
  });
});

describe('an account or a host gets more than its share', () => {
  test('a host at its limit gets no event at once, and none when the worker is stopping', async () => {
    const { accountId, scheduler } = await knownAccount(database.db);
    const reserved = [1, 2, 3].map(() => scheduler.reserve(accountId));
    expect(reserved.map((each) => each !== null)).toEqual([true, true, false]);
    for (const each of reserved) each?.giveBack({ mayBeClaimed: false });
    expect(scheduler.available()).toBe(16);
    const last = scheduler.reserve(accountId);
    const drained = scheduler.drain();
    expect(scheduler.reserve(accountId)).toBeNull();
    last?.giveBack({ mayBeClaimed: false });
    await drained;
  });

  test('an account with something waiting gets that sent first', async () => {
    const { accountId, buy, settle, ended, queued, posted, revive, scheduler } = await knownAccount(database.db);
    await setWebhookUrl(database.db, accountId, 'https://dead.example/events');
    const ids = [await buy(), await buy(), await buy(), await buy()];
    for (const [n, id] of ids.entries()) {
      await settle(id);
      const open = Math.min(n + 1, HOST_LIMIT);
      await eventually(
        () => [posted.length, scheduler.available()],
        (held) => held.join() === [open, 16 - open].join(),
      );
    }
    const direct = (await events(ids[1] ?? ''))[0];
    expect(direct?.claimedAt).toEqual(direct?.createdAt);
    expect(queued).toHaveLength(3); // the first, because of its new URL, and those above the limit of the host
    expect(scheduler.reserve(accountId)).toBeNull();
    revive();
    for (const id of ids) await ended(id);
    expect(posted).toHaveLength(4);
  });
});

describe('an event is lost with the answer that it was claimed', () => {
  // fault W15
  test('it is queued again, because it was not sent, and is sent once', async () => {
    let answers = 0;
    const { buy, settle, ended, posted } = await knownAccount(database.db, {
      settlerOf: (settler) => ({
        ...settler,
        async settle(settlement) {
          const row = await settler.settle(settlement);
          answers += 1;
          if (answers === 2) throw new Error('Connection terminated unexpectedly');
          return row;
        },
      }),
    });
    const id = await buy();
    await settle(id); // the second answer says that it is final
    await ended(id);
    expect(posted).toHaveLength(1);
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
