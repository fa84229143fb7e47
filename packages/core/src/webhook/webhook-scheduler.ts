import { getWebhookUrl } from '../account/account.store';
import { createBatcher } from '../shared/batcher';
import { stopwatch } from '../shared/clock';
import type { Db } from '../shared/db';
import { withFields } from '../shared/log.port';
import type { Semaphore } from '../shared/semaphore';
import { type DeliverDeps, deliverWebhook } from './deliver-webhook';
import {
  type ClaimedEvent,
  claimNextEvents,
  type DeliveryOutcome,
  finishEvents,
  type Receiver,
  readReceivers,
} from './event.store';

/** Above this the oldest is dropped: some events are delivered by another process, so their entries are never used. */
const MAX_REQUEST_IDS = 10_000;
const MAX_ITEMS = 64; // of one statement

export type SchedulerDeps = DeliverDeps & {
  db: Db;
  /** Limits the deliveries that this process may have open. */
  webhookSemaphore: Semaphore;
  /** How many of its permits one host, or one account, may hold. */
  permitsPerReceiver: number;
};

export type WebhookScheduler = {
  /**
   * Delivers the oldest queued event of the account that `eventId` belongs to. Resolves when that is done, or at once
   * when the account or its host holds all permits it may.
   * @param requestId of the request that the event comes from, for the log of its delivery
   */
  deliver(eventId: string, requestId?: string): Promise<void>;
  /** Continues with these accounts, in this order, until nothing is queued. Returns how many deliveries were begun. */
  resume(receivers: Receiver[]): number;
};

/**
 * Delivers events so that a slow receiver delays no other account: one host holds at most `permitsPerReceiver`
 * permits, and so does one account, because its URL may name a new host every second.
 *
 * How one delivery travels:
 * 1. `deliver` (a job) or `schedule` (a sweep, or an earlier delivery) waits for a permit of the semaphore.
 * 2. `deliverNext` looks whether the account and its host are below their limit. If not, the account is deferred: its
 *    events stay queued in the database, and the permit is free again at once.
 * 3. `claimNextEvents` takes the account's oldest queued event, which need not be the one that the job named.
 * 4. If the account was deferred before, it may have more: it is scheduled again, behind those that wait already.
 * 5. `deliverWebhook` makes the one request, and `finishEvents` records how it ended.
 * 6. `scheduleNext` gives the first deferred account that is below its limit the next permit. One delivery is one
 *    event, so accounts take turns.
 */
export function createWebhookScheduler(deps: SchedulerDeps): WebhookScheduler {
  const { db, clock, log, webhookSemaphore, permitsPerReceiver } = deps;
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
  /** Open deliveries by account id and by host. */
  const open = new Map<string, number>();
  /** Accounts that may have more queued, with their hosts, in the order in which they get a permit. */
  const deferred = new Map<string, string>();
  /** Accounts that wait for a permit for their next delivery. */
  const scheduled = new Set<string>();
  /** Request ids by event id, as the jobs named them, of events that are still to be sent. */
  const requestIds = new Map<string, string>();

  const isBelowLimit = (accountId: string, host: string) =>
    [accountId, host].every((key) => (open.get(key) ?? 0) < permitsPerReceiver);

  function countOpen(accountId: string, host: string, change: 1 | -1): void {
    for (const key of [accountId, host]) {
      const now = (open.get(key) ?? 0) + change;
      if (now === 0) open.delete(key);
      else open.set(key, now);
    }
  }

  /** Delivers the account's oldest queued event, or defers the account. Its caller holds a permit. */
  async function deliverNext(receiver: Receiver): Promise<void> {
    const { accountId } = receiver;
    const { host } = new URL(receiver.url);
    const wasDeferred = deferred.delete(accountId);
    if (!isBelowLimit(accountId, host)) {
      deferred.set(accountId, host);
      return scheduleNext(); // otherwise the permit that was given here is lost to the others
    }
    countOpen(accountId, host, 1);
    try {
      const elapsedMs = stopwatch(clock);
      const event = await claims.submit(receiver);
      if (event === null) return;
      if (wasDeferred) {
        deferred.set(accountId, host);
        schedule(accountId);
      }
      const outcome = await deliverWebhook(depsFor(event.id), event, elapsedMs);
      const hasFollower = await ends.submit({ id: event.id, ...outcome });
      if (hasFollower) deferred.set(accountId, host);
    } finally {
      countOpen(accountId, host, -1);
      scheduleNext();
    }
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

  /** Thousands may be deferred and this runs after every delivery, so it iterates the map and copies nothing. */
  function scheduleNext(): void {
    for (const [accountId, host] of deferred) {
      if (scheduled.has(accountId) || !isBelowLimit(accountId, host)) continue;
      schedule(accountId);
      return;
    }
  }

  /** Waits for a permit, then delivers the account's next event to the URL that is set by then. */
  function schedule(accountId: string): void {
    if (scheduled.has(accountId)) return;
    scheduled.add(accountId);
    const work = async () => {
      scheduled.delete(accountId);
      const url = await getWebhookUrl(db, accountId);
      if (url !== null) await deliverNext({ accountId, url });
    };
    webhookSemaphore.run(work).catch((error) => {
      deferred.delete(accountId);
      log.warn('webhooks of an account were left to the next sweep', { account: accountId, reason: error.message });
    });
  }

  return {
    deliver: (eventId, requestId) =>
      webhookSemaphore.run(async () => {
        rememberRequest(eventId, requestId);
        const receiver = await receivers.submit(eventId);
        if (receiver !== null) await deliverNext(receiver);
        else requestIds.delete(eventId);
      }),
    resume(waiting) {
      let begun = 0;
      for (const { accountId, url } of waiting) {
        const { host } = new URL(url);
        if (!deferred.has(accountId)) deferred.set(accountId, host);
        if (webhookSemaphore.available() <= 0 || scheduled.has(accountId)) continue;
        if (!isBelowLimit(accountId, host)) continue;
        schedule(accountId);
        begun += 1;
      }
      return begun;
    },
  };
}
