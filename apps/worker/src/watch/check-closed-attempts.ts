import { type RequeryScheduler, takeClosedAttempts } from '@topup/core/purchase';
import type { Db, Log } from '@topup/core/shared';
import { startRounds } from './start-rounds';

type ClosedAttemptDeps = {
  db: Db;
  log: Log;
  requeries: Pick<RequeryScheduler, 'requery'>;
  everyMs?: number;
  /** How long after it was closed an attempt is checked. */
  ageMs?: number;
  /** How long one that was taken is left to the worker that took it. */
  holdMs?: number;
};

const EVERY_MS = 60_000;
/** What a provider does with an order that it has refused, it does within ten minutes. */
const AGE_MS = 600_000;
/** An attempt that was not answered for, or whose worker died, is asked about again. */
const HOLD_MS = 600_000;
const MOST = 200;

/**
 * Asks the provider of each closed attempt that was sent once more, until it answers. One that has delivered after all,
 * or may, can have been bought twice: its purchase is put under review, with an alert in the log. `stop` resolves when
 * the last round is over.
 */
export function startClosedAttemptCheck({
  db,
  log,
  requeries,
  everyMs = EVERY_MS,
  ageMs = AGE_MS,
  holdMs = HOLD_MS,
}: ClosedAttemptDeps): { stop(): Promise<void> } {
  return startRounds({
    everyMs,
    log,
    failed: 'closed attempts could not be checked; the next round will do',
    run: async (stopped) => {
      for (let taken = MOST; taken === MOST && !stopped(); ) {
        const attempts = await takeClosedAttempts(db, { ageMs, holdMs, limit: MOST });
        await Promise.all(attempts.map((attempt) => requeries.requery(attempt)));
        taken = attempts.length;
      }
    },
  });
}
