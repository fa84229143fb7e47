import { eventually, fundedAccount, grantedRole, testPool, useDatabase } from '@topup/testkit';
import { setWebhookUrl } from '../../account/account.store';
import { createKey } from '../../api-key/create-key';
import { revokeKey } from '../../api-key/key.store';
import { systemClock } from '../../shared/clock';
import { newId } from '../../shared/ids';
import { purchasesIn } from '../../testing/purchases';
import { tableStatistics } from '../../testing/table-statistics';
import { claimNextEvents, expireSendingEvents, listWaitingReceivers, NO_URL } from '../event.store';
import { insertResend } from '../manual-delivery.store';
import type { EventRequest } from '../signed-event';
import { createWebhookScheduler } from '../webhook-scheduler';
import {
  cancelResend,
  countFailedSince,
  dueResends,
  insertResendRequest,
  RESENT_AT_A_TIME,
  readNewestResend,
  workOffResend,
} from './resend.store';

const database = useDatabase({ max: 12, eachTest: true });
const { sent } = purchasesIn(() => database.db);
const masterKey = Buffer.alloc(32, 1);
const EPOCH = new Date(0);
const HOUR_MS = 3_600_000;

type Client = { accountId: string; askedBy: string; keyId: string; purchaseId: string; url: string };

async function client(host = 'client.example'): Promise<Client> {
  const [accountId, url] = [await fundedAccount(database.db, 100_000n), `https://${host}/events`];
  await setWebhookUrl(database.db, accountId, url);
  const { id: keyId } = await createKey({ db: database.db, masterKey }, accountId, 'test');
  return { accountId, askedBy: 'user-1', keyId, purchaseId: await sent(accountId, 'AIRTIME'), url };
}

/** Writes deliveries of so many events of its purchase, which ended so long ago. Returns their ids. */
async function write({ accountId, purchaseId }: Client, count: number, row: object = {}, agoMs = 60_000) {
  const ids = Array.from({ length: count }, () => newId());
  const ended = { event: 'transaction.requery', status: 'success', details: 'x', state: 'undelivered' };
  const finishedAt = new Date(Date.now() - agoMs);
  await database.db.webhookEvent.createMany({
    data: ids.map((id) => ({ id, accountId, purchaseId, ...ended, finishedAt, ...row })),
  });
  return ids;
}

async function ask(one: Client, since = EPOCH): Promise<string> {
  const asked = await insertResendRequest(database.db, { ...one, since });
  if (asked.kind !== 'written') throw new Error(asked.kind);
  return asked.id;
}

/** Works off a lot, as a worker does when the second between two lots is over. */
async function lot(id: string, db = database.db): Promise<string[]> {
  await database.db.$executeRaw`UPDATE webhook_resend SET next_at = clock_timestamp() - interval '1 ms'`;
  return workOffResend(db, id);
}

const newest = ({ accountId }: Client) => readNewestResend(database.db, accountId);
const queuedOf = ({ accountId }: Client) => database.db.webhookEvent.count({ where: { accountId, state: 'queued' } });

/** The scheduler of a worker. A host named `dead…` does not answer. */
function startScheduler() {
  const posted: { host: string; webhookId: string }[] = [];
  const scheduler = createWebhookScheduler({
    db: database.db,
    clock: systemClock,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    observer: { webhookTried: () => undefined },
    poster: {
      async post({ url, headers: { 'X-Webhook-Id': webhookId = '' } }: EventRequest) {
        const { host } = new URL(url);
        posted.push({ host, webhookId });
        if (host.startsWith('dead')) await new Promise(() => undefined);
        return { httpStatus: 200, durationMs: 1, error: null, response: null };
      },
    },
    masterKeys: { current: masterKey },
    maxDeliveries: 8,
    maxPerHost: 2,
  });
  const sweep = async () => scheduler.resume(await listWaitingReceivers(database.db, 0));
  return { posted, deliver: scheduler.deliver, sweep };
}

