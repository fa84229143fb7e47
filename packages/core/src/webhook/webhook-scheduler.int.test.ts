import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually, fundedAccount, type TestDatabase, testDatabase, testPool } from '@topup/testkit';
import { setWebhookUrl } from '../account/account.store';
import { createKey } from '../api-key/create-key';
import { systemClock } from '../shared/clock';
import type { Db } from '../shared/db';
import { createSemaphore } from '../shared/semaphore';
import { purchasesIn } from '../testing/purchases';
import { claimNextEvents, listWaitingReceivers } from './event.store';
import { createWebhookScheduler } from './webhook-scheduler';

let database: TestDatabase;
let db: Db;

const { sent } = purchasesIn(() => db);
const masterKey = Buffer.alloc(32, 1);
const SLOTS = 8;
const PER_RECEIVER = 2;

beforeEach(async () => {
  database = await testDatabase();
  db = testPool(database.url);
});
afterEach(async () => {
  await db.$disconnect();
  await database.drop();
});

/** An account with so many status queries queued, a minute old, whose events go to this host. */
async function accountAt(host: string, events: number): Promise<string> {
  const accountId = await fundedAccount(db, 1_000n);
  await setWebhookUrl(db, accountId, `https://${host}/events`);
  await createKey({ db, masterKey }, accountId, 'test');
  await write(await sent(accountId, 'AIRTIME'), events);
  return accountId;
}

const write = (purchaseId: string, events: number) => db.$executeRaw`
  INSERT INTO webhook_event (account_id, purchase_id, event, status, details, created_at)
  SELECT account_id, id, 'transaction.requery', status, 'test', now() - interval '1 minute' FROM purchase, generate_series(1, ${events}::integer) WHERE id = ${purchaseId}::uuid`;

const stateOf = async (accountId: string) =>
  Object.fromEntries(
    (await db.webhookEvent.groupBy({ by: ['state'], where: { accountId }, _count: true })).map(({ state, _count }) => [
      state,
      _count,
    ]),
  );
const delivered = (accountId: string, events: number) =>
  eventually(
    () => stateOf(accountId),
    (states) => states.delivered === events && Object.keys(states).length === 1,
  );

const queued = (accountId: string) =>
  db.webhookEvent.findMany({ where: { accountId, state: 'queued' }, select: { id: true } });

/** A worker's lanes. Hosts that begin with `dead` answer nothing until `revive`, those that begin with `slow` after 20 ms. */
function lanes() {
  const open = new Map<string, number>();
  const posted: { host: string; eventId: string }[] = [];
  const logged: object[] = [];
  let most = 0;
  let revive: () => void = () => undefined;
  const revived = new Promise<void>((resolve) => {
    revive = resolve;
  });
  const poster = {
    async post(url: string, eventId: string) {
      const { host } = new URL(url);
      const count = (change: number) => open.set(host, (open.get(host) ?? 0) + change);
      posted.push({ host, eventId });
      most = Math.max(most, count(1).get(host) ?? 0);
      if (host.startsWith('dead')) await revived;
      if (host.startsWith('slow')) await sleep(20);
      count(-1);
      return { httpStatus: 200, durationMs: 1, error: null, response: null };
    },
  };
  const webhookSemaphore = createSemaphore(SLOTS);
  const { deliver: serve, resume } = createWebhookScheduler({
    db,
    clock: systemClock,
    log: { info: (_, fields) => logged.push(fields ?? {}), warn: () => undefined, error: () => undefined },
    observer: { webhookTried: () => undefined },
    poster,
    masterKeys: { current: masterKey },
    webhookSemaphore: webhookSemaphore,
    permitsPerReceiver: PER_RECEIVER,
  });
  return {
    serve,
    sweep: async () => resume(await listWaitingReceivers(db, 0)),
    free: webhookSemaphore.available,
    /** What left, in order. */
    posted,
    logged,
    posts: (host: string) => posted.filter((each) => each.host === host).length,
    open: (host: string) => open.get(host) ?? 0,
    most: () => most,
    revive,
  };
}

test('one client’s dead receiver would keep everybody’s events waiting: 300 older ones of it delay none of a live one, and go out when it is back', async () => {
  const dead = await accountAt('dead.example', 300);
  const live = await accountAt('live.example', 20);
  const { serve, sweep, most, posted, revive, free } = lanes();

  await sweep();
  await delivered(live, 20);
  expect(await stateOf(dead)).toEqual({ sending: PER_RECEIVER, queued: 300 - PER_RECEIVER });

  // what finds it full, sweep or job, is over at once and holds no slot
  await eventually(free, (slots) => slots === SLOTS - PER_RECEIVER);
  expect(await sweep()).toBe(0);
  await Promise.all((await queued(dead)).map(({ id }) => serve(id)));
  expect(free()).toBe(SLOTS - PER_RECEIVER);
  expect(posted).toHaveLength(20 + PER_RECEIVER);

  revive();
  await delivered(dead, 300);
  expect(most()).toBe(PER_RECEIVER);
  expect(new Set(posted.map(({ eventId }) => eventId)).size).toBe(320);
  expect(posted).toHaveLength(320);
});

