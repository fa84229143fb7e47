import { AsyncLocalStorage } from 'node:async_hooks';
import type { By, Facts } from '@topup/core/audit';
import { type Clock, type Db, type DbOrTransaction, type Log, newId } from '@topup/core/shared';
import {
  accountRequiresFactor,
  changeOwnSignIn,
  endOtherSessions,
  endUnfinished,
  findFactor,
  findUser,
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
import type { Auth, AuthAnswer, Caller } from './auth.port';
import { cookiePairs, findCookie } from './cookies';
import type { Devices } from './devices';
import { type DashboardSecrets, reencryptFactors, secretOptions } from './factor-secrets';
import type { Passwords } from './passwords';
import { asRefusal, beginAgain, noTwoFactor, signedInAlready, twoFactorIsOn, wrongCode } from './refusals';
import type { SignedIn } from './signed-in';
import { stepOfCode } from './totp';

type AuthOptions = {
  db: Db;
  clock: Clock;
  log: Log;
  passwords: Passwords;
  devices: Devices;
  /** Where people open the dashboard. */
  url: string;
  secrets: DashboardSecrets;
  /** Whether every operator must have a second factor. */
  operatorFactor: 'required' | 'optional';
};

const DAY_S = 86_400;
const SESSION_S = 7 * DAY_S;
const WRONG_CODES = 5; // in a row, in any sign-ins; then no code is accepted for 15 minutes
const LOCKED_S = 900;
const NO_CODE = 'none'; // is never right, and counts as a wrong one
const SEEN_EVERY_MS = 60_000;
const IP_HEADER = 'x-dashboard-client-ip';

/**
 * Sessions, kept by better-auth in our tables. Its own HTTP routes are not served: their answers hold tokens, and they
 * offer more than the pages need.
 */
export async function createAuth(options: AuthOptions): Promise<Auth> {
  const { api, decrypt, encrypt, challengeCookie } = await configure(options);
  if (options.secrets.previous !== undefined) {
    const counts = await reencryptFactors(options.db, options.secrets, { decrypt, encrypt });
    options.log.info('second factors are under the new secret', counts);
  }
  const ask = async <T>(
    headers: Headers,
    call: (with_: { headers: Headers; returnHeaders: true }) => Promise<Answer<T>>,
  ): Promise<AuthAnswer<T>> => {
    try {
      const { response, headers: set } = await call({ headers, returnHeaders: true });
      return { value: response, cookies: set.getSetCookie() };
    } catch (error) {
      throw asRefusal(error);
    }
  };
  const findSession = (headers: NodeJS.Dict<string | string[]>) =>
    api.getSession({ headers: headersOf({ headers, ip: undefined }), query: { disableRefresh: true } });
  /** The session that these cookies begin. Null when they begin none. */
  const begun = async (cookies: string[]): Promise<string | null> =>
    (cookies.length > 0 && (await findSession({ cookie: cookiePairs(cookies) }))?.session.id) || null;
  const findSignedIn: Auth['findSignedIn'] = async (headers) => {
    const found = await findSession(headers);
    if (found === null || found.user.disabledAt) return null;
    const step = await readSecondStep(options.db, found.session.id);
    // the flag of the user only says which way a sign-in takes: the session itself must have taken it to the end
    if (step === null || (step.enrolled && !step.passed)) return null;
    if (options.clock.now().getTime() - Number(found.session.lastSeenAt) > SEEN_EVERY_MS)
      touchSession(options.db, found.session.id).catch(logTouchFailure(options.log));
    return { ...signedInAs(found), mustEnrol: !step.enrolled && (await factorRequired(options, found.user)) };
  };
  /** Changes that signed-in users make to their own sign-in, each in one transaction. */
  const asSignedIn = async <T>(
    caller: Caller,
    action: string,
    work: (change: Change) => Promise<T>,
    write: WriteOptions = {},
  ): Promise<T> => {
    const user = await findSignedIn(caller.headers);
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
    return changeOwnSignIn(options.db, by, person, action, changing, { ...write, evenSuspended: true });
  };
  /**
   * Ends the other sessions after a change of the second factor. Its `cookies` may begin one in place of this one.
   * Returns the session that is left.
   */
  const endOthers = async (change: Change, { cookies }: AuthAnswer<unknown>): Promise<string> => {
    const kept = (await begun(cookies)) ?? change.user.sessionId;
    const ended = await endOtherSessions(change.tx, change.user.userId, kept);
    if (ended > 0) change.before = { other_sessions: ended };
    return kept;
  };
  /** Signs in by a code, and keeps that the session has passed the second step. */
  const passSecondStep = async (answer: AuthAnswer<object>): Promise<AuthAnswer<{ userId: string }>> => {
    const session = await begun(answer.cookies);
    if (session !== null) await recordProof(options.db, session);
    return withUser(answer);
  };
  /** Takes a code of the app. False when it is wrong, or was used before. */
  const takeCode = async (db: DbOrTransaction, userId: string, secret: string, code: string): Promise<boolean> => {
    const step = stepOfCode(await decrypt(secret), code, options.clock.now());
    return step !== null && takeStep(db, userId, step);
  };
  const findChallenged: Auth['findChallenged'] = async ({ cookie }) => {
    const [, challenge] = /^([\w-]+)\./.exec(findCookie(cookie, challengeCookie) ?? '') ?? []; // then its signature
    return challenge === undefined ? null : findUserOfChallenge(options.db, challenge);
  };
  /** A code that was used before is refused; one that is wrong is counted by better-auth. */
  const signInByCode = async (caller: Caller, code: string) => {
    const user = await findChallenged(caller.headers);
    const factor = user && (await findFactor(options.db, user.id));
    if (!user || !factor) throw beginAgain();
    const step = stepOfCode(await decrypt(factor.secret), code, options.clock.now());
    if (step !== null && !(await takeStep(options.db, user.id, step))) throw wrongCode();
    // better-auth reads a later clock: a code that is good only by then is not marked as used, so it stays wrong
    const body = { code: step === null ? NO_CODE : code };
    const answer = await ask(headersOf(caller), (with_) => api.verifyTOTP({ ...with_, body }));
    if (userIn(answer.value) !== user.id) throw beginAgain();
    return passSecondStep(answer);
  };
  const enrol = (caller: Caller, code: string) =>
    asSignedIn(caller, 'factor.enable', async (change) => {
      const factor = await findFactor(change.tx, change.user.userId);
      if (factor === null) throw noTwoFactor();
      if (factor.verified) throw twoFactorIsOn();
      if (!(await takeCode(change.tx, change.user.userId, factor.secret, code))) throw wrongCode();
      const answer = withUser(await ask(change.headers, (with_) => api.verifyTOTP({ ...with_, body: { code } })));
      await recordProof(change.tx, await endOthers(change, answer));
      return answer;
    });
  return {
    findSignedIn,
    findChallenged,
    refresh: async (caller) => (await ask(headersOf(caller), (with_) => api.getSession(with_))).cookies,
    signIn: async (caller, email, password) => {
      const result = await options.passwords.signingIn(addressGroup(caller.ip), () =>
        ask<object>(headersOf(caller), (with_) => api.signInEmail({ ...with_, body: { email, password } })),
      );
      const twoFactor = 'twoFactorRedirect' in result.value;
      return { ...result, value: { userId: twoFactor ? null : userIn(result.value), twoFactor } };
    },
    signOut: async (caller) => {
      const signOut = async (headers: Headers) => withoutValue(await ask(headers, (with_) => api.signOut(with_)));
      const user = await findSignedIn(caller.headers);
      return user === null
        ? signOut(headersOf(caller))
        : asSignedIn(caller, 'session.end', ({ headers }) => signOut(headers));
    },
    changePassword: (caller, passwords) =>
      asSignedIn(
        caller,
        'password.change',
        async ({ tx, user, headers }) => {
          const passed = (await readSecondStep(tx, user.sessionId))?.passed;
          const body = { ...passwords, revokeOtherSessions: true };
          const answer = await ask(headers, (with_) => api.changePassword({ ...with_, body }));
          const session = await begun(answer.cookies);
          if (passed && session !== null) await recordProof(tx, session); // with a fresh code, which `fresh` asks for
          const here = await options.devices.findKnown(tx, user.userId, caller.headers.cookie);
          await forgetOtherDevices(tx, user.userId, here);
          await endUnfinished(tx, user.userId);
          return withoutValue(answer);
        },
        { fresh: true },
      ),
    verifyTotp: async (caller, code) =>
      (await findSignedIn(caller.headers)) === null ? signInByCode(caller, code) : enrol(caller, code),
    verifyBackupCode: async (caller, code) => {
      if ((await findSignedIn(caller.headers)) !== null) throw signedInAlready();
      return passSecondStep(
        await ask<object>(headersOf(caller), (with_) => api.verifyBackupCode({ ...with_, body: { code } })),
      );
    },
    enableTwoFactor: (caller, password) =>
      asSignedIn(caller, 'factor.begin', async ({ headers }) => {
        const result = await ask(headers, (with_) =>
          api.enableTwoFactor({ ...with_, body: { password, method: 'totp' } }),
        );
        if (result.value.method !== 'totp') throw new Error('a second factor of another kind was made');
        return { ...result, value: { totpURI: result.value.totpURI, backupCodes: result.value.backupCodes } };
      }),
    confirmFactor: (caller, code) =>
      asSignedIn(caller, 'factor.confirm', async ({ tx, user, headers }) => {
        const factor = await findFactor(tx, user.userId);
        if (!factor?.verified) throw noTwoFactor();
        if (!/^\d{6}$/.test(code))
          await ask<object>(headers, (with_) =>
            api.verifyBackupCode({ ...with_, body: { code, disableSession: true } }),
          );
        else if (!(await takeCode(tx, user.userId, factor.secret, code))) throw wrongCode();
        await recordProof(tx, user.sessionId);
        return { value: null, cookies: [] };
      }),
    newBackupCodes: (caller, password) =>
      asSignedIn(
        caller,
        'factor.codes',
        async (change) => {
          const answer = await ask(change.headers, (with_) =>
            api.generateBackupCodes({ ...with_, body: { password } }),
          );
          await endOthers(change, answer);
          return { ...answer, value: { backupCodes: answer.value.backupCodes } };
        },
        { fresh: true },
      ),
    disableTwoFactor: (caller, password) =>
      asSignedIn(
        caller,
        'factor.disable',
        async (change) => {
          const answer = await ask(change.headers, (with_) => api.disableTwoFactor({ ...with_, body: { password } }));
          await endOthers(change, answer);
          return withoutValue(answer);
        },
        { fresh: true },
      ),
  };
}

type Answer<T> = { response: T; headers: Headers };

/** What a user changes for themselves. `before`: what the change ends, for the record. */
type Change = { tx: DbOrTransaction; user: SignedIn; headers: Headers; before?: Facts };

/** better-auth is ESM only, so it is imported when the process starts. */
async function configure({ db, log, passwords, url, secrets }: AuthOptions) {
  const [{ betterAuth }, { symmetricDecrypt, symmetricEncrypt }, { prismaAdapter }, { twoFactor }] = await Promise.all([
    import('better-auth'),
    import('better-auth/crypto'),
    import('better-auth/adapters/prisma'),
    import('better-auth/plugins/two-factor'),
  ]);
  const { api, $context } = betterAuth({
    appName: 'Top-Up',
    baseURL: url,
    basePath: '/api/auth',
    ...secretOptions(secrets),
    database: prismaAdapter(joining(db), { provider: 'postgresql', transaction: true }),
    telemetry: { enabled: false },
    // only the message is logged: the arguments may hold secrets, and the answer already says why a sign-in failed
    logger: { level: 'error', log: (_level, message) => void log.error('signing in', { error: message }) },
    rateLimit: { enabled: false }, // attempt-limits.ts counts, by e-mail too
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: 12,
      maxPasswordLength: 512,
      password: { hash: passwords.hash, verify: ({ hash, password }) => passwords.verify(password, hash) },
    },
    user: {
      modelName: 'dashboardUser',
      additionalFields: {
        role: { type: 'string', input: false },
        accountId: { type: 'string', required: false, input: false },
        disabledAt: { type: 'date', required: false, input: false },
      },
    },
    session: {
      modelName: 'dashboardSession',
      expiresIn: SESSION_S,
      updateAge: DAY_S,
      freshAge: DAY_S,
      additionalFields: { lastSeenAt: { type: 'date', required: false, input: false } },
    },
    account: { modelName: 'dashboardCredential' },
    verification: { modelName: 'dashboardVerification' },
    databaseHooks: { session: { create: { before: async ({ userId }) => await mayEnter(db, userId) } } },
    plugins: [
      twoFactor({
        issuer: 'Top-Up',
        accountLockout: { maxFailedAttempts: WRONG_CODES, durationSeconds: LOCKED_S },
        schema: { twoFactor: { modelName: 'dashboardTwoFactor' } },
      }),
    ],
    advanced: {
      cookiePrefix: 'topup',
      useSecureCookies: url.startsWith('https:'),
      defaultCookieAttributes: { httpOnly: true, sameSite: 'strict', path: '/' },
      ipAddress: { ipAddressHeaders: [IP_HEADER] },
      database: { generateId: () => newId() },
    },
  });
  const { secretConfig: key, createAuthCookie } = await $context;
  return {
    api,
    decrypt: (data: string) => symmetricDecrypt({ key, data }),
    encrypt: (data: string) => symmetricEncrypt({ key, data }),
    challengeCookie: createAuthCookie('two_factor').name,
  };
}

