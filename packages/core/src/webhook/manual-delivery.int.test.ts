import { fundedAccount, testPool, useDatabase } from '@topup/testkit';
import { setWebhookUrl } from '../account/account.store';
import { createKey } from '../api-key/create-key';
import { hasSigningKey, revokeKey } from '../api-key/key.store';
import { markPending } from '../purchase/wait/waiting.store';
import { findDelivery, listDeliveries } from '../reporting/delivery-list.store';
import { systemClock } from '../shared/clock';
import type { Db } from '../shared/db';
import { purchasesIn } from '../testing/purchases';
import { tableStatistics } from '../testing/table-statistics';
import { verifyBooks } from '../wallet/verification/verify-books';
import { claimNextEvents, type DeliveryResult, finishEvents } from './event.store';
import { insertResend, insertTestEvent, type ResendOutcome } from './manual-delivery.store';
import { type EventBody, eventHash } from './signed-event';
import { eventNames, testEvents } from './test-event';
import { createWebhookScheduler } from './webhook-scheduler';

const database = useDatabase({
  max: 12,
  async beforeDrop({ db: pool }) {
    const { findings } = await verifyBooks(pool);
    expect(findings.filter(({ count }) => count > 0)).toEqual([]);
  },
});

const { sent, settle } = purchasesIn(() => database.db);
const masterKey = Buffer.alloc(32, 1);
const URL = 'https://client.example/events';
const SENT_AT = '2026-09-21T14:13:20.123456789Z';

type Client = { accountId: string; askedBy: string; keyId: string; key: string };

async function client(): Promise<Client> {
  const accountId = await fundedAccount(database.db, 100_000n);
  await setWebhookUrl(database.db, accountId, URL);
  const { id, key } = await createKey({ db: database.db, masterKey }, accountId, 'test');
  return { accountId, askedBy: 'user-1', keyId: id, key };
}

/** A scheduler whose requests are kept and get this answer. */
function startScheduler(answer: DeliveryResult = { httpStatus: 200, durationMs: 3, error: null, response: 'ok' }) {
  const posted: { url: string; webhookId: string; isTest: boolean; body: EventBody }[] = [];
  const { deliver } = createWebhookScheduler({
    db: database.db,
    clock: { ...systemClock, nowNs: () => 1_790_000_000_123_456_789n },
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    observer: { webhookTried: () => undefined },
    poster: {
      async post({ url, headers, body }) {
        const { 'X-Webhook-Id': webhookId = '', 'X-Webhook-Test': test } = headers;
        posted.push({ url, webhookId, isTest: test === 'true', body: JSON.parse(body) });
        return answer;
      },
    },
    masterKeys: { current: masterKey },
    maxDeliveries: 8,
    maxPerHost: 4,
  });
  return { posted, deliver };
}

/** The event of a purchase that has just ended, delivered. */
async function deliveredEvent(accountId: string): Promise<{ id: string; purchaseId: string }> {
  const purchaseId = await sent(accountId, 'AIRTIME');
  const { eventId } = await settle({
    id: purchaseId,
    target_status: 'success',
    basis: 'answer',
    message: 'Airtime purchase successful.',
  });
  if (eventId === null) throw new Error('no event was written');
  await startScheduler().deliver(eventId);
  return { id: eventId, purchaseId };
}

const claimNext = async ({ accountId }: Client) =>
  (await claimNextEvents(database.db, [{ accountId, url: URL }]))[0] ?? null;
const finish = (id: string) =>
  finishEvents(database.db, [{ id, httpStatus: 200, durationMs: 1, error: null, response: null, timestamp: null }]);
const written = async (requested: Promise<ResendOutcome>): Promise<string> => {
  const outcome = await requested;
  if (outcome.kind !== 'written') throw new Error(outcome.kind);
  return outcome.id;
};

