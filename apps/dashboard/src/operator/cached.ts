import type { Clock } from '@topup/core/shared';

/**
 * Caches an expensive read for `ms`. Callers share the last value, or wait together for a read that is under way.
 * A failed read is not cached.
 */
export function cached<T>(ms: number, clock: Pick<Clock, 'monotonicMs'>, read: () => Promise<T>): () => Promise<T> {
  let last: { value: T; atMs: number } | undefined;
  let reading: Promise<T> | undefined;

  async function readNow(): Promise<T> {
    const value = await read();
    last = { value, atMs: clock.monotonicMs() };
    return value;
  }

  return async () => {
    if (last !== undefined && clock.monotonicMs() - last.atMs < ms) return last.value;
    reading ??= readNow().finally(() => {
      reading = undefined;
    });
    return reading;
  };
}
