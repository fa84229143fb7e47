import type { Clock } from '@topup/core/shared';

/**
 * Reads something that is dear at most once in `ms`, however many ask: who asks meanwhile is told the last reading, who asks while one is under way waits
 * for that. One that failed is not kept.
 */
export function keepFor<T>(ms: number, clock: Pick<Clock, 'monotonicMs'>, read: () => Promise<T>): () => Promise<T> {
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
