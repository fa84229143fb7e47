import { fundedAccount, type TestDatabase, testDatabase, testPool } from '@topup/testkit';
import { setWebhookUrl } from '../account/account.store';
import { createKey } from '../api-key/create-key';
import { hasActiveKey, revokeOwnKey } from '../api-key/key.store';
import { markPending } from '../purchase/wait/waiting.store';
import { findDelivery, listDeliveries } from '../reporting/delivery-list.store';
import { systemClock } from '../shared/clock';
import type { Db } from '../shared/db';
import { createSemaphore } from '../shared/semaphore';
import { purchasesIn } from '../testing/purchases';
import { verifyBooks } from '../wallet/verification/verify-books';
import { claimNextEvents, type DeliveryResult, finishEvents } from './event.store';
import { type EventBody, eventHash } from './event-body';
import { insertResend, insertTestEvent } from './manual-delivery.store';
import { createWebhookScheduler } from './webhook-scheduler';

let database: TestDatabase;
let db: Db;

const { sent, settle } = purchasesIn(() => db);
const masterKey = Buffer.alloc(32, 1);
const URL = 'https://client.example/events';
const SENT_AT = new Date(1_790_000_000_123);

beforeAll(async () => {
  database = await testDatabase();
  db = testPool(database.url, 12);
});
afterAll(async () => {
  const { findings } = await verifyBooks(db);
  await db.$disconnect();
  await database.drop();
  expect(findings.filter(({ count }) => count > 0)).toEqual([]);
});

type Client = { accountId: string; askedBy: string; keyId: string; key: string };

async function client(): Promise<Client> {
  const accountId = await fundedAccount(db, 100_000n);
  await setWebhookUrl(db, accountId, URL);
  const { id, key } = await createKey({ db, masterKey }, accountId, 'test');
  return { accountId, askedBy: 'user-1', keyId: id, key };
}

/** Lanes whose requests are kept, and answered like this. */
function lanes(answer: DeliveryResult = { httpStatus: 200, durationMs: 3, error: null, response: 'ok' }) {
  const posted: { url: string; webhookId: string; body: EventBody }[] = [];
  const { deliver: serve } = createWebhookScheduler({
    db,
    clock: { ...systemClock, now: () => SENT_AT },
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    observer: { webhookTried: () => undefined },
    poster: {
      async post(url, webhookId, body) {
        posted.push({ url, webhookId, body });
        return answer;
      },
    },
    masterKeys: { current: masterKey },
    webhookSemaphore: createSemaphore(8),
    permitsPerReceiver: 4,
  });
  return { posted, serve };
}

/** The event of a purchase that has just ended, delivered. */
async function deliveredEvent(accountId: string): Promise<{ id: string; purchaseId: string }> {
  const purchaseId = await sent(accountId, 'AIRTIME');
  const { eventId } = await settle({
    id: purchaseId,
    goal: 'success',
    ground: 'answer',
    message: 'Airtime purchase successful.',
  });
  if (eventId === null) throw new Error('no event was written');
  await lanes().serve(eventId);
  return { id: eventId, purchaseId };
}

const claimNext = async ({ accountId }: Client) => (await claimNextEvents(db, [{ accountId, url: URL }]))[0] ?? null;
const finish = (id: string) =>
  finishEvents(db, [{ id, httpStatus: 200, durationMs: 1, error: null, response: null, sentAt: null }]);
const written = async (asked: Promise<{ id: string } | string>): Promise<string> => {
  const outcome = await asked;
  if (typeof outcome === 'string') throw new Error(outcome);
  return outcome.id;
};

