import type { SendDeadline } from '@topup/core/provider';

/** A deadline on the monotonic clock alone: enough for requests that may be late. */
export function deadlineIn(ms: number): SendDeadline {
  const end = performance.now() + ms;
  return { remainingMs: () => end - performance.now() };
}
