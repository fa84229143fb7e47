import { AppError } from '@topup/core/errors';
import { createInTurns, type InTurns } from '@topup/core/flow';

/** Reads a page of a list for an account. @throws AppError overloaded when too many of the account wait already */
export type ReadInTurns = InTurns;

const MOST_WAITING = 32; // of one account; a page takes some milliseconds

/** Does at most `atOnce` pieces of work on the database at a time, which leaves the other connections to purchases. */
export const createTurns = (atOnce: number): ReadInTurns =>
  createInTurns({ atOnce, mostWaiting: MOST_WAITING, refuse: () => new AppError('overloaded') });
