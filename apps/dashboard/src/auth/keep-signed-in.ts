import type { RequestHandler } from 'express';
import type { Auth } from './auth.adapter';

/** Extends a used session and its cookie. Every page asks who is signed in when it opens, so this route is enough. */
export function keepSignedIn({ auth }: { auth: Auth }): RequestHandler {
  return async ({ headers, ip }, response, next) => {
    for (const cookie of await auth.refresh({ headers, ip })) response.append('Set-Cookie', cookie);
    next();
  };
}
