import type { SendDeadline } from '@topup/core/provider';

/** Why an order was not sent, for reasons of our own that say nothing about the provider. */
export const UNSENT = {
  tooLate: 'the deadline passed',
  incomplete: 'the order is not complete',
} as const;

/** A deadline on the monotonic clock only, for requests that do no harm when they are late. */
export function deadlineIn(ms: number): SendDeadline {
  const end = performance.now() + ms;
  return { remainingMs: () => end - performance.now() };
}

/** The deadline that passes first. */
export const soonerOf = (one: SendDeadline, other: SendDeadline): SendDeadline => ({
  remainingMs: () => Math.min(one.remainingMs(), other.remainingMs()),
});
