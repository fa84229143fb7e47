import type { IncomingHttpHeaders } from 'node:http';
import type { By, Facts } from '@topup/core/audit';
import type { Clock, DbOrTransaction } from '@topup/core/shared';
import {
  accountRequiresFactor,
  changeOwnSignIn,
  endOtherSessions,
  endUnfinished,
  findFactor,
  findUserOfChallenge,
  forgetOtherDevices,
  readSecondStep,
  recordProof,
  takeStep,
  touchSession,
  type UserRole,
  type WriteOptions,
} from '@topup/core/user';
import { addressGroup, errorFields } from '@topup/runtime';
import { signedOut } from '../http/refusal';
import {
  type AuthAnswer,
  ask,
  type Caller,
  type Engine,
  headersOf,
  openEngine,
  userIn,
  withoutValue,
  writing,
} from './better-auth';
import { cookiePairs, findCookie } from './cookies';
import type { Devices } from './devices';
import { reencryptFactors } from './factor-secrets';
import { beginAgain, noTwoFactor, signedInAlready, twoFactorIsOn, wrongCode } from './refusals';
import type { FindSignedIn, SignedIn } from './signed-in';
import { stepOfCode } from './totp';

type AuthOptions = Parameters<typeof openEngine>[0] & {
  clock: Clock;
  devices: Devices;
  /** Whether every operator must have a second factor. */
  operatorFactor: 'required' | 'optional';
};

type Parts = AuthOptions & Engine;

const NO_CODE = 'none'; // is never right, and counts as a wrong one
const SEEN_EVERY_MS = 60_000;

export type Auth = Awaited<ReturnType<typeof createAuth>>;

/**
 * Signing in with e-mail, password and a second factor: better-auth, with our rules of the second factor, of devices
 * and of records. It throws what it declines as a Refusal.
 */
export async function createAuth(options: AuthOptions) {
  const engine = await openEngine(options);
  if (options.secrets.previous !== undefined) {
    const counts = await reencryptFactors(options.db, options.secrets, engine);
    options.log.info('second factors are under the new secret', counts);
  }
  const parts: Parts = { ...options, ...engine };
  const { api } = engine;
  const isSignedIn = async ({ headers }: Caller) => (await findSignedIn(parts, headers)) !== null;
  return {
    findSignedIn: ((headers) => findSignedIn(parts, headers)) satisfies FindSignedIn,
    /** Whose password was right a moment ago, so that a code must follow. Null when nobody's sign-in waits for one. */
    findChallenged: (headers: IncomingHttpHeaders) => findChallenged(parts, headers),
    /** Extends a used session by seven days, once a day, and returns the new cookie. */
    refresh: async (caller: Caller) => (await ask(headersOf(caller), (with_) => api.getSession(with_))).cookies,
    /** `twoFactor`: a code must follow within ten minutes; nobody is signed in before that. */
    signIn: async (caller: Caller, email: string, password: string) => {
      const { value, cookies } = await options.passwords.signingIn(addressGroup(caller.ip), () =>
        ask<object>(headersOf(caller), (with_) => api.signInEmail({ ...with_, body: { email, password } })),
      );
      const twoFactor = 'twoFactorRedirect' in value;
      if (!twoFactor) userIn(value); // throws when the answer signs nobody in
      return { cookies, twoFactor };
    },
    signOut: async (caller: Caller) => {
      const signOut = async (headers: Headers) => withoutValue(await ask(headers, (with_) => api.signOut(with_)));
      return (await isSignedIn(caller))
        ? asSignedIn(parts, caller, 'session.end', ({ headers }) => signOut(headers))
        : signOut(headersOf(caller));
    },
    /** Ends every session, unfinished sign-in and link, and starts a new session for the caller. */
    changePassword: (caller: Caller, passwords: NewPassword) =>
      asSignedIn(parts, caller, 'password.change', (change) => changePassword(parts, caller, change, passwords), FRESH),
    /**
     * The second step of signing in, or, for a signed-in user, the last step of turning the second factor on: it ends
     * every other session. Each code is good once.
     */
    verifyTotp: async (caller: Caller, code: string) =>
      (await isSignedIn(caller))
        ? asSignedIn(parts, caller, 'factor.enable', (change) => enrol(parts, change, code))
        : signInByCode(parts, caller, code),
    /** The second step of signing in only: refused for a signed-in user, who uses `confirmFactor`. */
    verifyBackupCode: async (caller: Caller, code: string) => {
      if (await isSignedIn(caller)) throw signedInAlready();
      const body = { code };
      const answer = await ask<object>(headersOf(caller), (with_) => api.verifyBackupCode({ ...with_, body }));
      return passSecondStep(parts, answer);
    },
    /** Starts to turn the second factor on; `verifyTotp` completes it. The backup codes are not shown again. */
    enableTwoFactor: (caller: Caller, password: string) =>
      asSignedIn(parts, caller, 'factor.begin', async ({ headers }) => {
        const body = { password, method: 'totp' as const };
        const { value, cookies } = await ask(headers, (with_) => api.enableTwoFactor({ ...with_, body }));
        if (value.method !== 'totp') throw new Error('a second factor of another kind was made');
        return { value: { totpURI: value.totpURI, backupCodes: value.backupCodes }, cookies };
      }),
    /** Proves the second factor again in this session, by a code of the app or a backup code. Each is good once. */
    confirmFactor: (caller: Caller, code: string) =>
      asSignedIn(parts, caller, 'factor.confirm', (change) => confirmFactor(parts, change, code)),
    /** Asks for a fresh second factor, and ends every other session. */
    newBackupCodes: (caller: Caller, password: string) =>
      changeFactor(parts, caller, 'factor.codes', async (headers) => {
        const { value, cookies } = await ask(headers, (with_) =>
          api.generateBackupCodes({ ...with_, body: { password } }),
        );
        return { value: { backupCodes: value.backupCodes }, cookies };
      }),
    /** The same. */
    disableTwoFactor: (caller: Caller, password: string) =>
      changeFactor(parts, caller, 'factor.disable', async (headers) =>
        withoutValue(await ask(headers, (with_) => api.disableTwoFactor({ ...with_, body: { password } }))),
      ),
  };
}

