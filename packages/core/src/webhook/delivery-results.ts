import { createBatcher } from '../flow/batcher';
import type { Clock } from '../shared/clock';
import { type Db, databaseFault } from '../shared/db';
import { pause } from '../shared/pause';
import { type DeliveryOutcome, finishEvents } from './event.store';

const MAX_RESULTS = 256; // of one statement
/** Results are recorded together. A process that is killed loses those of this time: they are closed as unknown. */
const GATHER_MS = 100;
/** How long to keep trying while the database is away. After a minute a sweep closes the events as unknown. */
const RECORD_WITHIN_MS = 30_000;

export type DeliveryResults = {
  /** Records how a delivery ended. Resolves with true if a later event of the same purchase may have waited for it. */
  record(result: DeliveryOutcome & { id: string }): Promise<boolean>;
  /** Resolves when the statement that is under way has ended; undefined when none is. */
  underWay(): Promise<unknown> | undefined;
  /** Has what waits recorded now. */
  hurry(): void;
  /** Resolves when everything is recorded. */
  idle(): Promise<void>;
};

/** Records the results of many deliveries in one statement, and repeats it until the database has taken it. */
export function createDeliveryResults(db: Db, clock: Pick<Clock, 'monotonicMs'>): DeliveryResults {
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
  return { record: batcher.submit, underWay: () => recording, hurry: batcher.hurry, idle: batcher.idle };
}
