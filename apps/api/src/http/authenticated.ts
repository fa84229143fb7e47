import type { RequestHandler } from 'express';
import type { Deps } from '../deps';
import { setCaller } from './request-context';

/**
 * Lets only callers with a live key through, and keeps who they are for the route. It runs before the body is read, and
 * again when it has arrived: a client may send its body minutes after its headers, and the key be revoked meanwhile.
 */
export function authenticated({ authenticator }: Pick<Deps, 'authenticator'>): RequestHandler {
  return async (request, response, next) => {
    setCaller(response, await authenticator.authenticate(request.headers.authorization));
    next();
  };
}
