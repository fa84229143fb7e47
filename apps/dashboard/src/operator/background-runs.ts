import type { Log } from '@topup/core/shared';
import { errorFields } from '@topup/runtime';

export type BackgroundRuns = ReturnType<typeof createBackgroundRuns>;

/** Work that continues after the answer to the request that started it. */
export function createBackgroundRuns(log: Log) {
  const underWay = new Map<Promise<void>, () => Promise<unknown>>();
  return {
    /** `work` must not reject. `stopped` records, where people look for the outcome, that the process ended first. */
    begin({ work, stopped }: { work(): Promise<unknown>; stopped(): Promise<unknown> }): void {
      const running = work()
        .catch((error) => log.error('background work failed', errorFields(error)))
        .then(() => void underWay.delete(running));
      underWay.set(running, stopped);
    },
    /** Calls `stopped` of everything under way. Does not wait for the work itself. */
    async stop() {
      await Promise.allSettled([...underWay.values()].map((stopped) => stopped()));
    },
    /** Resolves when nothing is under way. */
    async idle() {
      await Promise.all(underWay.keys());
    },
  };
}
