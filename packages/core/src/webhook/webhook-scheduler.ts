import { createBatcher } from '../shared/batcher';
import { stopwatch } from '../shared/clock';
import { type Db, databaseFault } from '../shared/db';
import { newId } from '../shared/ids';
import { withFields } from '../shared/log.port';
import { pause } from '../shared/pause';
import { createScheduler, reasonOf, type Work } from '../shared/scheduler';
import { setBounded } from '../shared/set-bounded';
import { createShares, createSharesByName } from '../shared/shares';
import { deliverTraced, type TracedDeliverDeps } from './deliver-traced';
import {
  type ClaimedEvent,
  claimNextEvents,
  type DeliveryOutcome,
  type EventToSend,
  finishEvents,
  type Receiver,
  readReceivers,
  releaseEvent,
} from './event.store';

const MAX_ITEMS = 64; // of one statement
const MAX_RESULTS = 256; // the same, of results
/** Results are recorded together. A process that is killed loses those of this time: they are closed as unknown. */
const GATHER_RESULTS_MS = 100;
/** How long to keep trying while the database is away. After a minute a sweep closes the events as unknown. */
const RECORD_WITHIN_MS = 30_000;
/** How long this process leaves an account whose events it cannot sign to processes with the right master key. */
const UNSIGNED_REST_MS = 60_000;

export type SchedulerDeps = TracedDeliverDeps & {
  db: Db;
  /** How many deliveries this process may have open. */
  maxDeliveries: number;
  /** How many of them may go to one host. */
  maxPerHost: number;
};

export type WebhookScheduler = {
  /**
   * Delivers the oldest queued event of the account that `eventId` belongs to, when the account's turn comes. Resolves
   * when that is recorded; at once when the account has to wait.
   * @param requestId of the request that the event comes from, for the log of its delivery
   * @throws Error after `drain`
   */
  deliver(eventId: string, requestId?: string): Promise<void>;
  /**
   * Takes the permits for an event of the account that its caller is about to write as claimed. Null when it has to be
   * queued: the account has no permit left or something waiting, or no event of it was delivered here yet.
   */
  reserve(accountId: string, requestId?: string): ReservedDelivery | null;
  /** Delivers events of these accounts until nothing of them is queued. Returns how many deliveries begin at once. */
  resume(receivers: Receiver[]): number;
  /** How many deliveries may still begin. */
  available(): number;
  /** Begins no more. Resolves when what was begun is recorded. */
  drain(): Promise<void>;
};

/** Permits for one delivery. Exactly one of the two is to be called, once. */
export type ReservedDelivery = {
  /** Of the event. */
  id: string;
  /** The only URL to which it may be sent. */
  url: string;
  /**
   * Sends the event, which was written as claimed.
   * @param elapsedMs since before the statement that wrote it
   */
  send(event: EventToSend & EventFacts, elapsedMs: () => number): void;
  /** `mayBeClaimed`: the event may have been written as claimed, and is queued then. */
  giveBack(options: { mayBeClaimed: boolean }): void;
};

type EventFacts = Pick<
  ClaimedEvent,
  'mode' | 'purchaseId' | 'requestRef' | 'amountKobo' | 'productType' | 'details' | 'traceparent'
>;

/**
 * One delivery to an account's receiver. Which event it is, is decided when its turn comes. `recorded` is set when its
 * request has ended, and resolves when the result is recorded.
 */
type Delivery = Work & { receiver: Receiver; host: string; recorded?: Promise<void> };

/** Above this the oldest is dropped: some events are delivered by another process, so their entries are never used. */
const MAX_REMEMBERED = 10_000;

