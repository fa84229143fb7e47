import { createBatcher } from '../shared/batcher';
import { stopwatch } from '../shared/clock';
import type { Db } from '../shared/db';
import { withFields } from '../shared/log.port';
import { createScheduler, reasonOf, type Work } from '../shared/scheduler';
import { createShares, createSharesByName } from '../shared/shares';
import { type DeliverDeps, deliverWebhook } from './deliver-webhook';
import {
  type ClaimedEvent,
  claimNextEvents,
  type DeliveryOutcome,
  finishEvents,
  type Receiver,
  readReceivers,
} from './event.store';

const MAX_ITEMS = 64; // of one statement

export type SchedulerDeps = DeliverDeps & {
  db: Db;
  /** How many deliveries this process may have open. */
  maxDeliveries: number;
  /** How many of them may go to one host. */
  maxPerHost: number;
};

export type WebhookScheduler = {
  /**
   * Delivers the oldest queued event of the account that `eventId` belongs to, when the account's turn comes. Resolves
   * when that is done; at once when the account has to wait.
   * @param requestId of the request that the event comes from, for the log of its delivery
   */
  deliver(eventId: string, requestId?: string): Promise<void>;
  /** Delivers events of these accounts until nothing of them is queued. Returns how many deliveries begin at once. */
  resume(receivers: Receiver[]): number;
  /** How many deliveries may still begin. */
  available(): number;
  /** Begins no more. Resolves when what was begun is recorded. */
  drain(): Promise<void>;
};

/** One delivery to an account's receiver. Which event it is, is decided when its turn comes. */
type Delivery = Work & { receiver: Receiver; host: string };

/** Above this the oldest is dropped: some events are delivered by another process, so their entries are never used. */
const MAX_REQUEST_IDS = 10_000;

/**
 * Delivers events so that a slow receiver delays no other account: permits are shared (`Shares`), also those of each
 * host, and accounts take turns (`Scheduler`).
 *
 * How one delivery travels:
 * 1. `deliver` (a job) or `resume` (a sweep) puts a delivery for the account into the scheduler.
 * 2. When its turn comes, `claimNextEvents` takes the account's oldest queued event, which need not be the one that the
 *    job named.
 * 3. When the account has more in the database than deliveries in the scheduler, it is given another one.
 * 4. `deliverWebhook` makes the one request, and `finishEvents` records how it ended.
 */
export function createWebhookScheduler(deps: SchedulerDeps): WebhookScheduler {
  const { db, clock, log, maxDeliveries, maxPerHost } = deps;
  const receivers = createBatcher<string, Receiver | null>({
    maxItems: MAX_ITEMS,
    run: (eventIds) => readReceivers(db, eventIds),
  });
  const claims = createBatcher<Receiver, ClaimedEvent | null>({
    maxItems: MAX_ITEMS,
    run: (requested) => claimNextEvents(db, requested),
  });
  const ends = createBatcher<DeliveryOutcome & { id: string }, boolean>({
    maxItems: MAX_ITEMS,
    run: (finished) => finishEvents(db, finished),
  });
  const hostShares = createSharesByName(maxPerHost);
  /** Accounts that have more queued than deliveries here. */
  const withMore = new Set<string>();
  /** Request ids by event id, as the jobs named them, of events that are still to be sent. */
  const requestIds = new Map<string, string>();

  const scheduler = createScheduler<Delivery>({
    shares: createShares(maxDeliveries),
    alsoOf: ({ host }) => [hostShares(host)],
    run: deliverNext,
    leftOut: ({ accountId }) => withMore.add(accountId),
    endedLater: warnOfFailure,
    maxWaiting: maxDeliveries,
  });

  async function deliverNext({ accountId, receiver }: Delivery): Promise<void> {
    const elapsedMs = stopwatch(clock);
    const event = await claims.submit(receiver);
    if (event === null) return void withMore.delete(accountId);
    if (withMore.has(accountId)) addOne(receiver);
    const outcome = await deliverWebhook(depsFor(event.id), event, elapsedMs);
    const hasFollower = await ends.submit({ id: event.id, ...outcome });
    if (hasFollower) addOne(receiver);
  }

  /** Adds a delivery that no job announced, unless one waits already. */
  function addOne(receiver: Receiver): void {
    const delivery = toDelivery(receiver.accountId, receiver);
    scheduler.submit(delivery).catch((error) => warnOfFailure(delivery, error));
  }

  function warnOfFailure({ accountId }: Delivery, error: unknown): void {
    if (error === null) return;
    withMore.delete(accountId);
    log.warn('webhooks of an account were left to the next sweep', {
      account: accountId,
      reason: reasonOf(error),
    });
  }

  function rememberRequest(eventId: string, requestId: string | undefined): void {
    if (requestId === undefined) return;
    requestIds.set(eventId, requestId);
    const [oldest] = requestIds.keys();
    if (oldest !== undefined && requestIds.size > MAX_REQUEST_IDS) requestIds.delete(oldest);
  }

  /** The dependencies of one delivery: its log lines carry the request id, if a job named one. */
  function depsFor(eventId: string): SchedulerDeps {
    const requestId = requestIds.get(eventId);
    requestIds.delete(eventId);
    return requestId === undefined ? deps : { ...deps, log: withFields(log, { requestId }) };
  }

  return {
    async deliver(eventId, requestId) {
      const receiver = await receivers.submit(eventId);
      if (receiver === null) return;
      rememberRequest(eventId, requestId);
      await scheduler.submit(toDelivery(eventId, receiver));
    },
    resume(waiting) {
      const free = scheduler.available();
      for (const receiver of waiting) {
        withMore.add(receiver.accountId);
        addOne(receiver);
      }
      return free - scheduler.available();
    },
    available: scheduler.available,
    drain: scheduler.drain,
  };
}

const toDelivery = (id: string, receiver: Receiver): Delivery => ({
  id,
  accountId: receiver.accountId,
  lane: '',
  receiver,
  host: new URL(receiver.url).host,
});
