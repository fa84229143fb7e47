import type { Lookup } from '@topup/core/provider';
import { requireAnswer } from '@topup/core/purchase';
import type { Response } from 'express';
import { errorHeaders } from './error-answer';

/**
 * Answers a lookup: 200 with what was found, or 424 with empty data when the provider says that there is no such thing.
 * @throws AppError provider_unavailable when the provider gave no answer
 */
export function answerLookup<T>(
  response: Response,
  lookup: Lookup<T>,
  found: { message: string; data: (value: T) => Record<string, unknown> },
): void {
  const answer = requireAnswer(lookup);
  const body =
    answer.kind === 'found'
      ? { status: 'successful', status_code: 200, message: found.message, data: found.data(answer.value) }
      : { status: 'failed', status_code: 424, message: answer.reason, data: {} };
  if (answer.kind === 'not_recognised') response.set(errorHeaders('not_recognised'));
  response.status(body.status_code).json(body);
}