/**
 * Delivers events so that a slow receiver delays no other account: permits are shared (`Shares`), also those of each
 * host, and accounts take turns (`Scheduler`).
 *
 * How most deliveries travel: `reserve` takes the permits, the settlement writes the event as claimed, and `send` makes
 * the one request. How the others travel:
 * 1. `deliver` (an event that was queued) or `resume` (a sweep) puts a delivery for the account into the scheduler.
 * 2. When its turn comes, `claimNextEvents` takes the account's oldest queued event, which need not be the one that
 *    `deliver` named.
 * 3. When the account has more in the database than deliveries in the scheduler, it is given another one.
 * 4. `deliverWebhook` makes the one request, in a span when the purchase is traced.
 *
 * With the request the permit ends. `finishEvents` records how it ended, for many at once. An event that cannot be
 * signed is queued again, and its account rests here for a minute.
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
  const results = createBatcher<DeliveryOutcome & { id: string }, boolean>({
    maxItems: MAX_RESULTS,
    gatherMs: GATHER_RESULTS_MS,
    run: (finished) => {
      recording = untilTaken(() => finishEvents(db, finished)).finally(() => {
        recording = undefined;
      });
      return recording;
    },
  });
  /** The results that are being recorded at this moment. */
  let recording: Promise<boolean[]> | undefined;
  const hostShares = createSharesByName(maxPerHost);
  /** Accounts that have more queued than deliveries here. */
  const withMore = new Set<string>();
  /** Request ids by event id, as the jobs named them, of events that are still to be sent. */
  const requestIds = new Map<string, string>();
  /** The last known receivers by account. A settlement is told their URL, and checks it. */
  const known = new Map<string, Receiver>();
  /** Accounts whose events this process cannot sign, with the monotonic time from which it tries again. */
  const resting = new Map<string, number>();
  function rests(accountId: string): boolean {
    const until = resting.get(accountId);
    return until !== undefined && until > clock.monotonicMs();
  }
  let draining = false;

  const scheduler = createScheduler<Delivery>({
    shares: createShares(maxDeliveries),
    alsoOf: ({ host }) => [hostShares(host)],
    run: deliverNext,
    leftOut: ({ accountId }) => withMore.add(accountId),
    endedLater: warnOfFailure,
    maxWaiting: maxDeliveries,
  });

  async function deliverNext(delivery: Delivery): Promise<void> {
    const { accountId, receiver } = delivery;
    if (rests(accountId)) return void withMore.delete(accountId);
    const elapsedMs = stopwatch(clock);
    const event = await claimNext(receiver);
    if (event === null) {
      results.hurry(); // it may follow an event whose result is still to be recorded
      return void withMore.delete(accountId);
    }
    if (withMore.has(accountId)) addOne(receiver);
    delivery.recorded = record(event, await deliverTraced(depsFor(event.id), event, elapsedMs));
  }

  /** A record that began before does not see an event that it keeps waiting, so that event is looked for again. */
  async function claimNext(receiver: Receiver): Promise<ClaimedEvent | null> {
    const before = recording;
    const event = await claims.submit(receiver);
    if (event !== null || before === undefined) return event;
    await before.catch(() => undefined);
    return claims.submit(receiver);
  }

  /** Resolves when the result is recorded, which nothing waits for that another account needs. */
  async function record(event: ClaimedEvent, outcome: DeliveryOutcome): Promise<void> {
    if (outcome.unsigned) setBounded(resting, event.accountId, clock.monotonicMs() + UNSIGNED_REST_MS, MAX_REMEMBERED);
    try {
      if (await results.submit({ id: event.id, ...outcome })) addOne(event);
    } catch (error) {
      warn('the result of a webhook was not recorded', error, { eventId: event.id });
    }
  }

  /** Repeats a statement until the database has taken it: only one that does no harm twice. */
  async function untilTaken<T>(run: () => Promise<T>): Promise<T> {
    for (const giveUpAt = clock.monotonicMs() + RECORD_WITHIN_MS; ; ) {
      try {
        return await run();
      } catch (error) {
        if (databaseFault(error) === 'item' || clock.monotonicMs() > giveUpAt) throw error;
        await pause(500);
      }
    }
  }

  /** Adds a delivery that no job announced, unless one waits already. */
  function addOne({ accountId, url }: Receiver): void {
    const delivery = toDelivery(accountId, { accountId, url });
    scheduler.submit(delivery).catch((error) => warnOfFailure(delivery, error));
  }

  function warnOfFailure({ accountId }: Pick<Delivery, 'accountId'>, error: unknown): void {
    if (error === null) return;
    withMore.delete(accountId);
    warn('webhooks of an account were left to the next sweep', error, { account: accountId });
  }

  /** A log that fails must not end the process. */
  function warn(message: string, error: unknown, fields: object): void {
    try {
      log.warn(message, { ...fields, reason: reasonOf(error) });
    } catch {}
  }

  /** The dependencies of one delivery: its log lines carry the request id, if it is known. */
  function depsFor(eventId: string, requestId = requestIds.get(eventId)): SchedulerDeps {
    requestIds.delete(eventId);
    return requestId === undefined ? deps : { ...deps, log: withFields(log, { requestId }) };
  }

  async function deliver(eventId: string, requestId?: string): Promise<void> {
    if (draining) throw new Error('stopping: nothing new is begun');
    const receiver = await receivers.submit(eventId);
    if (receiver === null) return;
    const delivery = toDelivery(eventId, receiver); // throws when its URL does not parse: nothing is reserved for it
    setBounded(known, receiver.accountId, receiver, MAX_REMEMBERED);
    if (requestId !== undefined) setBounded(requestIds, eventId, requestId, MAX_REMEMBERED);
    await scheduler.submit(delivery);
    await delivery.recorded;
  }

  /** Queues an event that may have been written as claimed. Then `end` gives its permits back: `drain` waits for it. */
  async function queueAgain(eventId: string, requestId: string | undefined, end: () => void): Promise<void> {
    let queued = false;
    try {
      queued = await untilTaken(() => releaseEvent(db, eventId));
    } catch (error) {
      warn('a webhook that was not sent could not be queued: a sweep closes it', error, { eventId });
    } finally {
      end();
    }
    if (!queued) return;
    await deliver(eventId, requestId).catch((error) =>
      warn('a webhook was left to the next sweep', error, { eventId }),
    );
  }

  return {
    deliver,
    reserve(accountId, requestId) {
      const receiver = known.get(accountId);
      if (receiver === undefined || withMore.has(accountId) || rests(accountId)) return null;
      const id = newId();
      const end = scheduler.reserve(toDelivery(id, receiver));
      if (end === null) return null;
      return {
        id,
        url: receiver.url,
        send({ sealedHex, ...event }, elapsedMs) {
          const secretEncrypted = sealedHex === null ? null : Buffer.from(sealedHex, 'hex');
          const claimed = { ...event, ...receiver, id, webhookId: id, secretEncrypted };
          // the result is handed over before the permit is given back: `drain` waits for both
          const sent = async () =>
            void record(claimed, await deliverTraced(depsFor(id, requestId), claimed, elapsedMs));
          sent()
            .finally(end)
            .catch((error) => warn('the result of a webhook was not recorded', error, { eventId: id }));
        },
        giveBack({ mayBeClaimed }) {
          if (mayBeClaimed) void queueAgain(id, requestId, end);
          else end();
        },
      };
    },
    resume(waiting) {
      const free = scheduler.available();
      for (const receiver of waiting) {
        try {
          addOne(receiver);
        } catch (error) {
          warnOfFailure(receiver, error); // its URL does not parse: the others go on
          continue;
        }
        setBounded(known, receiver.accountId, receiver, MAX_REMEMBERED);
        withMore.add(receiver.accountId);
      }
      return free - scheduler.available();
    },
    available: scheduler.available,
    async drain() {
      draining = true;
      await scheduler.drain();
      results.hurry();
      await results.idle();
    },
  };
}

const toDelivery = (id: string, receiver: Receiver): Delivery => ({
  id,
  accountId: receiver.accountId,
  lane: '',
  receiver,
  host: new URL(receiver.url).host,
});