/** Asks for a second factor that was proven a moment ago. */
const FRESH: WriteOptions = { fresh: true };

const findSession = ({ api }: Engine, headers: NodeJS.Dict<string | string[]>) =>
  api.getSession({ headers: headersOf({ headers, ip: undefined }), query: { disableRefresh: true } });

type Found = NonNullable<Awaited<ReturnType<typeof findSession>>>;

/** The session that these cookies begin. Null when they begin none. */
const begun = async (engine: Engine, cookies: string[]): Promise<string | null> =>
  (cookies.length > 0 && (await findSession(engine, { cookie: cookiePairs(cookies) }))?.session.id) || null;

async function findSignedIn(parts: Parts, headers: NodeJS.Dict<string | string[]>): Promise<SignedIn | null> {
  const { db, clock, log } = parts;
  const found = await findSession(parts, headers);
  if (found === null || found.user.disabledAt) return null;
  const { session, user } = found;
  const step = await readSecondStep(db, session.id);
  // the flag of the user only says which way a sign-in takes: the session itself must have taken it to the end
  if (step === null || (step.enrolled && !step.passed)) return null;
  if (clock.now().getTime() - Number(session.lastSeenAt) > SEEN_EVERY_MS)
    touchSession(db, session.id).catch((error: unknown) =>
      log.warn('the last use of a session could not be recorded', errorFields(error)),
    );
  return {
    userId: user.id,
    email: user.email,
    name: user.name,
    role: user.role as UserRole, // the column's check
    accountId: user.accountId ?? null,
    sessionId: session.id,
    mustEnrol: !step.enrolled && (await factorRequired(parts, user)),
  };
}

/** Whether a user must have a second factor. */
const factorRequired = async ({ db, operatorFactor }: Parts, { accountId }: Found['user']): Promise<boolean> =>
  accountId ? accountRequiresFactor(db, accountId) : operatorFactor === 'required';

/** Whose password was right a moment ago: the cookie has the challenge, then its signature. */
async function findChallenged({ db, challengeCookie }: Parts, { cookie }: { cookie?: string | undefined }) {
  const [, challenge] = /^([\w-]+)\./.exec(findCookie(cookie, challengeCookie) ?? '') ?? [];
  return challenge === undefined ? null : findUserOfChallenge(db, challenge);
}

/** A change that users make to their own sign-in. `before`: what the change ends, for the record. */
type Change = { tx: DbOrTransaction; user: SignedIn; headers: Headers; before?: Facts };

/** Changes that signed-in users make to their own sign-in, each in one transaction. */
async function asSignedIn<T>(
  parts: Parts,
  caller: Caller,
  action: string,
  work: (change: Change) => Promise<T>,
  write: WriteOptions = {},
): Promise<T> {
  const user = await findSignedIn(parts, caller.headers);
  if (user === null) throw signedOut();
  const by: By = {
    actor: { kind: 'user', ...user },
    origin: { address: caller.ip ?? null, requestId: caller.requestId ?? null },
  };
  const changing = (tx: DbOrTransaction) =>
    writing.run(tx, async () => {
      const change: Change = { tx, user, headers: headersOf(caller) };
      return { result: await work(change), before: change.before };
    });
  const person = { ...user, id: user.userId };
  return changeOwnSignIn(parts.db, by, person, action, changing, { ...write, evenSuspended: true });
}

