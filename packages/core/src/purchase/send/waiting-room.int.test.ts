import { eventually, fundedAccount, useDatabase } from '@topup/testkit';
import type { GatedOrder, ProviderGate, Stop } from '../../provider/breakers.port';
import { type Clock, systemClock } from '../../shared/clock';
import { newId } from '../../shared/ids';
import { expectSoundBooks } from '../../testing/books';
import { itemFor, purchasesIn } from '../../testing/purchases';
import { createSettler } from '../settle/settler';
import { createWaitingRoom, waitForProvider } from './waiting-room';

const database = useDatabase({ max: 4 });
const { accept, claim, row, events } = purchasesIn(() => database.db);

let accountId: string;
beforeEach(async () => {
  accountId = await fundedAccount(database.db, 100_000n);
});
afterEach(() => expectSoundBooks(database.db));

const STOP: Stop = { breaker: 'provider', reason: 'unreachable' };
const MAX_WAIT_MS = 10_000;

/** A room before a gate that a test opens and shuts; `asked` are the orders it was asked about. */
function room() {
  const state = { stop: STOP as Stop | null, nowMs: 0 };
  const asked: GatedOrder[] = [];
  const listeners = new Set<() => void>();
  const admit = (order: GatedOrder) => {
    asked.push(order);
    return state.stop;
  };
  const gate: ProviderGate = {
    restricted: () => state.stop !== null,
    stopOf: admit,
    admit,
    onChange: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  const clock: Clock = { now: () => new Date(), monotonicMs: () => state.nowMs };
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const waitingRoom = createWaitingRoom({ db: database.db, gate, clock, maxWaitMs: MAX_WAIT_MS });
  const deps = {
    waitingRoom,
    settler: createSettler(database.db),
    enqueueEvent: () => undefined,
    enqueueNotification: () => undefined,
    clock: systemClock,
    log,
    observer: { settled: () => undefined },
    settleWithinMs: 1_000,
  };
  afterEachTest.push(() => waitingRoom.close());
  return {
    state,
    asked,
    waitingRoom,
    wait: (id: string) => waitForProvider(deps, id),
    open: () => {
      state.stop = null;
      for (const listener of listeners) listener();
    },
    /** Resolves when this many orders were asked about. */
    untilAsked: (count: number) =>
      eventually(
        () => asked.length,
        (length) => length >= count,
      ),
  };
}
const afterEachTest: (() => void)[] = [];
afterEach(() => {
  for (const clean of afterEachTest.splice(0)) clean();
});

/** An accepted purchase, this old by the database's clock. */
async function accepted(ageMs = 0): Promise<string> {
  const item = itemFor(accountId, 'AIRTIME', { amountKobo: 2_500n, requestRef: newId() });
  await accept([item]);
  if (ageMs > 0)
    await database.db.$transaction([
      database.db.$executeRaw`ALTER TABLE purchase DISABLE TRIGGER USER`,
      database.db
        .$executeRaw`UPDATE purchase SET created_at = created_at - ${`${ageMs} ms`}::interval WHERE id = ${item.id}::uuid`,
      database.db.$executeRaw`ALTER TABLE purchase ENABLE TRIGGER USER`,
    ]);
  return item.id;
}

describe('a purchase that a breaker stops fails at once, or is still sent', () => {
  test('it waits unsent, is asked about by account, service and amount, and is sent when the breaker closes', async () => {
    const { wait, open, asked, untilAsked } = room();
    const id = await accepted();
    const waiting = wait(id);
    await untilAsked(2);
    expect(asked[0]).toMatchObject({ accountId, serviceId: 'mtn', amountKobo: 2_500n });
    expect(await row(id)).toMatchObject({ status: 'initiated', sends: 0 });
    open();
    expect(await waiting).toBe(true);
    expect(await row(id)).toMatchObject({ status: 'initiated', sends: 0 });
  });

  test('at the end of its maximum wait it fails, refunded, with a message and a cause that are true', async () => {
    const { wait, state, untilAsked } = room();
    await database.db.account.update({ where: { id: accountId }, data: { webhookUrl: 'https://client.example/' } });
    const id = await accepted();
    const waiting = wait(id);
    await untilAsked(2);
    state.nowMs = MAX_WAIT_MS;
    expect(await waiting).toBe(false);
    expect(await row(id)).toMatchObject({
      status: 'failed',
      cause: 'provider_unavailable_unreachable',
      causeCode: 'provider_unavailable',
      message:
        'Airtime purchase failed: The provider is not available for this order now. Your wallet has been refunded.',
      sends: 0,
      providerRef: null,
    });
    expect(await events(id)).toMatchObject([{ event: 'airtime.purchase.failed', status: 'failed' }]);
  });

  test('the maximum wait is counted from its arrival: one that is reached later is decided at once', async () => {
    const { wait, open } = room();
    const [stopped, sent] = [await accepted(MAX_WAIT_MS), await accepted(MAX_WAIT_MS)];
    expect(await wait(stopped)).toBe(false);
    expect(await row(stopped)).toMatchObject({ status: 'failed' });
    open();
    expect(await wait(sent)).toBe(true);
  });

  test('while nothing is stopped the row is not read', async () => {
    const { wait, open, asked } = room();
    open();
    expect(await wait('not even an id')).toBe(true);
    expect(asked).toEqual([]);
  });
});

describe('a waiting purchase is lost, or waits twice', () => {
  test('the sweepers get it when its maximum wait is over, and a second job for it does nothing', async () => {
    const { wait, untilAsked } = room();
    const id = await accepted();
    void wait(id);
    await untilAsked(2);
    expect(await wait(id)).toBe(false);
    const { createdAt, nextCheckAt } = await eventually(
      () => row(id),
      ({ createdAt, nextCheckAt }) => Number(nextCheckAt) - Number(createdAt) > 5_000,
    );
    expect(Number(nextCheckAt) - Number(createdAt)).toBe(MAX_WAIT_MS + 1_000);
  });

  test('one that somebody else has sent is not failed', async () => {
    const { wait, state, untilAsked } = room();
    const id = await accepted();
    const waiting = wait(id);
    await untilAsked(2);
    await claim([id]);
    state.nowMs = MAX_WAIT_MS;
    expect(await waiting).toBe(false);
    expect(await row(id)).toMatchObject({ status: 'initiated', sends: 1 });
    expect(await wait(id)).toBe(true); // the claim says that it is not ours
  });

  test('a process that stops lets all go, and decides nothing', async () => {
    const { wait, waitingRoom, untilAsked } = room();
    const id = await accepted();
    const waiting = wait(id);
    await untilAsked(2);
    waitingRoom.close();
    expect(await waiting).toBe(false);
    expect(await wait(id)).toBe(false);
    expect(await row(id)).toMatchObject({ status: 'initiated', sends: 0 });
  });
});
