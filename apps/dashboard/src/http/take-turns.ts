import { createInTurns } from '@topup/core/flow';
import type { RequestHandler, Response } from 'express';
import { signedInOf } from '../auth/signed-in';
import { Refusal } from './refusal';

/** Of the 10 connections to the database. Two are left to operators and to what has no turn. */
const AT_ONCE = 8;
/** Of one account: several users who open a page at the same time. */
const MOST_WAITING = 100;
/** Paths that may take longer than a page: files, the stream, and the packages, for which a provider may be asked. */
const LONG = /\.csv$|^\/stream$|^\/products$/;
/** No statement takes longer (SESSION_SETTINGS of the database). */
const LONGEST_STATEMENT_MS = 5_000;

/** The requests of accounts take turns, so that one account does not hold all connections. Operators do not wait. */
export function takeTurns(): RequestHandler {
  const inTurns = createInTurns({
    atOnce: AT_ONCE,
    mostWaiting: MOST_WAITING,
    refuse: () => new Refusal(429, 'busy', 'Too many requests of your account are waiting. Try again in a moment.'),
  });
  return (request, response, next) => {
    const { accountId } = signedInOf(response);
    if (accountId === null || LONG.test(request.path)) return next();
    inTurns(accountId, () => answered(response, next)).catch((error) => {
      response.setHeader('Retry-After', '1');
      next(error);
    });
  };
}

/**
 * Lets a request begin, unless its client has hung up meanwhile. Resolves when its handler has answered, and not when
 * the client hangs up, because that ends no statement.
 */
function answered(response: Response, begin: () => void): Promise<void> {
  return new Promise((resolve) => {
    if (response.closed) return resolve();
    const { end } = response;
    response.end = ((...parts: Parameters<typeof end>) => {
      resolve();
      return end.apply(response, parts);
    }) as typeof end;
    response.once('close', () => {
      if (!response.writableEnded) setTimeout(resolve, LONGEST_STATEMENT_MS).unref(); // a handler may give up with it
    });
    begin();
  });
}
