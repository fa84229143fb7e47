import type { Log } from '@topup/core/shared';
import { errorFields } from '@topup/runtime';

/** Work that continues after the request that started it was answered. */
export type BackgroundRuns = {
  /** `work` must not reject. `stopped` records, where people look for the outcome, that the process ended first. */
  begin(run: { work(): Promise<unknown>; stopped(): Promise<unknown> }): void;
  /** Calls `stopped` of everything under way. Does not wait for the work itself. */
  stop(): Promise<void>;
  /** Resolves when nothing is under way. */
  idle(): Promise<void>;
};

export function createBackgroundRuns(log: Log): BackgroundRuns {
  const underWay = new Map<Promise<void>, () => Promise<unknown>>();
  return {
    begin({ work, stopped }) {
      const running = work()
        .catch((error) => log.error('work in the background broke off', errorFields(error)))
        .then(() => void underWay.delete(running));
      underWay.set(running, stopped);
    },
    async stop() {
      await Promise.allSettled([...underWay.values()].map((stopped) => stopped()));
    },
    async idle() {
      await Promise.all(underWay.keys());
    },
  };
}
