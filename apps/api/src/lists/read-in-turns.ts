import { AppError } from '@topup/core/errors';
import { createInTurns, type InTurns } from '@topup/core/flow';
import { askTwice } from '@topup/core/shared';
import type { Response } from 'express';
import type { Deps } from '../deps';
import { callerOf, contextOf } from '../http/request-context';

const MOST_WAITING = 32; // of one account; a page takes some milliseconds

/**
 * Does at most `atOnce` pieces of work on the database at a time, which leaves the other connections to purchases. It
 * throws AppError overloaded when too many of the account wait already.
 */
export const createTurns = (atOnce: number): InTurns =>
  createInTurns({ atOnce, mostWaiting: MOST_WAITING, refuse: () => new AppError('overloaded') });

/**
 * Reads a page of a list for the account of the request: in turns with other accounts, and once more when a connection
 * was lost.
 * @throws AppError overloaded
 */
export function readList<T>(
  { clock, readInTurns }: Pick<Deps, 'clock' | 'readInTurns'>,
  response: Response,
  read: (accountId: string) => Promise<T>,
): Promise<T> {
  const { accountId } = callerOf(response);
  return readInTurns(accountId, () => askTwice(clock, () => read(accountId), contextOf(response).arrivedAtMs));
}