test.each(eventNames)('a test of %s is a documented event, signed and delivered like any other', async (event) => {
  const one = await client();
  const id = await written(insertTestEvent(database.db, event, one));
  const { posted, deliver } = startScheduler();
  await deliver(id);
  await deliver(id);
  expect(posted).toEqual([
    {
      url: URL,
      webhookId: id,
      isTest: true,
      body: {
        event,
        reference: `test-${id}`,
        status: testEvents[event],
        amount: '100.00',
        product_type: event.startsWith('data.') ? 'DATA' : 'AIRTIME',
        details: 'A test event: nothing was sold.',
        hash: eventHash(one.key, `test-${id}`),
        timestamp: SENT_AT,
      },
    },
  ]);
  expect(await findDelivery(database.db, one.accountId, id)).toMatchObject({
    state: 'delivered',
    response: 'ok',
    sentAt: new Date('2026-09-21T14:13:20.123Z'),
    sentTimestamp: SENT_AT,
    requestRef: `test-${id}`,
    purchaseId: null,
    resentFrom: null,
  });
});

test('every resend has the first X-Webhook-Id and is signed with the current key', async () => {
  const one = await client();
  const first = await deliveredEvent(one.accountId);
  const { id: keyId, key } = await createKey({ db: database.db, masterKey }, one.accountId, 'newer');
  expect(keyId).not.toBe(one.keyId);
  const { posted, deliver } = startScheduler({
    httpStatus: 500,
    durationMs: 3,
    error: 'the receiver answered 500',
    response: 'oops',
  });
  const second = await written(insertResend(database.db, first.id, one));
  await deliver(second);
  const third = await written(insertResend(database.db, second, one));
  await deliver(third);

  const { requestRef } = await database.db.purchase.findUniqueOrThrow({ where: { id: first.purchaseId } });
  expect(posted.map(({ webhookId }) => webhookId)).toEqual([first.id, first.id]);
  expect(posted.map(({ isTest }) => isTest)).toEqual([false, false]);
  for (const { body } of posted)
    expect(body).toMatchObject({
      event: 'airtime.purchase.success',
      reference: requestRef,
      hash: eventHash(key, requestRef),
      amount: '10.00',
    });
  const rows = await database.db.webhookEvent.findMany({
    where: { accountId: one.accountId },
    orderBy: { seq: 'asc' },
  });
  expect(rows.map(({ id, resentFrom, askedBy, state }) => [id, resentFrom, askedBy, state])).toEqual([
    [first.id, null, null, 'delivered'],
    [second, first.id, 'user-1', 'undelivered'],
    [third, first.id, 'user-1', 'undelivered'],
  ]);
});

test('a double click sends once: of ten requests one is written, whichever copy they name', async () => {
  const one = await client();
  const first = await deliveredEvent(one.accountId);
  const before = await written(insertResend(database.db, first.id, one));
  await startScheduler().deliver(before);

  const outcomes = await Promise.all(
    Array.from({ length: 10 }, (_, n) => insertResend(database.db, n % 2 ? first.id : before, one)),
  );
  const [id] = outcomes.flatMap((outcome) => (outcome.kind === 'written' ? [outcome.id] : []));
  expect(outcomes.filter(({ kind }) => kind === 'under_way')).toHaveLength(9);
  expect((await claimNext(one))?.id).toBe(id);
  expect(await insertResend(database.db, first.id, one)).toEqual({ kind: 'under_way' });
  expect(await insertResend(database.db, id ?? '', one)).toEqual({ kind: 'unfinished' });
  await finish(id ?? '');
  expect(await insertResend(database.db, first.id, one)).toEqual({ kind: 'written', id: expect.any(String) });

  const tests = await Promise.all(
    Array.from({ length: 10 }, () => insertTestEvent(database.db, 'transaction.requery', one)),
  );
  expect(tests.filter(({ kind }) => kind === 'under_way')).toHaveLength(9);
});