type NewPassword = { currentPassword: string; newPassword: string };

async function changePassword(parts: Parts, caller: Caller, { tx, user, headers }: Change, passwords: NewPassword) {
  const passed = (await readSecondStep(tx, user.sessionId))?.passed;
  const body = { ...passwords, revokeOtherSessions: true };
  const answer = await ask(headers, (with_) => parts.api.changePassword({ ...with_, body }));
  const session = await begun(parts, answer.cookies);
  if (passed && session !== null) await recordProof(tx, session); // with a fresh code, which `fresh` asks for
  const here = await parts.devices.findKnown(tx, user.userId, caller.headers.cookie);
  await forgetOtherDevices(tx, user.userId, here);
  await endUnfinished(tx, user.userId);
  return withoutValue(answer);
}

const changeFactor = <T>(
  parts: Parts,
  caller: Caller,
  action: string,
  work: (headers: Headers) => Promise<AuthAnswer<T>>,
): Promise<AuthAnswer<T>> =>
  asSignedIn(
    parts,
    caller,
    action,
    async (change) => {
      const answer = await work(change.headers);
      await endOthers(parts, change, answer);
      return answer;
    },
    FRESH,
  );

/**
 * Ends the other sessions after a change of the second factor. Its `cookies` may begin one in place of this one.
 * Returns the session that is left.
 */
async function endOthers(engine: Engine, change: Change, { cookies }: AuthAnswer<unknown>): Promise<string> {
  const kept = (await begun(engine, cookies)) ?? change.user.sessionId;
  const ended = await endOtherSessions(change.tx, change.user.userId, kept);
  if (ended > 0) change.before = { other_sessions: ended };
  return kept;
}

/** Keeps that the session has passed the second step. @throws Error when the answer signs nobody in */
async function passSecondStep(parts: Parts, answer: AuthAnswer<object>): Promise<AuthAnswer<null>> {
  userIn(answer.value);
  const session = await begun(parts, answer.cookies);
  if (session !== null) await recordProof(parts.db, session);
  return withoutValue(answer);
}

const stepOf = async ({ decrypt, clock }: Parts, secret: string, code: string): Promise<number | null> =>
  stepOfCode(await decrypt(secret), code, clock.now());

/** A code that was used before is refused; one that is wrong is counted by better-auth. */
async function signInByCode(parts: Parts, caller: Caller, code: string) {
  const { api, db } = parts;
  const user = await findChallenged(parts, caller.headers);
  const factor = user && (await findFactor(db, user.id));
  if (!user || !factor) throw beginAgain();
  const step = await stepOf(parts, factor.secret, code);
  if (step !== null && !(await takeStep(db, user.id, step))) throw wrongCode();
  // better-auth reads a later clock: a code that is good only by then is not marked as used, so it stays wrong
  const body = { code: step === null ? NO_CODE : code };
  const answer = await ask(headersOf(caller), (with_) => api.verifyTOTP({ ...with_, body }));
  if (userIn(answer.value) !== user.id) throw beginAgain();
  return passSecondStep(parts, answer);
}

/** Takes a code of the app. @throws Refusal when it is wrong, or was used before */
async function takeCode(parts: Parts, { tx, user }: Change, secret: string, code: string): Promise<void> {
  const step = await stepOf(parts, secret, code);
  if (step === null || !(await takeStep(tx, user.userId, step))) throw wrongCode();
}

async function enrol(parts: Parts, change: Change, code: string) {
  const factor = await findFactor(change.tx, change.user.userId);
  if (factor === null) throw noTwoFactor();
  if (factor.verified) throw twoFactorIsOn();
  await takeCode(parts, change, factor.secret, code);
  const answer = await ask(change.headers, (with_) => parts.api.verifyTOTP({ ...with_, body: { code } }));
  await recordProof(change.tx, await endOthers(parts, change, answer));
  return withoutValue(answer);
}

async function confirmFactor(parts: Parts, change: Change, code: string) {
  const { tx, user, headers } = change;
  const factor = await findFactor(tx, user.userId);
  if (!factor?.verified) throw noTwoFactor();
  const body = { code, disableSession: true };
  if (/^\d{6}$/.test(code)) await takeCode(parts, change, factor.secret, code);
  else await ask<object>(headers, (with_) => parts.api.verifyBackupCode({ ...with_, body }));
  await recordProof(tx, user.sessionId);
  return { value: null, cookies: [] };
}
