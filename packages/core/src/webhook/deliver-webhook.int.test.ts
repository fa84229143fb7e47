import { fundedAccount, type TestDatabase, testDatabase, testPool } from '@topup/testkit';
import { setWebhookUrl } from '../account/account.store';
import { createKey } from '../api-key/create-key';
import { type Clock, systemClock } from '../shared/clock';
import type { Db } from '../shared/db';
import { createSemaphore } from '../shared/semaphore';
import { purchasesIn } from '../testing/purchases';
import type { DeliveryResult } from './event.store';
import { createWebhookScheduler } from './webhook-scheduler';

let database: TestDatabase;
let db: Db;

const { sent, settle } = purchasesIn(() => db);
const masterKey = Buffer.alloc(32, 1);

beforeAll(async () => {
  database = await testDatabase();
  db = testPool(database.url);
});
afterAll(async () => {
  await db.$disconnect();
  await database.drop();
});

/** An event of an account that can be signed for with `masterKey`. */
async function finalEvent(): Promise<string> {
  const accountId = await fundedAccount(db, 1_000n);
  await setWebhookUrl(db, accountId, 'https://client.example/events');
  await createKey({ db, masterKey }, accountId, 'test');
  const { eventId } = await settle({ id: await sent(accountId, 'AIRTIME'), goal: 'success', ground: 'answer' });
  if (eventId === null) throw new Error('no event was written');
  return eventId;
}

/** Delivers a new event to a receiver that does this, and answers what was counted. */
async function counted(
  result: DeliveryResult,
  current = masterKey,
  clock: Clock = systemClock,
): Promise<[string, number][]> {
  const told: [string, number][] = [];
  const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const deps = {
    db,
    clock,
    log: quiet,
    observer: { webhookTried: (how: string, durationMs: number) => told.push([how, durationMs]) },
    poster: { post: async () => result },
    masterKeys: { current },
    webhookSemaphore: createSemaphore(1),
    permitsPerReceiver: 1,
  };
  const lanes = createWebhookScheduler(deps);
  const id = await finalEvent();
  await lanes.deliver(id);
  await lanes.deliver(id);
  return told;
}

test.each<[string, DeliveryResult]>([
  ['delivered', { httpStatus: 204, durationMs: 7, error: null, response: null }],
  ['refused', { httpStatus: 500, durationMs: 7, error: 'the receiver answered 500', response: null }],
  ['refused', { httpStatus: 200, durationMs: 7, error: 'the answer broke off', response: null }],
  ['failed', { httpStatus: null, durationMs: 7, error: 'could not be sent: ECONNREFUSED', response: null }],
])('receivers that fail must be seen: %s is counted once for each event', async (result, answer) => {
  expect(await counted(answer)).toEqual([[result, 7]]);
});

test('an event that cannot be signed never leaves: it counts as failed, or a lost master key would look like no webhooks at all', async () => {
  expect(await counted({ httpStatus: 204, durationMs: 7, error: null, response: null }, Buffer.alloc(32, 2))).toEqual([
    ['failed', 0],
  ]);
});

test.each(['monotonicMs', 'now'] as const)(
  'a worker that stood still before it sent would send what was closed as lost meanwhile, after later news: by either clock (%s) it is too late',
  async (watch) => {
    let readings = 0;
    const late = () => (readings++ === 0 ? 0 : 30_001);
    const still = { now: () => new Date(0), monotonicMs: () => 0 };
    const clock = { ...still, [watch]: watch === 'now' ? () => new Date(late()) : late };
    expect(await counted({ httpStatus: 204, durationMs: 7, error: null, response: null }, masterKey, clock)).toEqual([
      ['failed', 0],
    ]);
  },
);
