import { setTimeout as sleep } from 'node:timers/promises';
import { acceptPurchase, createAccepter } from '@topup/core/purchase';
import { jobCatalog } from '@topup/core/queue';
import { type Db, newId, systemClock } from '@topup/core/shared';
import { createLog } from '@topup/runtime';
import { describeWithRedis, fundedAccount, insertSold, testRedis, useDatabase } from '@topup/testkit';
import { QueueEventsProducer } from 'bullmq';
import { openQueues } from '../queues';
import { createPurchaseWaiter } from './purchase-waiter';

const database = useDatabase();
const log = createLog('test', 'error');
/** It stands still, so that no poll asks for anybody. */
let nowMs = 0;

/** Runs `act` with a waiter on `db`, and closes it. */
async function withWaiter<T>(db: Db, act: (waiter: ReturnType<typeof createPurchaseWaiter>) => Promise<T>): Promise<T> {
  const clock = { ...systemClock, monotonicMs: () => nowMs };
  const waiter = createPurchaseWaiter({ db, clock, log, enqueueEvent: () => undefined });
  try {
    return await act(waiter);
  } finally {
    waiter.close();
  }
}

const NEVER = Number.POSITIVE_INFINITY;

/** A purchase that is a success already. @returns its id */
async function sold(): Promise<string> {
  const reference = newId();
  await insertSold(database.db, [
    { accountId: await fundedAccount(database.db, 0n), at: new Date(), product: 'AIRTIME', reference },
  ]);
  const [{ id } = { id: '' }] = await database.db.$queryRaw<{ id: string }[]>`
    SELECT id FROM purchase WHERE request_ref = ${reference}`;
  return id;
}

describe('a client waits although its purchase has ended', () => {
  test('after a notice, the row is the answer', async () => {
    const id = await sold();
    const answer = await withWaiter(database.db, (waiter) => {
      const waited = waiter.wait({ id, productType: 'AIRTIME' }, NEVER);
      waiter.notify(id);
      return waited;
    });
    expect(answer).toMatchObject({ id, status: 'success' });
  });

  test('without a notice the row is read, but not before the client has waited 200 ms', async () => {
    const id = await sold();
    await withWaiter(database.db, async (waiter) => {
      let answer: unknown;
      const waited = waiter.wait({ id, productType: 'AIRTIME' }, NEVER).then((state) => {
        answer = state;
      });
      await sleep(600); // two polls
      expect(answer).toBeUndefined();
      nowMs += 200;
      await waited;
      expect(answer).toMatchObject({ id, status: 'success' });
    });
  });
});

test('a window that ends before an api that was paused looks again: the client gets the final status', async () => {
  const id = await sold();
  const answer = await withWaiter(database.db, (waiter) => waiter.wait({ id, productType: 'AIRTIME' }, nowMs));
  expect(answer).toMatchObject({ id, status: 'success' });
});

/** A purchase that nobody has settled. @returns its id */
async function accepted(): Promise<string> {
  const accountId = await fundedAccount(database.db, 1_000n);
  const deps = { accepter: createAccepter({ db: database.db, clock: systemClock }), provider: { name: 'vtpass' } };
  const order = {
    productType: 'AIRTIME' as const,
    requestRef: newId(),
    amountKobo: 1_000n,
    recipient: '08030000001',
    details: { network: 'mtn', phone: '08030000001' },
    description: 'MTN airtime',
    providerOrder: { serviceId: 'mtn', variationCode: null, subscriptionType: null, contactPhone: '08030000001' },
  };
  return (await acceptPurchase(deps, { accountId, keyId: null }, order, 15_000)).id;
}

describeWithRedis('anyone who can write to Redis has a client told that a purchase was sold', () => {
  const SUCCESS = { status: 'success', message: 'Airtime purchase successful.', causeCode: 'provider_delivered' };

  test('a forged notice of a success is no answer while the row is open', async () => {
    const { url } = await testRedis();
    const queues = await openQueues({ redisUrl: url, databaseUrl: '' }, log);
    const forger = new QueueEventsProducer(jobCatalog.airtime.queue, { connection: { url } });
    const open = await accepted();
    const ended = await sold();
    await withWaiter(database.db, async (waiter) => {
      const stop = queues.watch(waiter.notify);
      let answer: unknown;
      void waiter.wait({ id: open, productType: 'AIRTIME' }, NEVER).then((state) => {
        answer = state;
      });
      const waited = waiter.wait({ id: ended, productType: 'AIRTIME' }, NEVER);
      let isRead = false;
      void waited.then(() => {
        isRead = true;
      });
      // until the watcher listens; each notice names the open purchase before the one that has ended
      for (; !isRead; await sleep(20)) {
        await forger.publishEvent({ eventName: 'ended', ids: `${open} ${ended}`, state: JSON.stringify(SUCCESS) });
      }
      expect(await waited).toMatchObject({ id: ended, status: 'success' });
      expect(answer).toBeUndefined();
      await stop();
    });
    await Promise.all([forger.close(), queues.close()]);
  });
});
