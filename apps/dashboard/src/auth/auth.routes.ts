import { pick } from '@topup/core/shared';
import { createLink, findLink, findUser, linkDigest, passwordFault, redeemLink } from '@topup/core/user';
import type { LinkAnswer, SignInAnswer } from '@topup/dashboard-contract';
import { errorFields } from '@topup/runtime';
import express, {
  type ErrorRequestHandler,
  type Request,
  type RequestHandler,
  type Response,
  type Router,
} from 'express';
import Joi from 'joi';
import type { Deps } from '../deps';
import { readFields } from '../http/read-fields';
import { Refusal, signedOut } from '../http/refusal';
import {
  codeTries,
  LOCKED_S,
  limitReset,
  limitSignIn,
  passwordTries,
  resetSignInAttempts,
  signInCodeTries,
  type Tries,
} from './attempt-limits';
import type { Auth } from './auth.adapter';
import type { AuthAnswer, Caller } from './better-auth';
import type { Devices } from './devices';
import type { Passwords } from './passwords';
import { findChecked, recordForUser, recordingFailure, recordSession } from './sign-in-records';
import { requireFactor, type SignedIn } from './signed-in';
import { mailAskOperator, mailLink } from './user-links';

export type AuthDeps = Deps & { auth: Auth; passwords: Passwords; devices: Devices };

const BODY_LIMIT = '4kb';
const password = Joi.string().max(256).required().label('Password');
const nextPassword = password.label('New password');
const code = Joi.string().trim().max(32).required().label('Code');
const email = Joi.string().trim().lowercase().max(254).email({ tlds: false }).required().label('E-mail');

/**
 * Signing in and out, below /api/auth: the only part of /api that is open to users who are not signed in. No answer
 * holds a session's token: it goes to the browser as a cookie that scripts cannot read.
 */
export function authRoutes(deps: AuthDeps): Router {
  const routes = express.Router();
  routes.use(express.json({ limit: BODY_LIMIT }), (_request, response, next) => {
    response.setHeader('Cache-Control', 'no-store');
    next();
  });
  serveSignIn(routes, deps);
  serveProofs(routes, deps);
  serveLinks(routes, deps);
  routes.use(() => {
    throw new Refusal(404, 'unknown_path', 'There is nothing at this path.');
  });
  routes.use(whenToComeBack);
  return routes;
}

function serveSignIn(routes: Router, deps: AuthDeps): void {
  const { auth, db } = deps;
  // an unknown address, a wrong password and a disabled user get the same answer after the same time
  routes.post('/sign-in/email', async (request, response) => {
    const given = readFields(CREDENTIALS, request.body);
    const about = await findUser(db, { email: given.email });
    const device = about && (await deps.devices.findKnown(db, about.id, request.headers.cookie));
    const guess = { email: given.email, ip: request.ip, device };
    await limitSignIn(db, response, guess);
    const checked = { action: 'sign_in.fail', about, email: given.email };
    const answer = await recordingFailure(deps, response, checked, () => enter(deps, request, response, given));
    await resetSignInAttempts(db, guess);
    sendAnswer(response, answer);
  });
  routes.post('/sign-out', async (request, response) => sendAnswer(response, await auth.signOut(callerOf(request))));
  routes.post('/two-factor/verify-totp', verifyCode(deps, auth.verifyTotp));
  routes.post('/two-factor/verify-backup-code', verifyCode(deps, auth.verifyBackupCode));
}

const CREDENTIALS = Joi.object<{ email: string; password: string }>({ email, password });

/** Signs in with a password. When a code must follow, nobody is signed in yet. */
async function enter(
  deps: AuthDeps,
  request: Request,
  response: Response,
  { email, password }: { email: string; password: string },
): Promise<AuthAnswer<SignInAnswer>> {
  const { twoFactor, cookies } = await deps.auth.signIn(callerOf(request), email, password);
  return {
    cookies: twoFactor ? cookies : await recordSession(deps, response, cookies),
    value: { twoFactorRedirect: twoFactor },
  };
}

