import type { Log, Semaphore } from '@topup/core/shared';
import { errorFields } from '@topup/runtime';

type Work<T> = {
  /** Finds at most `limit` pieces of work, oldest first. */
  find(limit: number): Promise<T[]>;
  begin(item: T): Promise<void>;
  /** The log message for one that failed; the next sweep finds it again. */
  failed: string;
  /** The log fields that identify an item. */
  fieldsOf(item: T): object;
};

/** Finds as much work as there are free permits and starts all of it. Returns how much, before it is done. */
export async function startDueWork<T>(
  log: Log,
  semaphore: Semaphore,
  { find, begin, failed, fieldsOf }: Work<T>,
): Promise<number> {
  const limit = semaphore.available();
  if (limit <= 0) return 0;
  const found = await find(limit);
  for (const item of found) {
    semaphore.run(() => begin(item)).catch((error) => log.warn(failed, { ...fieldsOf(item), ...errorFields(error) }));
  }
  return found.length;
}
