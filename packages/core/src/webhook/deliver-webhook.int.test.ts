import { fundedAccount, useDatabase } from '@topup/testkit';
import { setWebhookUrl } from '../account/account.store';
import { createKey } from '../api-key/create-key';
import { type NanosecondClock, systemClock } from '../shared/clock';
import { purchasesIn } from '../testing/purchases';
import type { DeliveryResult } from './event.store';
import { createWebhookScheduler } from './webhook-scheduler';

const database = useDatabase();

const { sent, settle } = purchasesIn(() => database.db);
const masterKey = Buffer.alloc(32, 1);

/** An event of an account that can be signed for with `masterKey`. */
async function finalEvent(): Promise<string> {
  const accountId = await fundedAccount(database.db, 1_000n);
  await setWebhookUrl(database.db, accountId, 'https://client.example/events');
  await createKey({ db: database.db, masterKey }, accountId, 'test');
  const { eventId } = await settle({ id: await sent(accountId, 'AIRTIME'), target_status: 'success', basis: 'answer' });
  if (eventId === null) throw new Error('no event was written');
  return eventId;
}

/** Delivers a new event to a receiver with this result, and returns what was counted. */
async function counted(result: DeliveryResult, clock: NanosecondClock = systemClock): Promise<[string, number][]> {
  const counts: [string, number][] = [];
  const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const deps = {
    db: database.db,
    clock,
    log: quiet,
    observer: { webhookTried: (how: string, durationMs: number) => counts.push([how, durationMs]) },
    poster: { post: async () => result },
    masterKeys: { current: masterKey },
    maxDeliveries: 1,
    maxPerHost: 1,
  };
  const scheduler = createWebhookScheduler(deps);
  const id = await finalEvent();
  await scheduler.deliver(id);
  await scheduler.deliver(id);
  return counts;
}

describe('a receiver that fails is not seen', () => {
  test.each<[string, DeliveryResult]>([
    ['delivered', { httpStatus: 204, durationMs: 7, error: null, response: null }],
    ['refused', { httpStatus: 500, durationMs: 7, error: 'the receiver answered 500', response: null }],
    ['refused', { httpStatus: 200, durationMs: 7, error: 'the answer broke off', response: null }],
    ['failed', { httpStatus: null, durationMs: 7, error: 'could not be sent: ECONNREFUSED', response: null }],
  ])('%s is counted once for each event', async (result, answer) => {
    expect(await counted(answer)).toEqual([[result, 7]]);
  });
});

describe('a worker with another master key loses events', () => {
  const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const worker = (current: Buffer, clock: NanosecondClock = systemClock) => {
    const tried: string[] = [];
    const scheduler = createWebhookScheduler({
      db: database.db,
      clock,
      log: quiet,
      maxDeliveries: 1,
      maxPerHost: 1,
      masterKeys: { current },
      observer: { webhookTried: (how: string) => tried.push(how) },
      poster: { post: async () => ({ httpStatus: 204, durationMs: 7, error: null, response: null }) },
    });
    return { scheduler, tried };
  };
  const eventRow = (id: string) =>
    database.db.webhookEvent.findUnique({ where: { id }, select: { state: true, claimedAt: true, url: true } });

  test('an event that it cannot sign stays queued, and a worker with the right one sends it', async () => {
    const id = await finalEvent();
    const wrong = worker(Buffer.alloc(32, 2));
    await wrong.scheduler.deliver(id);
    expect([wrong.tried, await eventRow(id)]).toEqual([['failed'], { state: 'queued', claimedAt: null, url: null }]);

    const right = worker(masterKey);
    await right.scheduler.deliver(id);
    expect([right.tried, await eventRow(id)]).toMatchObject([['delivered'], { state: 'delivered' }]);
  });

  test('it leaves the account alone for a minute, then tries once more', async () => {
    const id = await finalEvent();
    let nowMs = 0;
    const wrong = worker(Buffer.alloc(32, 2), { ...systemClock, monotonicMs: () => nowMs });
    for (nowMs of [0, 59_999, 60_000]) await wrong.scheduler.deliver(id);
    expect(wrong.tried).toEqual(['failed', 'failed']);
  });
});

describe('a worker that was suspended sends an event after a later one', () => {
  test.each(['monotonicMs', 'now'] as const)(
    '30 s after the claim it is too late to send, by either clock (%s)',
    async (watch) => {
      let readings = 0;
      const late = () => (readings++ === 0 ? 0 : 30_001);
      const still = { now: () => new Date(0), monotonicMs: () => 0, nowNs: () => 0n };
      const clock = { ...still, [watch]: watch === 'now' ? () => new Date(late()) : late };
      expect(await counted({ httpStatus: 204, durationMs: 7, error: null, response: null }, clock)).toEqual([
        ['failed', 0],
      ]);
    },
  );
});
