import { forgetEvents } from '@topup/core/retention';
import type { Db, Log } from '@topup/core/shared';
import { startRounds } from './start-rounds';

type EventForgetterDeps = {
  db: Db;
  log: Log;
  /** How old an event becomes; 0: it is kept for ever. */
  days: number;
  everyMs?: number;
};

const EVERY_MS = 600_000;
/** 1,000 events take some 20 ms, so that a lot delays no delivery. */
const LOT = 1_000;

/** Deletes webhook events that are older than `days`, lot after lot. `stop` resolves when the last lot is over. */
export function startEventForgetter({ db, log, days, everyMs = EVERY_MS }: EventForgetterDeps): {
  stop(): Promise<void>;
} {
  if (days === 0) return { stop: async () => undefined };
  return startRounds({
    everyMs,
    log,
    failed: 'old webhook events could not be deleted; the next round will do',
    run: async (stopped) => {
      let deleted = 0;
      for (let after: bigint | null = 0n; after !== null && !stopped(); ) {
        const lot: Awaited<ReturnType<typeof forgetEvents>> = await forgetEvents(db, { days, after, lot: LOT });
        deleted += lot.deleted;
        after = lot.nextAfter;
      }
      if (deleted > 0) log.info('old webhook events were deleted', { deleted, days });
    },
  });
}
