import { eventually, fundedAccount, useDatabase } from '@topup/testkit';
import { createFairQuotaByName } from '../../flow/fair-quota';
import type { ProviderOrder, SendOutcome } from '../../provider/provider.port';
import { systemClock } from '../../shared/clock';
import { itemFor, purchasesIn } from '../../testing/purchases';
import { createSettler } from '../settle/settler';
import { createClaimer } from './claimer';
import { createSendScheduler } from './send-scheduler';
import { createWaitingRoom } from './waiting-room';

const database = useDatabase({ max: 8 });
const { accept, row } = purchasesIn(() => database.db);

const DELIVERED = {
  kind: 'delivered',
  costKobo: 900n,
  providerTransactionId: '1',
  mismatch: null,
  goods: null,
} as const;
const HANGS = '08000055000';

/** The scheduler of a worker. Orders for HANGS get an answer when the test calls `answer`. */
function startScheduler(maxSends: number) {
  const sent: string[] = [];
  const hanging: ((outcome: SendOutcome) => void)[] = [];
  const { db } = database;
  const deps = {
    db,
    clock: systemClock,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    observer: { claimed: () => undefined, settled: () => undefined },
    claimer: createClaimer({
      serves: ['vtpass'],
      db,
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
      leaseMs: 75_000,
      startDeadlineMs: 1_800_000,
    }),
    settler: createSettler(db),
    provider: {
      mintRef: (id: string) => `ref-${id}`,
      send: async ({ recipient, providerRef }: ProviderOrder): Promise<SendOutcome> => {
        sent.push(providerRef.slice('ref-'.length));
        return recipient === HANGS ? new Promise((resolve) => hanging.push(resolve)) : DELIVERED;
      },
    },
    rules: { schedule: [60_000], notFoundMs: 1, random: () => 0 },
    enqueueEvent: () => undefined,
    enqueueNotification: () => undefined,
    providerTimeoutMs: 55_000,
    settleWithinMs: 5_000,
  };
  const gate = { restricted: () => false, admit: () => null, stopOf: () => null, onChange: () => () => undefined };
  const waitingRoom = createWaitingRoom({ db, gate, clock: systemClock, maxWaitMs: 10_000 });
  const serviceQuota = createFairQuotaByName(maxSends);
  const scheduler = createSendScheduler({ ...deps, maxSends, serviceQuota, waitingRoom });
  return {
    scheduler,
    sent,
    hanging: () => hanging.length,
    answer() {
      for (const resolve of hanging.splice(0)) resolve(DELIVERED);
    },
  };
}

const account = () => fundedAccount(database.db, 1_000_000n);

/** Accepted purchases of the account, all for this number. */
async function accepted(accountId: string, count: number, recipient?: string): Promise<string[]> {
  const items = Array.from({ length: count }, () => itemFor(accountId, 'AIRTIME', recipient ? { recipient } : {}));
  await accept(items);
  return items.map(({ id }) => id);
}

describe('jobs of one account whose orders hang fill a worker', () => {
  // fault A1, A9
  test('another account’s job is sent at once; jobs that must wait end at once and are announced later', async () => {
    const [greedy, other] = [await account(), await account()];
    const many = await accepted(greedy, 20, HANGS);
    const [one = ''] = await accepted(other, 1);
    const { scheduler, sent, hanging, answer } = startScheduler(8);
    const announced: string[] = [];
    const announcing = (id: string) => () => announced.push(id);

    const jobs = many.map((id) => scheduler.send({ id, lane: `${greedy}/mtn`, announce: announcing(id) }));
    await Promise.all(jobs.slice(6));
    await eventually(hanging, (open) => open === 6);
    await scheduler.send({ id: one, lane: `${other}/mtn` });
    expect(await row(one)).toMatchObject({ status: 'success' });
    expect([sent.length, announced]).toEqual([7, []]);

    while (announced.length < 20) {
      answer();
      await new Promise(setImmediate);
    }
    await Promise.all(jobs);
    expect(new Set(sent).size).toBe(21);
    expect(announced.slice(6)).toEqual(many.slice(6));
    expect(new Set(announced)).toEqual(new Set(many));
  });
});

describe('a job that none of our versions has written stops a worker', () => {
  test.each([undefined, 'nobody/mtn'])(
    'the lane %j: nothing is sent, and the sweeper finds the purchase',
    async (lane) => {
      const [id = ''] = await accepted(await account(), 1);
      const { scheduler, sent } = startScheduler(8);
      await scheduler.send({ id, lane });
      expect(sent).toEqual([]);
    },
  );
});