/** The transaction in which a call of better-auth takes part. */
const writing = new AsyncLocalStorage<DbOrTransaction>();

/** The database, which within `writing.run` is that transaction. */
const joining = (db: Db): Db =>
  new Proxy(db, {
    get(target, name) {
      const tx = writing.getStore();
      if (tx === undefined) return Reflect.get(target, name, target);
      if (name === '$transaction') return (work: (tx: DbOrTransaction) => Promise<unknown>) => work(tx);
      return Reflect.get(tx, name, tx);
    },
  });

/** Checks again when the session is created: the user may have been disabled between the two steps of signing in. */
async function mayEnter(db: Db, userId: string): Promise<false | undefined> {
  const user = await findUser(db, { id: userId });
  return user === null || user.disabledAt !== null ? false : undefined;
}

/** The headers that better-auth may see. The address is the one that Express found, never one that a client wrote. */
function headersOf({
  headers: { cookie, 'user-agent': agent },
  ip,
}: {
  headers: NodeJS.Dict<string | string[]>;
  ip: string | undefined;
}): Headers {
  const headers = new Headers();
  if (typeof cookie === 'string') headers.set('cookie', cookie);
  if (typeof agent === 'string') headers.set('user-agent', agent.slice(0, 300));
  if (ip !== undefined) headers.set(IP_HEADER, ip.replace(/^::ffff:/, ''));
  return headers;
}

