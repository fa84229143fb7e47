import { createBatcher } from '../flow/batcher';
import { type Clock, stopwatch } from '../shared/clock';
import { type Db, databaseFault } from '../shared/db';
import { withFields } from '../shared/log.port';
import { pause } from '../shared/pause';
import { setBounded } from '../shared/set-bounded';
import { inSpan, type Tracing } from '../shared/tracing';
import { type DeliverDeps, deliverWebhook } from './deliver-webhook';
import { type ClaimedEvent, claimNextEvents, type DeliveryOutcome, finishEvents, type Receiver } from './event.store';

const MAX_CLAIMS = 256; // of one statement
/** How long this process leaves an account whose events it cannot sign to processes with the right master key. */
const UNSIGNED_REST_MS = 60_000;
/** Above this the oldest is dropped: some events are delivered by another process, so their entries are never used. */
const MAX_REMEMBERED = 10_000;

/** An event that cannot be signed is queued again, and its account rests here for a minute. */
export function createNextDelivery(deps: TracedDeliverDeps & { db: Db }) {
  const { db, clock, log } = deps;
  const results = createDeliveryResults(db, clock);
  const claims = createBatcher<Receiver, ClaimedEvent | null>({
    maxItems: MAX_CLAIMS,
    run: (requested) => claimNextEvents(db, requested),
  });
  /** By event id, of events that are still to be sent. */
  const requestIds = new Map<string, string>();
  /** By account, the monotonic time from which it may be tried again. */
  const resting = new Map<string, number>();

  function rests(accountId: string): boolean {
    const until = resting.get(accountId);
    return until !== undefined && until > clock.monotonicMs();
  }

  /** A record that began before does not see an event that it keeps waiting, so that event is looked for again. */
  async function claimNext(receiver: Receiver): Promise<ClaimedEvent | null> {
    const before = results.underWay();
    const event = await claims.submit(receiver);
    if (event !== null || before === undefined) return event;
    await before;
    return claims.submit(receiver);
  }

  function depsFor(eventId: string): TracedDeliverDeps {
    const requestId = requestIds.get(eventId);
    requestIds.delete(eventId);
    return requestId === undefined ? deps : { ...deps, log: withFields(log, { requestId }) };
  }

  return {
    /**
     * Claims the oldest queued event of the account, calls `claimed`, and makes the one request. `recorded` resolves
     * with whether a later event of the purchase may have waited for it. Null: nothing to claim, or the account rests.
     */
    async deliverNext(receiver: Receiver, claimed: () => void): Promise<{ recorded: Promise<boolean> } | null> {
      const { accountId } = receiver;
      if (rests(accountId)) return null;
      const elapsedMs = stopwatch(clock);
      const event = await claimNext(receiver);
      if (event === null) {
        results.hurry(); // it may follow an event whose result is still to be recorded
        return null;
      }
      claimed();
      const outcome = await deliverTraced(depsFor(event.id), event, elapsedMs);
      if (outcome.unsigned) setBounded(resting, accountId, clock.monotonicMs() + UNSIGNED_REST_MS, MAX_REMEMBERED);
      return { recorded: results.record({ id: event.id, ...outcome }) };
    },
    /** The request that an event comes from, for the log of its delivery. */
    nameRequest: (eventId: string, requestId: string) => setBounded(requestIds, eventId, requestId, MAX_REMEMBERED),
    /** Resolves when every result is recorded. */
    idle: (): Promise<void> => {
      results.hurry();
      return results.idle();
    },
  };
}

/** `tracing` undefined: traces are off. */
export type TracedDeliverDeps = DeliverDeps & { tracing?: Tracing | undefined };

/** When the purchase is traced, the request names the span, so that the receiver can go on with the trace. */
async function deliverTraced(
  deps: TracedDeliverDeps,
  event: ClaimedEvent,
  elapsedMs: () => number,
): Promise<DeliveryOutcome> {
  const { tracing, poster, log } = deps;
  if (tracing === undefined || event.traceparent === null) return deliverWebhook(deps, event, elapsedMs);
  const span = tracing.begin('webhook', event.traceparent, {
    kind: 'client',
    facts: {
      'topup.purchase_id': String(event.purchaseId),
      'topup.product': event.productType,
      'topup.event': event.event,
      'topup.event_id': event.id,
    },
  });
  const traced: DeliverDeps = {
    ...deps,
    log: withFields(log, span.logFields),
    poster: {
      post: (request) => poster.post({ ...request, headers: { ...request.headers, traceparent: span.traceparent } }),
    },
  };
  return inSpan(
    span,
    () => deliverWebhook(traced, event, elapsedMs),
    ({ httpStatus, error }) => ({
      ...(httpStatus !== null && { facts: { 'http.response.status_code': httpStatus } }),
      failed: error !== null,
    }),
  );
}

const MAX_RESULTS = 256; // of one statement
/** Results are recorded together. A process that is killed loses those of this time: they are closed as unknown. */
const GATHER_MS = 100;
/** How long to keep trying while the database is away. After a minute a sweep closes the events as unknown. */
const RECORD_WITHIN_MS = 30_000;

/** Records the results of many deliveries in one statement, and repeats it until the database has taken it. */
function createDeliveryResults(db: Db, clock: Pick<Clock, 'monotonicMs'>) {
  /** Resolves when the statement that is under way has ended; undefined when none is. */
  let recording: Promise<unknown> | undefined;

  async function untilTaken(results: (DeliveryOutcome & { id: string })[]): Promise<boolean[]> {
    for (const giveUpAt = clock.monotonicMs() + RECORD_WITHIN_MS; ; ) {
      try {
        return await finishEvents(db, results);
      } catch (error) {
        if (databaseFault(error) === 'item' || clock.monotonicMs() > giveUpAt) throw error;
        await pause(500);
      }
    }
  }

  const batcher = createBatcher<DeliveryOutcome & { id: string }, boolean>({
    maxItems: MAX_RESULTS,
    gatherMs: GATHER_MS,
    run: (results) => {
      const taken = untilTaken(results).finally(() => {
        recording = undefined;
      });
      recording = taken.catch(() => undefined);
      return taken;
    },
  });
  return { ...batcher, record: batcher.submit, underWay: () => recording };
}
