import { type Mode, readTimeZone, readTwin } from '@topup/core/account';
import type { By, Origin } from '@topup/core/audit';
import type { Db } from '@topup/core/shared';
import { LAGOS } from '@topup/core/time';
import { mayRole, type Right, rights } from '@topup/core/user';
import type { Role } from '@topup/dashboard-contract';
import type { RequestHandler, Response } from 'express';
import { Refusal, signedOut } from '../http/refusal';

/** The user who sent a request. `accountId` is null for operators only. */
export type SignedIn = {
  userId: string;
  email: string;
  name: string;
  role: Role;
  accountId: string | null;
  sessionId: string;
  /** A second factor is required of them, and they have none: they reach nothing but what sets it up. */
  mustEnrol: boolean;
};

/** The pages set it (web/src/api/mode.ts). It gives no right: both accounts are the user's. */
const TEST_MODE = /(?:^|; )topup-mode=test(?:;|$)/;

/** The user of the session cookie in these headers; null when nobody is signed in. */
export type FindSignedIn = (headers: NodeJS.Dict<string | string[]>) => Promise<SignedIn | null>;

/**
 * Lets only signed-in users pass and keeps who they are for the routes, with the test account if a cookie says test
 * mode. Users who lack a required second factor learn at /me who they are, and nothing else.
 */
export function requireSignedIn({ findSignedIn, db }: { findSignedIn: FindSignedIn; db: Db }): RequestHandler {
  return async (request, response, next) => {
    const signedIn = await findSignedIn(request.headers);
    if (signedIn === null) throw signedOut();
    if (request.path !== '/me') requireFactor(signedIn);
    response.locals.signedIn = signedIn;
    if (signedIn.accountId !== null) response.locals.timeZone = await readTimeZone(db, signedIn.accountId);
    if (TEST_MODE.test(request.headers.cookie ?? '') && signedIn.accountId !== null)
      response.locals.testAccountId = (await readTwin(db, signedIn.accountId)).id;
    response.setHeader('X-Mode', modeOf(response));
    next();
  };
}

/** @throws Refusal 403 when the user must set up a second factor first */
export function requireFactor({ mustEnrol }: SignedIn): void {
  if (mustEnrol)
    throw new Refusal(403, 'factor_enrolment_needed', 'Set up two-factor authentication first. Nothing was changed.');
}

/** @throws Error when the route is not behind `requireSignedIn` */
export function signedInOf(response: Response): SignedIn {
  const signedIn: SignedIn | undefined = response.locals.signedIn;
  if (signedIn === undefined) throw new Error('a route was reached by somebody who is not signed in');
  return signedIn;
}

/** Where the request came from, and its id in the log. */
export const originOf = ({ req, locals }: Response): Origin => ({
  address: req.ip ?? null,
  requestId: locals.requestId ?? null,
});

/** The signed-in user, as the audit log names them. */
export function byOf(response: Response): By {
  const { userId, email, sessionId, role, accountId } = signedInOf(response);
  return { actor: { kind: 'user', userId, email, sessionId, role, accountId }, origin: originOf(response) };
}

/**
 * The only account whose data an account's route may read: the user's, or its test account in test mode.
 * @throws Refusal 403 for an operator, who has no account
 */
export function accountIdOf(response: Response): string {
  return response.locals.testAccountId ?? liveAccountIdOf(response);
}

/** The user's own account in both modes: its people are the same. @throws Refusal 403, as `accountIdOf` */
export function liveAccountIdOf(response: Response): string {
  const { accountId } = signedInOf(response);
  if (accountId === null) throw new Refusal(403, 'no_account', 'Operators don’t have an account.');
  return accountId;
}

/** In which the user reads times: that of their account in both modes; of operators Lagos. */
export const timeZoneOf = (response: Response): string => response.locals.timeZone ?? LAGOS;

/** The mode that a request asked for. */
export const modeOf = (response: Response): Mode => (response.locals.testAccountId === undefined ? 'live' : 'test');

export const requireOperator: RequestHandler = (_request, response, next) => {
  if (signedInOf(response).role !== 'operator')
    throw new Refusal(403, 'not_an_operator', 'Only operators can do this.');
  next();
};

/**
 * Lets only users pass whose role has this right in their account. The handler carries the right, so that a test can
 * compare each route with the table of core.
 */
export function requireRight(right: Right): RequestHandler & { right: Right } {
  const [code, message] = rights[right].roles.includes('buyer')
    ? ['not_a_buyer', 'Only owners and buyers of the account can do this.']
    : ['not_an_owner', 'Only account owners can do this.'];
  const handler: RequestHandler = (_request, response, next) => {
    liveAccountIdOf(response); // declines an operator
    if (!mayRole(signedInOf(response).role, right)) throw new Refusal(403, code, message);
    next();
  };
  return Object.assign(handler, { right });
}
