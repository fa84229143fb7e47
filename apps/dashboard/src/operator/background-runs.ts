import type { Log } from '@topup/core/shared';
import { errorFields } from '@topup/runtime';

/** Work that goes on when the request that set it off has been answered. */
export type BackgroundRuns = {
  /** `work` must not reject. `stopped` is called when the process is to end before `work` has: to say so where people look for the outcome. */
  begin(run: { work(): Promise<unknown>; stopped(): Promise<unknown> }): void;
  /** Begins nothing new, and tells of what is under way that it was stopped. Does not wait for it. */
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
