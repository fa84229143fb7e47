import { setTimeout as sleep } from 'node:timers/promises';
import { type Db, newId, systemClock } from '@topup/core/shared';
import { createLog } from '@topup/runtime';
import { fundedAccount, insertSold, testPool, useDatabase } from '@topup/testkit';
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
  test('a notice of a success is the answer, and the database is not asked', async () => {
    const away = testPool('postgresql://nobody@127.0.0.1:1/none');
    const id = newId();
    const state = {
      status: 'success',
      message: 'Airtime purchase successful.',
      causeCode: 'provider_delivered',
    } as const;
    const answer = await withWaiter(away, (waiter) => {
      const waited = waiter.wait({ id, productType: 'AIRTIME' }, NEVER);
      waiter.notify(id, state);
      return waited;
    });
    expect(answer).toEqual({ id, ...state, result: {} });
    await away.$disconnect();
  });

  test('after a notice without a state, as the released version gives it, the row is the answer', async () => {
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
