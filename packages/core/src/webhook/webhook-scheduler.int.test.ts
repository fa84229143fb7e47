import { randomUUID } from 'node:crypto';
import { eventually, fundedAccount, testPool, useDatabase } from '@topup/testkit';
import { setWebhookUrl } from '../account/account.store';
import { createKey } from '../api-key/create-key';
import { systemClock } from '../shared/clock';
import type { Db } from '../shared/db';
import { purchasesIn } from '../testing/purchases';
import { tableStatistics } from '../testing/table-statistics';
import { claimNextEvents, listWaitingReceivers } from './event.store';
import type { EventRequest } from './signed-event';
import { createWebhookScheduler } from './webhook-scheduler';

const database = useDatabase({ eachTest: true });

const { sent } = purchasesIn(() => database.db);
const masterKey = Buffer.alloc(32, 1);
const PERMITS = 8;
const OPEN_TO_ALL = 6; // of them; the others are for accounts that hold none
const PER_RECEIVER = 2;

/** An account with this many queued events of status queries, a minute old, for a receiver at this host. */
async function accountAt(host: string, events: number): Promise<string> {
  const accountId = await fundedAccount(database.db, 10_000n);
  await setWebhookUrl(database.db, accountId, `https://${host}/events`);
  await createKey({ db: database.db, masterKey }, accountId, 'test');
  await write(await sent(accountId, 'AIRTIME'), events);
  return accountId;
}

const write = (purchaseId: string, events: number) => database.db.$executeRaw`
  INSERT INTO webhook_event (account_id, purchase_id, event, status, details, created_at)
  SELECT account_id, id, 'transaction.requery', status, 'test', now() - interval '1 minute'
    FROM purchase, generate_series(1, ${events}::integer) WHERE id = ${purchaseId}::uuid`;

const stateOf = async (accountId: string) =>
  Object.fromEntries(
    (await database.db.webhookEvent.groupBy({ by: ['state'], where: { accountId }, _count: true })).map(
      ({ state, _count }) => [state, _count],
    ),
  );
const delivered = (accountId: string, events: number) =>
  eventually(
    () => stateOf(accountId),
    (states) => states.delivered === events && Object.keys(states).length === 1,
  );

const queued = (accountId: string) =>
  database.db.webhookEvent.findMany({ where: { accountId, state: 'queued' }, select: { id: true } });

/** The scheduler of a worker. Hosts named `dead…` do not answer until `revive`. */
function startScheduler() {
  const open = new Map<string, number>();
  const posted: { host: string; eventId: string }[] = [];
  const logged: object[] = [];
  let most = 0;
  let revive: () => void = () => undefined;
  const revived = new Promise<void>((resolve) => {
    revive = resolve;
  });
  const poster = {
    async post({ url, headers: { 'X-Webhook-Id': eventId = '' } }: EventRequest) {
      const { host } = new URL(url);
      const count = (change: number) => open.set(host, (open.get(host) ?? 0) + change);
      posted.push({ host, eventId });
      most = Math.max(most, count(1).get(host) ?? 0);
      if (host.startsWith('dead')) await revived;
      count(-1);
      return { httpStatus: 200, durationMs: 1, error: null, response: null };
    },
  };
  const { deliver, resume, available } = createWebhookScheduler({
    db: database.db,
    clock: systemClock,
    log: { info: (_, fields) => logged.push(fields ?? {}), warn: () => undefined, error: () => undefined },
    observer: { webhookTried: () => undefined },
    poster,
    masterKeys: { current: masterKey },
    maxDeliveries: PERMITS,
    maxPerHost: PER_RECEIVER,
  });
  return {
    deliver,
    sweep: async () => resume(await listWaitingReceivers(database.db, 0)),
    free: available,
    /** The requests, in their order. */
    posted,
    logged,
    open: (host: string) => open.get(host) ?? 0,
    most: () => most,
    revive,
  };
}

describe('a dead receiver keeps the events of all accounts waiting', () => {
  // fault A5, A9
  test('300 older events of it delay no other account, and are sent when it is back', async () => {
    const dead = await accountAt('dead.example', 300);
    const live = await accountAt('live.example', 20);
    const { deliver, sweep, most, posted, revive, free } = startScheduler();

    await sweep();
    await delivered(live, 20);
    expect(await stateOf(dead)).toEqual({ sending: PER_RECEIVER, queued: 300 - PER_RECEIVER });

    // a sweep or a job that finds it at its limit ends at once and holds no permit
    await eventually(free, (permits) => permits === PERMITS - PER_RECEIVER);
    expect(await sweep()).toBe(0);
    await Promise.all((await queued(dead)).map(({ id }) => deliver(id)));
    expect(free()).toBe(PERMITS - PER_RECEIVER);
    expect(posted).toHaveLength(20 + PER_RECEIVER);

    revive();
    await delivered(dead, 300);
    expect(most()).toBe(PER_RECEIVER);
    expect(new Set(posted.map(({ eventId }) => eventId)).size).toBe(320);
    expect(posted).toHaveLength(320);
  });
});