test('a client who tries out a receiver would need to sell something: a test event goes the way of all others, signed, and what was answered is kept', async () => {
  const one = await client();
  const id = await written(insertTestEvent(db, one));
  const { posted, serve } = lanes();
  await serve(id);
  await serve(id);
  expect(posted).toEqual([
    {
      url: URL,
      webhookId: id,
      body: {
        event: 'webhook.test',
        reference: `test-${id}`,
        status: 'success',
        amount: '0.00',
        product_type: 'TEST',
        details: 'A test event: nothing was sold.',
        hash: eventHash(one.key, `test-${id}`),
        timestamp: '2026-09-21T14:13:20.123000000Z',
      },
    },
  ]);
  expect(await findDelivery(db, one.accountId, id)).toMatchObject({
    state: 'delivered',
    response: 'ok',
    sentAt: SENT_AT,
    requestRef: `test-${id}`,
    purchaseId: null,
    resentFrom: null,
  });
});

test('what is sent again would be taken for news: it is the same event under the same X-Webhook-Id, signed with the key of now, also the third time', async () => {
  const one = await client();
  const first = await deliveredEvent(one.accountId);
  const { id: keyId, key } = await createKey({ db, masterKey }, one.accountId, 'newer');
  expect(keyId).not.toBe(one.keyId);
  const { posted, serve } = lanes({
    httpStatus: 500,
    durationMs: 3,
    error: 'the receiver answered 500',
    response: 'oops',
  });
  const second = await written(insertResend(db, first.id, one));
  await serve(second);
  const third = await written(insertResend(db, second, one));
  await serve(third);

  const { requestRef } = await db.purchase.findUniqueOrThrow({ where: { id: first.purchaseId } });
  expect(posted.map(({ webhookId }) => webhookId)).toEqual([first.id, first.id]);
  for (const { body } of posted)
    expect(body).toMatchObject({
      event: 'airtime.purchase.success',
      reference: requestRef,
      hash: eventHash(key, requestRef),
      amount: '10.00',
    });
  const rows = await db.webhookEvent.findMany({ where: { accountId: one.accountId }, orderBy: { seq: 'asc' } });
  expect(rows.map(({ id, resentFrom, askedBy, state }) => [id, resentFrom, askedBy, state])).toEqual([
    [first.id, null, null, 'delivered'],
    [second, first.id, 'user-1', 'undelivered'],
    [third, first.id, 'user-1', 'undelivered'],
  ]);
});

test('a double click would send twice: of ten that ask at once one is heard, whichever copy they ask of, until that has ended', async () => {
  const one = await client();
  const first = await deliveredEvent(one.accountId);
  const before = await written(insertResend(db, first.id, one));
  await lanes().serve(before);

  const asked = await Promise.all(
    Array.from({ length: 10 }, (_, n) => insertResend(db, n % 2 ? first.id : before, one)),
  );
  const [id] = asked.flatMap((outcome) => (typeof outcome === 'string' ? [] : [outcome.id]));
  expect(asked.filter((outcome) => outcome === 'under_way')).toHaveLength(9);
  expect((await claimNext(one))?.id).toBe(id);
  expect(await insertResend(db, first.id, one)).toBe('under_way');
  expect(await insertResend(db, id ?? '', one)).toBe('unfinished');
  await finish(id ?? '');
  expect(await insertResend(db, first.id, one)).toEqual({ id: expect.any(String) });

  const tests = await Promise.all(Array.from({ length: 10 }, () => insertTestEvent(db, one)));
  expect(tests.filter((outcome) => outcome === 'under_way')).toHaveLength(9);
});

test('somebody else’s delivery, one still queued, and an account that cannot be sent anything are refused, each by its name, and nothing is written', async () => {
  const [one, other] = [await client(), await client()];
  const first = await deliveredEvent(one.accountId);
  const open = await sent(one.accountId, 'AIRTIME');
  const { eventId } = await settle({ id: open, goal: 'failed', ground: 'answer' });
  const count = await db.webhookEvent.count();

  expect(await insertResend(db, first.id, other)).toBe('unknown');
  expect(await insertResend(db, eventId ?? '', one)).toBe('unfinished');
  await setWebhookUrl(db, one.accountId, null);
  expect([await insertResend(db, first.id, one), await insertTestEvent(db, one)]).toEqual(['no_url', 'no_url']);
  await setWebhookUrl(db, one.accountId, URL);
  await revokeOwnKey(db, one.accountId, one.keyId);
  expect(await hasActiveKey(db, one.accountId)).toBe(false);
  expect([await insertResend(db, first.id, one), await insertTestEvent(db, one)]).toEqual(['no_key', 'no_key']);
  expect(await db.webhookEvent.count()).toBe(count);
  await setWebhookUrl(db, one.accountId, null); // and what is queued stays so, within what the books allow
});