test('a host would take every slot by being many accounts, and an account by moving from host to host: either holds its few', async () => {
  const many = await Promise.all(Array.from({ length: 6 }, () => accountAt('dead.example', 3)));
  const mover = await accountAt('dead0.example', 10);
  const { serve, sweep, open, revive, free } = lanes();
  for (let moves = 1; moves <= 5; moves += 1) {
    await sweep();
    // both have all they may; by the free slots alone, others that are about to be passed by would count, and a job would then be given one that stays open
    await eventually(
      () => [open('dead.example'), open('dead0.example'), free()],
      (held) => held.join() === [PER_RECEIVER, PER_RECEIVER, SLOTS - 2 * PER_RECEIVER].join(),
    );
    await setWebhookUrl(db, mover, `https://dead${moves}.example/events`);
    for (const { id } of await queued(mover)) await serve(id);
  }
  expect(open('dead.example')).toBe(PER_RECEIVER);
  expect(await stateOf(mover)).toEqual({ sending: PER_RECEIVER, queued: 10 - PER_RECEIVER });

  revive();
  // a turn whose claim met the URL just changed ends with nothing, and leaves its account to the next sweep, as in a worker
  for (const each of [...many, mover]) {
    await eventually(
      () => sweep().then(() => stateOf(each)),
      (states) => states.delivered === (each === mover ? 10 : 3),
    );
  }
});

test('receivers that are slow would share all the slots among them: an event of another one is the next to get one', async () => {
  for (let n = 1; n <= SLOTS / PER_RECEIVER; n += 1) await accountAt(`slow${n}.example`, 40);
  const { serve, sweep, posted, posts, free } = lanes();
  await sweep();
  await eventually(free, (slots) => slots === 0);
  const live = await accountAt('live.example', 1);
  const [event] = await queued(live);
  const before = posted.length;

  await serve(event?.id ?? '');

  expect(posts('live.example')).toBe(1);
  expect(posted.length - before).toBeLessThanOrEqual(2 * SLOTS);
});

test('an event that a job found no room for, its worker gone since, would wait for ever: any sweep begins its account again', async () => {
  const dead = await accountAt('dead.example', 5);
  const gone = lanes();
  await gone.sweep();
  await eventually(gone.free, (slots) => slots === SLOTS - PER_RECEIVER);
  const other = lanes();
  other.revive();
  await other.sweep();
  await eventually(
    () => stateOf(dead),
    (states) => states.delivered === 5 - PER_RECEIVER && states.sending === PER_RECEIVER,
  );
  gone.revive();
  await delivered(dead, 5);
});

test('sweeps and claims would read through all that waits, or all that was ever sent: they step from account to account, and to its oldest', async () => {
  const dead = await accountAt('dead.example', 10_000);
  const live = await accountAt('live.example', 10_000);
  await db.$executeRaw`UPDATE webhook_event SET state = 'delivered', finished_at = now() WHERE account_id = ${live}::uuid`;
  const last = await accountAt('last.example', 1);
  await db.$executeRaw`VACUUM ANALYZE webhook_event`;
  const one = testPool(database.url, 1); // one connection, whose statistics can be flushed
  try {
    const before = await rowsRead(one);
    expect((await listWaitingReceivers(one, 0)).map(({ accountId }) => accountId)).toEqual([dead, last]);
    const asked = [last, live].map((accountId) => ({
      accountId,
      url: `https://${accountId === last ? 'last' : 'live'}.example/events`,
    }));
    expect(await claimNextEvents(one, asked)).toEqual([expect.objectContaining({ accountId: last }), null]);
    expect((await rowsRead(one)) - before).toBeLessThan(100);
    expect(await listWaitingReceivers(one, 3_600_000)).toEqual([]);
  } finally {
    await one.$disconnect();
  }
});

test('after a day of hints that came too late no delivery could be traced to its request any more, and memory would be full of them', async () => {
  const { serve, logged } = lanes();
  await Promise.all(
    Array.from({ length: 10_050 }, () => serve(randomUUID(), 'of an event that another worker has sent')),
  );

  const [event] = await queued(await accountAt('live.example', 1));
  await serve(event?.id ?? '', 'the request');
  expect(logged).toEqual([expect.objectContaining({ eventId: event?.id, requestId: 'the request' })]);
});

test('events taken together would be mixed up: each receiver gets its own, the oldest first, one named twice two of them, and one whose URL is not set any more none', async () => {
  const [one, two] = [await accountAt('one.example', 3), await accountAt('two.example', 1)];
  const at = (accountId: string, host: string) => ({ accountId, url: `https://${host}.example/events` });
  const claimed = await claimNextEvents(db, [
    at(one, 'one'),
    at(two, 'two'),
    at(one, 'old'),
    at(one, 'one'),
    at(two, 'two'),
  ]);
  expect(claimed.map((event) => event?.accountId)).toEqual([one, two, undefined, one, undefined]);

  const written = await db.webhookEvent.findMany({ where: { accountId: one }, orderBy: { seq: 'asc' } });
  expect([claimed[0]?.id, claimed[3]?.id]).toEqual(written.slice(0, 2).map(({ id }) => id));
  expect(written.map(({ state }) => state)).toEqual(['sending', 'sending', 'queued']);
});

async function rowsRead(one: Db): Promise<number> {
  await one.$queryRaw`SELECT pg_stat_force_next_flush()::text`;
  await one.$queryRaw`SELECT 1`;
  const [row] = await one.$queryRaw<{ read: number }[]>`
    SELECT (seq_tup_read + coalesce(idx_tup_fetch, 0))::integer AS read FROM pg_stat_user_tables WHERE relname = 'webhook_event'`;
  return row?.read ?? 0;
}
