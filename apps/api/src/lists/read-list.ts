import { askTwice } from '@topup/core/shared';
import type { Response } from 'express';
import type { Deps } from '../deps';
import { arrivalOf, callerOf } from '../http/request-context';

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
  return readInTurns(accountId, () => askTwice(clock, () => read(accountId), arrivalOf(response)));
}