test('what a person has sent again would come before the news of its purchase that waited longer, or hold up what comes later: it waits for the former, and nothing waits for it', async () => {
  const one = await client();
  const purchaseId = await sent(one.accountId, 'AIRTIME');
  await markPending(db, [purchaseId], 'client_told_pending', 'wait');
  const pending = await claimNext(one);
  await finish(pending?.id ?? '');

  // a copy of `pending` is on its way when the purchase ends: the end does not wait for it
  const copy = await written(insertResend(db, pending?.id ?? '', one));
  expect((await claimNext(one))?.id).toBe(copy);
  const { eventId: end } = await settle({ id: purchaseId, goal: 'success', ground: 'answer' });
  expect((await claimNext(one))?.id).toBe(end);
  await finish(copy);

  // and while the end is on its way, another copy of `pending` does not leave beside it
  const late = await written(insertResend(db, pending?.id ?? '', one));
  expect(await claimNext(one)).toBeNull();
  expect(await finish(end ?? '')).toEqual([true]);
  expect((await claimNext(one))?.id).toBe(late);
  await finish(late);
});

test('a list of a busy account would read through all it was ever sent: no page, however deep, and no filter reads more than a few rows', async () => {
  const { accountId } = await client();
  await client(); // somebody else's, in between
  const purchaseId = await sent(accountId, 'AIRTIME');
  await db.$executeRaw`
    INSERT INTO webhook_event (account_id, purchase_id, event, status, details, state, finished_at)
    SELECT ${accountId}::uuid, ${purchaseId}::uuid, 'transaction.requery', 'initiated', 'test', CASE WHEN n % 5000 = 0 THEN 'undelivered' ELSE 'delivered' END, now()
      FROM generate_series(1, 20000) n`;
  await db.$executeRaw`VACUUM ANALYZE webhook_event`;
  const all = await db.webhookEvent.findMany({
    where: { accountId },
    orderBy: { seq: 'desc' },
    select: { id: true, state: true },
  });
  const deep = all[19_000]?.id;
  const one = testPool(database.url, 1); // one connection, whose statistics can be flushed
  try {
    const read = async (filter: Parameters<typeof listDeliveries>[2], before: string | undefined) => {
      const begun = await rowsRead(one);
      const rows = await listDeliveries(one, accountId, filter, { before, limit: 20 });
      expect((await rowsRead(one)) - begun).toBeLessThan(200);
      return rows?.map(({ id }) => id);
    };
    expect(await read({}, undefined)).toEqual(all.slice(0, 20).map(({ id }) => id));
    expect(await read({}, deep)).toEqual(all.slice(19_001, 19_021).map(({ id }) => id));
    expect(await read({ event: 'transaction.requery' }, deep)).toEqual(all.slice(19_001, 19_021).map(({ id }) => id));
    expect(await read({ event: 'webhook.test' }, undefined)).toEqual([]);
    const failed = all.filter(({ state }) => state === 'undelivered').map(({ id }) => id);
    expect(failed).toHaveLength(4);
    expect(await read({ state: 'undelivered' }, undefined)).toEqual(failed);
    expect(await read({ state: 'undelivered' }, failed[2])).toEqual(failed.slice(3));
  } finally {
    await one.$disconnect();
  }
});

async function rowsRead(one: Db): Promise<number> {
  await one.$queryRaw`SELECT pg_stat_force_next_flush()::text`;
  await one.$queryRaw`SELECT 1`;
  const [row] = await one.$queryRaw<{ read: number }[]>`
    SELECT (seq_tup_read + coalesce(idx_tup_fetch, 0))::integer AS read FROM pg_stat_user_tables WHERE relname = 'webhook_event'`;
  return row?.read ?? 0;
}
