import type { FaultSpan } from './quiet-times';

/** When the faults of a run happened, in monotonic milliseconds. */
export type FaultLog = {
  readonly spans: readonly FaultSpan[];
  /** Notes the fault from its start until it is over, whatever becomes of it. */
  during<T>(name: string, inject: () => Promise<T>): Promise<T>;
};

export function createFaultLog(): FaultLog {
  const spans: FaultSpan[] = [];
  return {
    spans,
    async during(name, inject) {
      const fromMs = performance.now();
      try {
        return await inject();
      } finally {
        spans.push({ name, fromMs, toMs: performance.now() });
      }
    },
  };
}