describe('an event is resent twice for one request', () => {
  test('workers that race resend each once, ten at a time, and say when they are done', async () => {
    const one = await client();
    const ids = await write(one, 25);
    await write(one, 3, { resentFrom: ids[0], askedBy: 'user-1' }); // it failed four times, and is one event
    const id = await ask(one);
    const { posted, deliver } = startScheduler();
    const lots: number[] = [];
    for (let running = true; running; ) {
      await database.db.$executeRaw`UPDATE webhook_resend SET next_at = clock_timestamp() - interval '1 ms'`;
      const raced = await Promise.all(Array.from({ length: 4 }, () => workOffResend(database.db, id)));
      expect(raced.filter(({ length }) => length > 0).length).toBeLessThanOrEqual(1);
      const copies = raced.flat();
      lots.push(copies.length);
      expect(await workOffResend(database.db, id)).toEqual([]); // not again within the second
      for (const copy of copies) await deliver(copy);
      await eventually(
        () => database.db.webhookEvent.count({ where: { state: { in: ['queued', 'sending'] } } }),
        (open) => open === 0,
      );
      running = (await newest(one))?.finishedAt === null;
    }
    expect(lots).toEqual([10, 10, 5, 0]);
    expect(posted.map(({ webhookId }) => webhookId).sort()).toEqual([...ids].sort());
    expect(await newest(one)).toMatchObject({ id, total: 25, delivered: 25, failed: 0, skipped: 0, stopped: null });
    expect(await dueResends(database.db, 10)).toEqual([]);
    expect(await countFailedSince(database.db, one.accountId, EPOCH)).toBe(0);
    expect(await database.db.webhookResendEvent.count()).toBe(0);
  });

  test('what a killed worker leaves is delivered by another or ends as unknown, and is not made again', async () => {
    const one = await client();
    const ids = await write(one, 12);
    const id = await ask(one);
    expect(await lot(id)).toHaveLength(10); // and the worker is killed before it delivers them
    const [claimed] = await claimNextEvents(database.db, [one]); // or while it sends one
    expect(claimed?.webhookId).toBe(ids[0]);
    await database.db
      .$executeRaw`UPDATE webhook_event SET claimed_at = now() - interval '2 minutes' WHERE state = 'sending'`;
    expect(await expireSendingEvents(database.db, 60_000)).toBe(1);
    const { posted, sweep } = startScheduler();
    await sweep();
    await eventually(
      () => posted.length,
      (count) => count === 9,
    );
    await eventually(
      () => lot(id),
      ({ length }) => length === 2,
    );
    await sweep();
    await eventually(
      () => lot(id).then(() => newest(one)),
      (request) => request?.finishedAt !== null,
    );
    expect(await newest(one)).toMatchObject({ total: 12, delivered: 11, failed: 1, skipped: 0 });
    expect(posted.map(({ webhookId }) => webhookId).sort()).toEqual(ids.slice(1).sort());
  });

  test('of people who ask at once one is heard; arrived, test, URL-less and others’ events are left out', async () => {
    const [one, other] = [await client(), await client()];
    const [arrived, late, open, fresh] = await write(one, 4);
    await write(one, 5, {}, 2 * HOUR_MS);
    await write(one, 2, { purchaseId: null, askedBy: 'user-1' });
    await write(one, 2, { error: NO_URL });
    await write(one, 1, { resentFrom: arrived, state: 'delivered', askedBy: 'user-1' });
    await write(other, 1);
    const since = new Date(Date.now() - HOUR_MS);
    expect(await countFailedSince(database.db, one.accountId, since)).toBe(3);
    const asked = await Promise.all(
      Array.from({ length: 6 }, () => insertResendRequest(database.db, { ...one, since })),
    );
    expect(asked.filter(({ kind }) => kind === 'under_way')).toHaveLength(5);

    await write(one, 1, { resentFrom: late, state: 'delivered', askedBy: 'user-1' });
    await insertResend(database.db, open ?? '', one);
    const id = (await newest(one))?.id ?? '';
    const [copy, ...more] = await lot(id);
    expect(more).toEqual([]);
    expect((await database.db.webhookEvent.findUniqueOrThrow({ where: { id: copy ?? '' } })).resentFrom).toBe(fresh);
    expect(await newest(one)).toMatchObject({ total: 3, skipped: 2, finishedAt: null });
  });
});