describe('one host or one account takes every permit', () => {
  // fault A5
  test('a host of many accounts and an account of many hosts hold only their few', async () => {
    const many = await Promise.all(Array.from({ length: 6 }, () => accountAt('dead.example', 3)));
    const mover = await accountAt('dead0.example', 10);
    const { deliver, sweep, open, revive, free } = startScheduler();
    for (let moves = 1; moves <= 5; moves += 1) {
      await sweep();
      // both are at their limit. Free permits alone do not prove it: others may hold one until they are deferred,
      // and a job would then get one that stays open
      await eventually(
        () => [open('dead.example'), open('dead0.example'), free()],
        (held) => held.join() === [PER_RECEIVER, PER_RECEIVER, PERMITS - 2 * PER_RECEIVER].join(),
      );
      await setWebhookUrl(database.db, mover, `https://dead${moves}.example/events`);
      for (const { id } of await queued(mover)) await deliver(id);
    }
    expect(open('dead.example')).toBe(PER_RECEIVER);
    expect(await stateOf(mover)).toEqual({ sending: PER_RECEIVER, queued: 10 - PER_RECEIVER });

    revive();
    // a delivery whose claim finds another URL ends with nothing and leaves the account to the next sweep, as in a
    // worker
    for (const each of [...many, mover]) {
      await eventually(
        () => sweep().then(() => stateOf(each)),
        (states) => states.delivered === (each === mover ? 10 : 3),
      );
    }
  });
});

describe('dead receivers share all permits among themselves', () => {
  test('an event of another receiver gets one of those that are kept for it', async () => {
    for (let n = 1; n <= PERMITS / PER_RECEIVER; n += 1) await accountAt(`dead${n}.example`, 40);
    const { deliver, sweep, posted, revive } = startScheduler();
    await sweep();
    await eventually(
      () => posted.length,
      (requests) => requests === OPEN_TO_ALL,
    );
    const live = await accountAt('live.example', 1);
    const [event] = await queued(live);

    await deliver(event?.id ?? '');

    expect(posted.slice(OPEN_TO_ALL).map(({ host }) => host)).toEqual(['live.example']);
    revive();
  });
});

describe('a deferred event waits without end because its worker died', () => {
  test('any sweep continues with its account', async () => {
    const dead = await accountAt('dead.example', 5);
    const gone = startScheduler();
    await gone.sweep();
    await eventually(gone.free, (permits) => permits === PERMITS - PER_RECEIVER);
    const other = startScheduler();
    other.revive();
    await other.sweep();
    await eventually(
      () => stateOf(dead),
      (states) => states.delivered === 5 - PER_RECEIVER && states.sending === PER_RECEIVER,
    );
    gone.revive();
    await delivered(dead, 5);
  });
});

describe('jobs come in another order than their events', () => {
  test('every event is delivered, though the first job takes the event of the second', async () => {
    const live = await accountAt('live.example', 1);
    await write(await sent(live, 'AIRTIME'), 1); // of another purchase: nothing tells the scheduler that it follows
    const { deliver } = startScheduler();
    const [older, newer] = await database.db.webhookEvent.findMany({
      where: { accountId: live },
      orderBy: { seq: 'asc' },
    });
    await deliver(newer?.id ?? '');
    await deliver(older?.id ?? '');
    expect(await stateOf(live)).toEqual({ delivered: 2 });
  });
});

describe('sweeps and claims read all events that wait or were ever sent', () => {
  test('they step from account to account, and to its oldest event', async () => {
    const dead = await accountAt('dead.example', 10_000);
    const live = await accountAt('live.example', 10_000);
    await database.db
      .$executeRaw`UPDATE webhook_event SET state = 'delivered', finished_at = now() WHERE account_id = ${live}::uuid`;
    const last = await accountAt('last.example', 1);
    await database.db.$executeRaw`VACUUM ANALYZE webhook_event`;
    const one = testPool(database.url, 1); // one connection, whose statistics can be flushed
    try {
      const before = await rowsRead(one);
      expect((await listWaitingReceivers(one, 0)).map(({ accountId }) => accountId)).toEqual([dead, last]);
      const requested = [last, live].map((accountId) => ({
        accountId,
        url: `https://${accountId === last ? 'last' : 'live'}.example/events`,
      }));
      expect(await claimNextEvents(one, requested)).toEqual([expect.objectContaining({ accountId: last }), null]);
      expect((await rowsRead(one)) - before).toBeLessThan(100);
      expect(await listWaitingReceivers(one, 3_600_000)).toEqual([]);
    } finally {
      await one.$disconnect();
    }
  });
});

describe('request ids of events that another worker sent fill the memory', () => {
  test('after 10,050 of them a delivery still logs its own request id', async () => {
    const { deliver, logged } = startScheduler();
    await Promise.all(
      Array.from({ length: 10_050 }, () =>
        deliver(randomUUID(), { requestId: 'of an event that another worker has sent' }),
      ),
    );

    const [event] = await queued(await accountAt('live.example', 1));
    await deliver(event?.id ?? '', { requestId: 'the request' });
    expect(logged).toEqual([expect.objectContaining({ eventId: event?.id, requestId: 'the request' })]);
  });
});

describe('events that are claimed together are mixed up', () => {
  test('each receiver gets its own oldest events, and none after its URL has changed', async () => {
    const [one, two] = [await accountAt('one.example', 3), await accountAt('two.example', 1)];
    const at = (accountId: string, host: string) => ({ accountId, url: `https://${host}.example/events` });
    const claimed = await claimNextEvents(database.db, [
      at(one, 'one'),
      at(two, 'two'),
      at(one, 'old'),
      at(one, 'one'),
      at(two, 'two'),
    ]);
    expect(claimed.map((event) => event?.accountId)).toEqual([one, two, undefined, one, undefined]);

    const written = await database.db.webhookEvent.findMany({ where: { accountId: one }, orderBy: { seq: 'asc' } });
    expect([claimed[0]?.id, claimed[3]?.id]).toEqual(written.slice(0, 2).map(({ id }) => id));
    expect(written.map(({ state }) => state)).toEqual(['sending', 'sending', 'queued']);
  });
});

const rowsRead = async (one: Db) => (await tableStatistics(one, 'webhook_event')).rowsRead;
