import { AppError } from '@topup/core/errors';
import { createScheduler, createShares, newId, type Work } from '@topup/core/shared';

/** Reads a page of a list for an account. @throws AppError overloaded when too many of the account wait already */
export type ReadInTurns = <T>(accountId: string, read: () => Promise<T>) => Promise<T>;

const MOST_WAITING = 32; // of one account; a page takes some milliseconds

type Read = Work & { run(): Promise<void>; refuse(): void };

/**
 * Runs at most `atOnce` reads of lists in this process, which leaves the other connections to purchases. What cannot
 * begin waits, and accounts take turns.
 */
export function createReadInTurns(atOnce: number): ReadInTurns {
  const scheduler = createScheduler<Read>({
    shares: createShares(atOnce),
    run: ({ run }) => run(),
    leftOut: ({ refuse }) => refuse(),
    maxWaiting: MOST_WAITING,
  });
  return (accountId, read) =>
    new Promise((resolve, reject) => {
      const id = newId();
      const run = () => read().then(resolve, reject);
      scheduler
        .submit({ id, accountId, lane: id, run, refuse: () => reject(new AppError('overloaded')) })
        .catch(reject);
    });
}