describe('a long resend keeps other events waiting', () => {
  test('a receiver that hangs delays no other account, and its own new events by ten at most', async () => {
    const [dead, live] = [await client('dead.example'), await client('live.example')];
    await write(dead, 300);
    const id = await ask(dead);
    await write(live, 20, { state: 'queued', finishedAt: null });
    const { posted, deliver, sweep } = startScheduler();
    for (const copy of await lot(id)) void deliver(copy); // two are never answered
    await eventually(
      () => posted.length,
      (count) => count === 2,
    );
    for (let n = 0; n < 3; n += 1) expect(await lot(id)).toEqual([]); // ten are under way
    await sweep();
    await eventually(
      () => database.db.webhookEvent.count({ where: { accountId: live.accountId, state: 'delivered' } }),
      (count) => count === 20,
    );
    expect(posted.filter(({ host }) => host === 'dead.example')).toHaveLength(2);
    expect(await queuedOf(dead)).toBe(RESENT_AT_A_TIME - 2);
  });
});

describe('a resend cannot be stopped, or goes on when it must not', () => {
  test('a cancelled one ends with the copies that are under way', async () => {
    const [one, other] = [await client(), await client()];
    await write(one, 15);
    const id = await ask(one);
    expect(await lot(id)).toHaveLength(10);
    expect(await cancelResend(database.db, other.accountId, id)).toBe(false);
    expect(await cancelResend(database.db, one.accountId, id)).toBe(true);
    expect(await cancelResend(database.db, one.accountId, id)).toBe(false);
    expect(await lot(id)).toEqual([]);
    expect((await newest(one))?.finishedAt).toBeNull();
    await startScheduler().sweep();
    await eventually(
      () => lot(id).then(() => newest(one)),
      (request) => request?.finishedAt !== null,
    );
    expect(await newest(one)).toMatchObject({ total: 15, delivered: 10, failed: 0, stopped: 'cancelled' });
    expect(await ask(one)).not.toBe(id); // the other five can be asked for again
  });

  test('it stops without a URL and without a key, and does not begin; as the role of the worker', async () => {
    const [one, other] = [await client(), await client()];
    for (const each of [one, other]) await write(each, 2);
    const [first, second] = [await ask(one), await ask(other)];
    await setWebhookUrl(database.db, one.accountId, null);
    await revokeKey(database.db, other.keyId);
    const role = await grantedRole(database.url);
    const worker = testPool(role.url, 1);
    try {
      for (const id of [first, second]) expect(await lot(id, worker)).toEqual([]);
    } finally {
      await worker.$disconnect();
      await role.drop();
    }
    expect(await newest(one)).toMatchObject({ stopped: 'no_url', finishedAt: expect.any(Date) });
    expect(await newest(other)).toMatchObject({ stopped: 'no_key', finishedAt: expect.any(Date) });
    expect(await insertResendRequest(database.db, { ...one, since: EPOCH })).toEqual({ kind: 'no_url' });
    expect(await insertResendRequest(database.db, { ...other, since: EPOCH })).toEqual({ kind: 'no_key' });
    const fresh = await client();
    expect(await insertResendRequest(database.db, { ...fresh, since: EPOCH })).toEqual({ kind: 'nothing' });
  });
});

test('what failed is counted without reading what was delivered', async () => {
  const one = await client();
  await database.db.$executeRaw`
    INSERT INTO webhook_event (account_id, purchase_id, event, status, details, state, finished_at)
    SELECT ${one.accountId}::uuid, gen_random_uuid(), 'transaction.requery', 'success', 'x', 'delivered', now()
      FROM generate_series(1, 5000)`;
  await write(one, 10);
  await database.db.$executeRaw`VACUUM ANALYZE webhook_event`;
  const single = testPool(database.url, 1);
  try {
    const before = (await tableStatistics(single, 'webhook_event')).rowsRead;
    expect(await countFailedSince(single, one.accountId, EPOCH)).toBe(10);
    expect((await tableStatistics(single, 'webhook_event')).rowsRead - before).toBeLessThan(200);
  } finally {
    await single.$disconnect();
  }
});
