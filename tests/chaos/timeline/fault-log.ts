import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultSpan } from './quiet-times';

/** When the faults of a run happened, in monotonic milliseconds. */
export type FaultLog = {
  readonly spans: readonly FaultSpan[];
  /** Notes the fault from its start until it is over, whatever becomes of it. */
  during<T>(name: string, inject: () => Promise<T>): Promise<T>;
  /** Notes when the machine does not let this process run, as a fault. Fulfilled after `until`. */
  watchMachine(until: AbortSignal): Promise<void>;
  /** The longest time for which it did not, in milliseconds. */
  longestPauseMs(): number;
};

const TICK_MS = 100;
/** This process needs a fifth of a core. A service that waits as long for each of its turns is not in time. */
const BUSY_MS = 500;

export function createFaultLog(): FaultLog {
  const spans: FaultSpan[] = [];
  let longestPauseMs = 0;
  return {
    spans,
    longestPauseMs: () => longestPauseMs,
    async during(name, inject) {
      const fromMs = performance.now();
      try {
        return await inject();
      } finally {
        spans.push({ name, fromMs, toMs: performance.now() });
      }
    },
    async watchMachine(until) {
      while (!until.aborted) {
        const fromMs = performance.now();
        await sleep(TICK_MS);
        const toMs = performance.now();
        longestPauseMs = Math.max(longestPauseMs, toMs - fromMs - TICK_MS);
        if (toMs - fromMs >= TICK_MS + BUSY_MS) spans.push({ name: 'machine busy', fromMs, toMs });
      }
    },
  };
}
