import type { RequestHandler } from 'express';
import type { Deps } from '../deps';
import { setCaller } from './request-context';

/** Lets only callers with a live key through, and keeps who they are for the route. */
export function authenticated({ authenticator }: Pick<Deps, 'authenticator'>): RequestHandler {
  return async (request, response, next) => {
    setCaller(response, await authenticator.authenticate(request.headers.authorization));
    next();
  };
}