type Found = {
  session: { id: string };
  user: {
    id: string;
    email: string;
    name: string;
    role: string;
    accountId?: string | null | undefined;
  };
};

/** Whether a user must have a second factor. */
async function factorRequired(
  { db, operatorFactor }: Pick<AuthOptions, 'db' | 'operatorFactor'>,
  { accountId }: Found['user'],
): Promise<boolean> {
  return accountId ? accountRequiresFactor(db, accountId) : operatorFactor === 'required';
}

const signedInAs = ({ session, user }: Found): Omit<SignedIn, 'mustEnrol'> => ({
  userId: user.id,
  email: user.email,
  name: user.name,
  role: user.role as UserRole, // the column's check
  accountId: user.accountId ?? null,
  sessionId: session.id,
});

const withoutValue = ({ cookies }: AuthAnswer<unknown>): AuthAnswer<null> => ({ value: null, cookies });

const withUser = ({ value, cookies }: AuthAnswer<object>): AuthAnswer<{ userId: string }> => ({
  value: { userId: userIn(value) },
  cookies,
});

/** The user in an answer of better-auth. The session's token, which the answer also holds, is dropped. */
function userIn(value: object): string {
  const user: unknown = 'user' in value ? value.user : undefined;
  if (typeof user !== 'object' || user === null || !('id' in user) || typeof user.id !== 'string') throw signedOut();
  return user.id;
}

const logTouchFailure = (log: Log) => (error: unknown) =>
  void log.warn('when a session was last seen could not be noted', errorFields(error));
