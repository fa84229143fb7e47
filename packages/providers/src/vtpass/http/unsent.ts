import type { SendDeadline } from '@topup/core/provider';

/** Why an order was not sent, where that is our doing and says nothing about the provider. */
export const UNSENT = {
  tooLate: 'the deadline had passed',
  tooLateMeanwhile: 'the deadline passed',
  tooLateToWrite: 'EDEADLINE',
  incomplete: 'the order is not complete',
} as const;

/** A deadline on the monotonic clock alone: enough for requests that may be late. */
export function deadlineIn(ms: number): SendDeadline {
  const end = performance.now() + ms;
  return { remainingMs: () => end - performance.now() };
}
