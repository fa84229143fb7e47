import { AppError } from '@topup/core/errors';
import type { Lookup } from '@topup/core/provider';
import type { Response } from 'express';

/**
 * A lookup that told something.
 * @throws AppError provider_unavailable when nothing was learnt
 */
export function requireAnswer<T>(lookup: Lookup<T>): Exclude<Lookup<T>, { kind: 'unavailable' }> {
  if (lookup.kind === 'unavailable')
    throw new AppError('provider_unavailable', undefined, { cause: new Error(lookup.reason) });
  return lookup;
}

/**
 * Answers a lookup in the document's shape: 200 with what was found, 424 with empty data when there definitely is no such thing.
 * @throws AppError provider_unavailable when nothing was learnt
 */
export function answerLookup<T>(
  response: Response,
  lookup: Lookup<T>,
  found: { message: string; data: (value: T) => Record<string, unknown> },
): void {
  const told = requireAnswer(lookup);
  const answer =
    told.kind === 'found'
      ? { status: 'successful', status_code: 200, message: found.message, data: found.data(told.value) }
      : { status: 'failed', status_code: 424, message: told.reason, data: {} };
  response.status(answer.status_code).json(answer);
}
