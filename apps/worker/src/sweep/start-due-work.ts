import type { Log, Semaphore } from '@topup/core/shared';
import { errorFields } from '@topup/runtime';

type Work<T> = {
  /** Finds at most `limit` pieces of work, oldest first. */
  find(limit: number): Promise<T[]>;
  /** Waits, without a permit, until the item may begin; false: it is not to begin here. Default: at once. */
  wait?(item: T): Promise<boolean>;
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
  { find, wait, begin, failed, fieldsOf }: Work<T>,
): Promise<number> {
  const limit = semaphore.available();
  if (limit <= 0) return 0;
  const found = await find(limit);
  const start = async (item: T) => {
    if (wait === undefined || (await wait(item))) await semaphore.run(() => begin(item));
  };
  for (const item of found) {
    start(item).catch((error) => log.warn(failed, { ...fieldsOf(item), ...errorFields(error) }));
  }
  return found.length;
}
