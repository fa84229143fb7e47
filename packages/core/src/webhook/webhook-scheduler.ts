import { createBatcher } from '../flow/batcher';
import { createFairQuota, createFairQuotaByName } from '../flow/fair-quota';
import { createScheduler, type Work } from '../flow/scheduler';
import type { Db } from '../shared/db';
import { type Log, reasonOf } from '../shared/log.port';
import { setBounded } from '../shared/set-bounded';
import { createNextDelivery, type TracedDeliverDeps } from './deliver-next';
import { type Receiver, readReceivers } from './event.store';

const MAX_READ = 256; // receivers of one statement
const MAX_KNOWN = 10_000; // above this the oldest is dropped, and read again

export type SchedulerDeps = TracedDeliverDeps & {
  db: Db;
  maxDeliveries: number;
  maxPerHost: number;
};

/** `requestId`: that an event comes from, for the log. `accountId`: whose it is; then a known receiver is not read. */
type Announced = { requestId?: string | undefined; accountId?: string | undefined };

export type WebhookScheduler = {
  /**
   * Delivers the oldest queued event of the account of `eventId`, when its turn comes. Resolves when that is recorded;
   * at once when the account has to wait.
   * @throws Error after `drain`
   */
  deliver(eventId: string, announced?: Announced): Promise<void>;
  /** Delivers the events of these accounts until none is queued. Returns how many deliveries begin at once. */
  resume(receivers: Receiver[]): number;
  available(): number;
  /** Begins no more. Resolves when what was begun is recorded. */
  drain(): Promise<void>;
};

/**
 * Which event it is, is decided when its turn comes. `unread`: its receiver is the one that was known before.
 * `recorded`: set when its request has ended; resolves when that is recorded.
 */
type Delivery = Work & { receiver: Receiver; host: string; unread: boolean; recorded?: Promise<void> };

/**
 * Delivers events so that a slow receiver delays no other account: permits of this process and of each host are shared
 * (`FairQuota`), and accounts take turns (`Scheduler`). `deliver` or `resume` schedules a delivery of an account. When
 * its turn comes, it takes the oldest queued event, which need not be the one that was named. While more is queued than
 * scheduled, another delivery follows.
 */
export function createWebhookScheduler(deps: SchedulerDeps): WebhookScheduler {
  const { db, log, maxDeliveries, maxPerHost } = deps;
  const { deliverNext, nameRequest, idle } = createNextDelivery(deps);
  const receivers = createReceivers(db);
  const hostQuota = createFairQuotaByName(maxPerHost);
  /** Accounts that have more queued than deliveries here. */
  const withMore = new Set<string>();
  let draining = false;

  const scheduler = createScheduler<Delivery>({
    quota: createFairQuota(maxDeliveries),
    alsoOf: ({ host }) => [hostQuota(host)],
    run: runOne,
    leftOut: ({ accountId }) => withMore.add(accountId),
    failedLater: warnOfFailure,
    maxWaiting: maxDeliveries,
  });

  async function runOne(delivery: Delivery): Promise<void> {
    const { id, accountId, receiver, unread } = delivery;
    const delivered = await deliverNext(receiver, () => void (withMore.has(accountId) && addOne(receiver)));
    if (delivered !== null) {
      delivery.recorded = delivered.recorded.then(
        (hasFollower) => void (hasFollower && addOne(receiver)),
        (error) => warn(log, 'the result of a webhook was not recorded', error, accountId),
      );
      return;
    }
    withMore.delete(accountId);
    receivers.forget(accountId);
    // its URL may have changed
    if (unread && !draining) deliver(id).catch((error) => warnOfFailure(delivery, error));
  }

  /** Adds a delivery that nobody announced, unless one waits already. */
  function addOne(receiver: Receiver): void {
    const delivery = toDelivery(receiver.accountId, receiver);
    scheduler.submit(delivery).catch((error) => warnOfFailure(delivery, error));
  }

  function warnOfFailure({ accountId }: { accountId: string }, error: unknown): void {
    withMore.delete(accountId);
    warn(log, 'webhooks of an account were left to the next sweep', error, accountId);
  }

  async function deliver(eventId: string, { requestId, accountId = '' }: Announced = {}): Promise<void> {
    if (draining) throw new Error('stopping: nothing new is begun');
    const known = receivers.known(accountId);
    const receiver = known ?? (await receivers.ofEvent(eventId));
    if (receiver === null) return;
    const delivery = toDelivery(eventId, receiver, known !== undefined); // throws when its URL does not parse
    receivers.remember(receiver);
    if (requestId !== undefined) nameRequest(eventId, requestId);
    await scheduler.submit(delivery);
    await delivery.recorded;
  }

  return {
    deliver,
    resume(waiting) {
      const free = scheduler.available();
      for (const receiver of waiting) {
        try {
          addOne(receiver);
          withMore.add(receiver.accountId);
        } catch (error) {
          warnOfFailure(receiver, error); // its URL does not parse: the others go on
        }
      }
      return free - scheduler.available();
    },
    available: scheduler.available,
    async drain() {
      draining = true;
      await scheduler.drain();
      await idle();
    },
  };
}

/** The last known receivers by account, so that most deliveries need not read theirs. A claim checks their URL. */
function createReceivers(db: Db) {
  const known = new Map<string, Receiver>();
  const reader = createBatcher<string, Receiver | null>({
    maxItems: MAX_READ,
    run: (eventIds) => readReceivers(db, eventIds),
  });
  return {
    known: (accountId: string) => known.get(accountId),
    ofEvent: reader.submit,
    remember: (receiver: Receiver) => setBounded(known, receiver.accountId, receiver, MAX_KNOWN),
    forget: (accountId: string) => void known.delete(accountId),
  };
}

/** A log that fails must not end the process. */
function warn(log: Log, message: string, error: unknown, account: string): void {
  try {
    log.warn(message, { account, reason: reasonOf(error) });
  } catch {}
}

const toDelivery = (id: string, receiver: Receiver, unread = false): Delivery => ({
  id,
  accountId: receiver.accountId,
  lane: '',
  receiver,
  host: new URL(receiver.url).host,
  unread,
});