/** The second step of a sign-in, or of enrolling a factor. Whose step it is bounds how many tries are recorded. */
function verifyCode(deps: AuthDeps, verify: Auth['verifyTotp']): Handler {
  return async (request, response) => {
    const given = readFields(CODE.schema, request.body);
    const signedIn = await deps.auth.findSignedIn(request.headers);
    const about = await findChecked(deps, request);
    if (signedIn !== null) await codeTries.take(deps.db, response, signedIn.userId);
    else if (about !== null) await signInCodeTries.take(deps.db, response, about.id);
    const checked = { action: 'factor.fail', about };
    const result = await recordingFailure(deps, response, checked, () => verify(callerOf(request), given.code));
    if (signedIn !== null) await codeTries.forget(deps.db, signedIn.userId);
    else {
      result.cookies = await recordSession(deps, response, result.cookies);
      if (about !== null) await signInCodeTries.forget(deps.db, about.id);
    }
    sendAnswer(response, result);
  };
}

/** Signed-in users prove this again, because somebody else may use an open browser. */
type Proof<Given> = { schema: Joi.ObjectSchema<Given>; tries: Tries; failure: string };

const CODE: Proof<{ code: string }> = { schema: Joi.object({ code }), tries: codeTries, failure: 'factor.fail' };
const PASSWORD: Proof<{ password: string }> = {
  schema: Joi.object({ password }),
  tries: passwordTries,
  failure: 'password.fail',
};
const NEW_PASSWORD: Proof<{ currentPassword: string; newPassword: string }> = {
  ...PASSWORD,
  schema: Joi.object({ currentPassword: password.label('Current password'), newPassword: nextPassword }),
};

type WithPassword = (caller: Caller, password: string) => Promise<AuthAnswer<object | null>>;

/** Serves the changes that signed-in users make to their own sign-in. */
function serveProofs(routes: Router, deps: AuthDeps): void {
  const { auth } = deps;
  // for five minutes, this session can then do what moves money or trust
  routes.post(
    '/confirm-factor',
    proving(deps, CODE, (caller, { code }) => auth.confirmFactor(caller, code)),
  );
  const withPassword = (work: WithPassword, options?: ProvingOptions<{ password: string }>) =>
    proving(deps, PASSWORD, (caller, { password }) => work(caller, password), options);
  routes.post('/two-factor/enable', withPassword(auth.enableTwoFactor, { enrolling: true }));
  routes.post('/two-factor/generate-backup-codes', withPassword(auth.newBackupCodes));
  routes.post('/two-factor/disable', withPassword(auth.disableTwoFactor));
  routes.post('/change-password', proving(deps, NEW_PASSWORD, auth.changePassword, { check: requireGoodPassword }));
}

type ProvingOptions<Given> = {
  /** Also for a user who must set up a second factor first. */
  enrolling?: boolean;
  /** Refuses what is wrong with the rest of the fields before a try is counted. */
  check?(given: Given, user: SignedIn): void;
};

/** Does what a signed-in user asks for with a proof. A wrong one is counted and recorded. */
function proving<Given>(
  deps: AuthDeps,
  { schema, tries, failure }: Proof<Given>,
  work: (caller: Caller, given: Given) => Promise<AuthAnswer<object | null>>,
  { enrolling = false, check }: ProvingOptions<Given> = {},
): Handler {
  return async (request, response) => {
    const user = await deps.auth.findSignedIn(request.headers);
    if (user === null) throw signedOut();
    if (!enrolling) requireFactor(user);
    const given = readFields(schema, request.body);
    check?.(given, user);
    await tries.take(deps.db, response, user.userId);
    const checked = { action: failure, about: await findUser(deps.db, { id: user.userId }) };
    const result = await recordingFailure(deps, response, checked, () => work(callerOf(request), given));
    await tries.forget(deps.db, user.userId);
    sendAnswer(response, result);
  };
}

