import { type KeyScope, RefusedKey } from '@topup/core/api-key';
import { AppError, type ErrorCode } from '@topup/core/errors';
import type { RequestHandler } from 'express';
import type { Deps } from '../deps';
import { limitFailedKeys } from './rate-limited';
import { callerOf, contextOf } from './request-context';

const FAILED_KEY: readonly ErrorCode[] = ['unauthorized', 'key_expired', 'address_not_allowed'];

/**
 * Lets only callers with a live key through, from an address that it allows. Requests without one are counted for their
 * address. It runs again when the body has arrived: a client may send it late, and the key be revoked meanwhile.
 */
export function authenticated(deps: Pick<Deps, 'authenticator' | 'rateLimits'>): RequestHandler {
  return async (request, response, next) => {
    try {
      const caller = await deps.authenticator.authenticate(request.headers.authorization, request.ip);
      contextOf(response).caller = caller;
    } catch (error) {
      if (error instanceof RefusedKey) contextOf(response).caller = error.caller; // for the log
      if (error instanceof AppError && FAILED_KEY.includes(error.code)) await limitFailedKeys(deps, request, response);
      throw error;
    }
    next();
  };
}

/** Lets a caller through whose key has this scope. It runs after each `authenticated`. */
export function scoped(scope: KeyScope): RequestHandler {
  return (_request, response, next) => {
    if (scope === 'purchase' && callerOf(response).scope !== 'purchase') throw new AppError('key_scope');
    next();
  };
}
