import { AppError } from '@topup/core/errors';
import type { Semaphore } from '@topup/core/shared';

/**
 * Starts the work now or not at all: it never waits for a permit.
 * @throws AppError overloaded when no permit is free; nothing was started
 */
export function runIfFree<T>(semaphore: Semaphore, work: () => Promise<T>): Promise<T> {
  if (semaphore.available() <= 0) throw new AppError('overloaded');
  return semaphore.run(work);
}