const ADDRESS = Joi.object<{ email: string }>({ email });
const token = Joi.string().max(200).required();
const LINK = Joi.object<{ token: string }>({ token });
const REDEEMED = Joi.object<{ token: string; newPassword: string }>({ token, newPassword: nextPassword });

function serveLinks(routes: Router, deps: AuthDeps): void {
  const { db, log, mailer } = deps;
  // every address gets the same answer, and as fast, because mail is sent afterwards
  routes.post('/request-password-reset', async (request, response) => {
    const given = readFields(ADDRESS, request.body);
    await limitReset(db, response, callerOf(request), given.email);
    response.json({ mails: mailer !== null });
    if (mailer !== null)
      mailReset(deps, response, given.email).catch((error: unknown) =>
        log.error('a password could not be reset', errorFields(error)),
      );
  });
  routes.post('/link', async (request, response) => {
    const user = await findLink(db, linkDigest(readFields(LINK, request.body).token));
    if (user === null) throw spent();
    response.json(pick(user, 'email', 'name', 'invited') satisfies LinkAnswer);
  });
  // the user is signed in with the new password, by the same rules: a link is no second factor
  routes.post('/reset-password', async (request, response) => {
    const given = readFields(REDEEMED, request.body);
    const digest = linkDigest(given.token);
    const user = await findLink(db, digest);
    if (user === null) throw spent();
    requireGoodPassword(given, user);
    const hash = await deps.passwords.hash(given.newPassword);
    const redeemed = await recordForUser(db, response, 'password.reset', user, async (tx) =>
      (await redeemLink(tx, digest, hash)) ? true : null,
    );
    if (redeemed === null) throw spent();
    log.info('a password was set by a link', { user: user.id });
    sendAnswer(response, await enter(deps, request, response, { email: user.email, password: given.newPassword }));
  });
}

/** Operators get no link by mail alone: theirs need a second operator. */
async function mailReset(deps: AuthDeps, response: Response, address: string): Promise<void> {
  const user = await findUser(deps.db, { email: address });
  if (user === null || user.disabledAt !== null) return;
  if (user.role === 'operator') return mailAskOperator(deps, user);
  const token = await recordForUser(deps.db, response, 'password.forget', user, (tx) => createLink(tx, user.id));
  if (token !== null) await mailLink(deps, { ...user, token });
}

const spent = () =>
  new Refusal(410, 'link_spent', 'This link has been used, replaced or has expired. Request a new one.');

type Handler = (request: Request, response: Response) => Promise<void>;

const callerOf = ({ headers, ip, res }: Request): Caller => ({ headers, ip, requestId: res?.locals.requestId });

function sendAnswer(response: Response, { value, cookies }: AuthAnswer<object | null>): void {
  for (const cookie of cookies) response.append('Set-Cookie', cookie);
  response.json(value);
}

function requireGoodPassword({ newPassword }: { newPassword: string }, { email: address }: { email: string }): void {
  const fault = passwordFault(newPassword, address);
  if (fault !== null) throw new Refusal(400, 'validation_failed', fault, { newPassword: fault });
}

/** Sets Retry-After for the lock that better-auth itself keeps. */
const whenToComeBack: ErrorRequestHandler = (error, _request, response, next) => {
  if (error instanceof Refusal && error.status === 429 && !response.hasHeader('Retry-After'))
    response.setHeader('Retry-After', String(LOCKED_S));
  next(error);
};

/** Extends a used session and its cookie. Every page asks who is signed in when it opens, so this route is enough. */
export function keepSignedIn({ auth }: { auth: Auth }): RequestHandler {
  return async ({ headers, ip }, response, next) => {
    for (const cookie of await auth.refresh({ headers, ip })) response.append('Set-Cookie', cookie);
    next();
  };
}
