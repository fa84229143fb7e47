import { AppError } from '@topup/core/errors';
import type { Semaphore } from '@topup/core/shared';

/**
 * Begins the work at once, or not at all.
 * @throws AppError overloaded, before anything is begun, when as much is under way as may be
 */
export function useFreeSlot<T>(slots: Semaphore, work: () => Promise<T>): Promise<T> {
  if (slots.available() <= 0) throw new AppError('overloaded');
  return slots.run(work);
}
