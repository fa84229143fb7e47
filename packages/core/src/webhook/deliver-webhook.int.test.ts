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
async function counted(
  result: DeliveryResult,
  current = masterKey,
  clock: NanosecondClock = systemClock,
): Promise<[string, number][]> {
  const counts: [string, number][] = [];
  const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const deps = {
    db: database.db,
    clock,
    log: quiet,
    observer: { webhookTried: (how: string, durationMs: number) => counts.push([how, durationMs]) },
    poster: { post: async () => result },
    masterKeys: { current },
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

describe('a lost master key looks as if there were no webhooks', () => {
  test('an event that cannot be signed is not sent, and counts as failed', async () => {
    expect(await counted({ httpStatus: 204, durationMs: 7, error: null, response: null }, Buffer.alloc(32, 2))).toEqual(
      [['failed', 0]],
    );
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
      expect(await counted({ httpStatus: 204, durationMs: 7, error: null, response: null }, masterKey, clock)).toEqual([
        ['failed', 0],
      ]);
    },
  );
});
