import type { Log, Semaphore } from '@topup/core/shared';
import { errorFields } from '@topup/runtime';

type Work<T> = {
  /** So many pieces of work at most, the oldest first. */
  find(limit: number): Promise<T[]>;
  begin(item: T): Promise<void>;
  /** What the log says of one that failed; the next sweep finds it again. */
  failed: string;
  named(item: T): object;
};

/** Finds as much work as there are free slots and begins all of it. Returns how much; resolves before it is done. */
export async function fillSlots<T>(
  log: Log,
  slots: Semaphore,
  { find, begin, failed, named }: Work<T>,
): Promise<number> {
  const limit = slots.available();
  if (limit <= 0) return 0;
  const found = await find(limit);
  for (const item of found) {
    slots.run(() => begin(item)).catch((error) => log.warn(failed, { ...named(item), ...errorFields(error) }));
  }
  return found.length;
}
