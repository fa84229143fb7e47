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

/** The oldest is forgotten for the next: some events are delivered by another process, and never asked for here again. */
const REQUESTS_REMEMBERED = 10_000;
const MAX_ITEMS = 64; // of one statement

export type SchedulerDeps = DeliverDeps & {
  db: Db;
  /** Deliveries this process may have open. */
  webhookSemaphore: Semaphore;
  /** How many of them one host, or one account, may hold. */
  permitsPerReceiver: number;
};

export type WebhookScheduler = {
  /**
   * Delivers what an event's account has waiting longest. Resolves when that is done, or at once when the event's receiver holds all it may.
   * @param requestId of the request that the event comes from, for the log of its delivery
   */
  deliver(eventId: string, requestId?: string): Promise<void>;
  /** Goes on with these accounts, in this order, until they have nothing queued. Returns for how many of them a turn was begun. */
  resume(receivers: Receiver[]): number;
};

/**
 * Delivers events so that a slow receiver delays nobody else's: a host holds only a few of the slots, and so does an account, whose URL may name a new
 * host every second. What finds its receiver full is passed by and stays queued in the database; whenever a delivery ends, one of those who were passed
 * by gets a turn. One turn is one event, and accounts take turns.
 */
export function createWebhookScheduler(deps: SchedulerDeps): WebhookScheduler {
  const { db, clock, log, webhookSemaphore: slots, permitsPerReceiver } = deps;
  const receivers = createBatcher<string, Receiver | null>({
    maxItems: MAX_ITEMS,
    run: (ids) => readReceivers(db, ids),
  });
  const claims = createBatcher<Receiver, ClaimedEvent | null>({
    maxItems: MAX_ITEMS,
    run: (asked) => claimNextEvents(db, asked),
  });
  const ends = createBatcher<DeliveryOutcome & { id: string }, boolean>({
    maxItems: MAX_ITEMS,
    run: (done) => finishEvents(db, done),
  });
  /** How many deliveries each host and each account has open. */
  const open = new Map<string, number>();
  /** Accounts that have more queued than is in hand, with their hosts, in the order of their turns. */
  const passedBy = new Map<string, string>();
  /** Those of them whose next turn waits for a slot. */
  const called = new Set<string>();
  /** The requests of events that are still to be sent, as jobs told of them. */
  const requests = new Map<string, string>();

  const hasRoom = (accountId: string, host: string) =>
    [accountId, host].every((key) => (open.get(key) ?? 0) < permitsPerReceiver);

  function count(accountId: string, host: string, change: 1 | -1): void {
    for (const key of [accountId, host]) {
      const now = (open.get(key) ?? 0) + change;
      if (now === 0) open.delete(key);
      else open.set(key, now);
    }
  }

  async function turn(receiver: Receiver): Promise<void> {
    const { accountId } = receiver;
    const { host } = new URL(receiver.url);
    const hadMore = passedBy.delete(accountId);
    if (!hasRoom(accountId, host)) {
      passedBy.set(accountId, host);
      return callNext(); // or the turn that was given here would be nobody's
    }
    count(accountId, host, 1);
    try {
      const elapsedMs = stopwatch(clock);
      const event = await claims.submit(receiver);
      if (event === null) return;
      if (hadMore) {
        passedBy.set(accountId, host);
        call(accountId);
      }
      const result = await deliverWebhook(told(event.id), event, elapsedMs);
      if (await ends.submit({ id: event.id, ...result })) passedBy.set(accountId, host);
    } finally {
      count(accountId, host, -1);
      callNext();
    }
  }

  function remember(eventId: string, requestId: string | undefined): void {
    if (requestId === undefined) return;
    requests.set(eventId, requestId);
    const [oldest] = requests.keys();
    if (oldest !== undefined && requests.size > REQUESTS_REMEMBERED) requests.delete(oldest);
  }

  function told(eventId: string): SchedulerDeps {
    const requestId = requests.get(eventId);
    requests.delete(eventId);
    return requestId === undefined ? deps : { ...deps, log: withFields(log, { requestId }) };
  }

  function callNext(): void {
    // not a copy to search in: thousands may be passed by, and this runs after every delivery
    for (const [accountId, host] of passedBy) {
      if (called.has(accountId) || !hasRoom(accountId, host)) continue;
      call(accountId);
      return;
    }
  }

  function call(accountId: string): void {
    if (called.has(accountId)) return;
    called.add(accountId);
    const work = async () => {
      called.delete(accountId);
      const url = await getWebhookUrl(db, accountId);
      if (url !== null) await turn({ accountId, url });
    };
    slots.run(work).catch((error) => {
      passedBy.delete(accountId);
      log.warn('webhooks of an account were left to the next sweep', { account: accountId, reason: error.message });
    });
  }

  return {
    deliver: (eventId, requestId) =>
      slots.run(async () => {
        remember(eventId, requestId);
        const receiver = await receivers.submit(eventId);
        if (receiver !== null) await turn(receiver);
        else requests.delete(eventId);
      }),
    resume(receivers) {
      let begun = 0;
      for (const { accountId, url } of receivers) {
        const { host } = new URL(url);
        if (!passedBy.has(accountId)) passedBy.set(accountId, host);
        if (slots.available() <= 0 || called.has(accountId) || !hasRoom(accountId, host)) continue;
        call(accountId);
        begun += 1;
      }
      return begun;
    },
  };
}
