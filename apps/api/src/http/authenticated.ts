import { AppError } from '@topup/core/errors';
import type { RequestHandler } from 'express';
import type { Deps } from '../deps';
import { limitFailedKeys } from './rate-limited';
import { setCaller } from './request-context';

/**
 * Lets only callers with a live key through, and keeps who they are for the route. Requests without one are counted for
 * their address. It runs before the body is read, and again when it has arrived: a client may send its body seconds
 * after its headers, and the key be revoked meanwhile.
 */
export function authenticated(deps: Pick<Deps, 'authenticator' | 'rateLimits'>): RequestHandler {
  return async (request, response, next) => {
    try {
      setCaller(response, await deps.authenticator.authenticate(request.headers.authorization));
    } catch (error) {
      if (error instanceof AppError && error.code === 'unauthorized') await limitFailedKeys(deps, request, response);
      throw error;
    }
    next();
  };
}
