import { AppError } from '@topup/core/errors';
import type { RequestHandler } from 'express';
import type { Deps } from '../deps';
import { callerOf } from './request-context';

/**
 * Answers 429 when the key has made too many requests within a minute: before the body is read, so nothing is debited.
 */
export function rateLimited({ rateLimiter }: Pick<Deps, 'rateLimiter'>): RequestHandler {
  return async (_request, response, next) => {
    const waitSeconds = await rateLimiter.take(callerOf(response).keyId);
    if (waitSeconds > 0) {
      response.setHeader('Retry-After', String(waitSeconds));
      throw new AppError('rate_limited');
    }
    next();
  };
}