test('a delivery of another account, an unfinished one and one that cannot arrive write nothing', async () => {
  const [one, other] = [await client(), await client()];
  const first = await deliveredEvent(one.accountId);
  const open = await sent(one.accountId, 'AIRTIME');
  const { eventId } = await settle({ id: open, target_status: 'failed', basis: 'answer' });
  const count = await database.db.webhookEvent.count();

  expect(await insertResend(database.db, first.id, other)).toEqual({ kind: 'no_such_delivery' });
  expect(await insertResend(database.db, eventId ?? '', one)).toEqual({ kind: 'unfinished' });
  await setWebhookUrl(database.db, one.accountId, null);
  expect([
    await insertResend(database.db, first.id, one),
    await insertTestEvent(database.db, 'transaction.requery', one),
  ]).toEqual([{ kind: 'no_url' }, { kind: 'no_url' }]);
  await setWebhookUrl(database.db, one.accountId, URL);
  await revokeKey(database.db, one.keyId);
  expect(await hasSigningKey(database.db, one.accountId)).toBe(false);
  expect([
    await insertResend(database.db, first.id, one),
    await insertTestEvent(database.db, 'transaction.requery', one),
  ]).toEqual([{ kind: 'no_key' }, { kind: 'no_key' }]);
  expect(await database.db.webhookEvent.count()).toBe(count);
  await setWebhookUrl(database.db, one.accountId, null); // queued events stay queued, which the verification accepts
});

test('a resend waits for earlier events of its purchase, and no event waits for it', async () => {
  const one = await client();
  const purchaseId = await sent(one.accountId, 'AIRTIME');
  await markPending(database.db, [purchaseId], 'client_told_pending', 'wait');
  const pending = await claimNext(one);
  await finish(pending?.id ?? '');

  // a copy of `pending` is on its way when the purchase ends: the end does not wait for it
  const copy = await written(insertResend(database.db, pending?.id ?? '', one));
  expect((await claimNext(one))?.id).toBe(copy);
  const { eventId: end } = await settle({ id: purchaseId, target_status: 'success', basis: 'answer' });
  expect((await claimNext(one))?.id).toBe(end);
  await finish(copy);

  // and while the end is on its way, another copy of `pending` does not leave beside it
  const late = await written(insertResend(database.db, pending?.id ?? '', one));
  expect(await claimNext(one)).toBeNull();
  expect(await finish(end ?? '')).toEqual([true]);
  expect((await claimNext(one))?.id).toBe(late);
  await finish(late);
});

test('no page and no filter of the list reads more than a few rows, at any depth', async () => {
  const { accountId } = await client();
  await client(); // of another account, in between
  const purchaseId = await sent(accountId, 'AIRTIME');
  await database.db.$executeRaw`
    INSERT INTO webhook_event (account_id, purchase_id, event, status, details, state, finished_at)
    SELECT ${accountId}::uuid, ${purchaseId}::uuid, 'transaction.requery', 'initiated', 'test',
           CASE WHEN n % 5000 = 0 THEN 'undelivered' ELSE 'delivered' END, now()
      FROM generate_series(1, 20000) n`;
  await database.db.$executeRaw`VACUUM ANALYZE webhook_event`;
  const all = await database.db.webhookEvent.findMany({
    where: { accountId },
    orderBy: { seq: 'desc' },
    select: { id: true, state: true },
  });
  const deep = all[19_000]?.id;
  const one = testPool(database.url, 1); // one connection, whose statistics can be flushed
  try {
    const read = async (filter: Parameters<typeof listDeliveries>[2], before: string | undefined) => {
      const begun = await rowsRead(one);
      const page = await listDeliveries(one, accountId, filter, { before, limit: 20 });
      expect((await rowsRead(one)) - begun).toBeLessThan(200);
      return page?.rows.map(({ id }) => id);
    };
    expect(await read({}, undefined)).toEqual(all.slice(0, 20).map(({ id }) => id));
    expect(await read({}, deep)).toEqual(all.slice(19_001, 19_021).map(({ id }) => id));
    expect(await read({ event: 'transaction.requery' }, deep)).toEqual(all.slice(19_001, 19_021).map(({ id }) => id));
    expect(await read({ event: 'airtime.purchase.failed' }, undefined)).toEqual([]);
    const failed = all.filter(({ state }) => state === 'undelivered').map(({ id }) => id);
    expect(failed).toHaveLength(4);
    expect(await read({ state: 'undelivered' }, undefined)).toEqual(failed);
    expect(await read({ state: 'undelivered' }, failed[2])).toEqual(failed.slice(3));
  } finally {
    await one.$disconnect();
  }
});

const rowsRead = async (one: Db) => (await tableStatistics(one, 'webhook_event')).rowsRead;
