import { AsyncLocalStorage } from 'node:async_hooks';
import { ofPerson, withAuditLog } from '@topup/core/audit';
import { type Clock, type Db, type DbOrTransaction, type Log, newId } from '@topup/core/shared';
import { findUser, touchSession, type UserRole } from '@topup/core/user';
import { errorFields } from '@topup/runtime';
import { signedOut } from '../http/refusal';
import type { Auth, AuthAnswer, Caller } from './auth.port';
import type { Passwords } from './passwords';
import { asRefusal } from './refusals';
import type { SignedIn } from './signed-in';

export type AuthOptions = {
  db: Db;
  clock: Clock;
  log: Log;
  passwords: Passwords;
  /** Where people open the dashboard. */
  url: string;
  /** 32 bytes. */
  secret: Buffer;
};

const DAY_S = 86_400;
const SESSION_S = 7 * DAY_S;
const WRONG_CODES = 5; // in a row, in any sign-ins; then no code is accepted for 15 minutes
const LOCKED_S = 900;
const SEEN_EVERY_MS = 60_000;
const IP_HEADER = 'x-dashboard-client-ip';

/**
 * Sessions, kept by better-auth in our tables. Its own HTTP routes are not served: their answers hold tokens, and they
 * offer more than the pages need.
 */
export async function createAuth(options: AuthOptions): Promise<Auth> {
  const { api } = await configure(options);
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
  const findSignedIn: Auth['findSignedIn'] = async (headers) => {
    const found = await api.getSession({
      headers: headersOf({ headers, ip: undefined }),
      query: { disableRefresh: true },
    });
    if (found === null || found.user.disabledAt) return null;
    if (options.clock.now().getTime() - Number(found.session.lastSeenAt) > SEEN_EVERY_MS)
      touchSession(options.db, found.session.id).catch(logTouchFailure(options.log));
    return signedInAs(found);
  };
  /** What a signed-in user changes for themselves, in one transaction of `withAuditLog`. */
  const asSignedIn = async <T>(caller: Caller, action: string, work: (headers: Headers) => Promise<T>): Promise<T> => {
    const user = await findSignedIn(caller.headers);
    if (user === null) throw signedOut();
    const origin = { address: caller.ip ?? null, requestId: caller.requestId ?? null };
    const recorded = { action, ...ofPerson({ ...user, id: user.userId }) };
    return withAuditLog(
      options.db,
      { kind: 'user', ...user },
      origin,
      (tx) => writing.run(tx, async () => ({ result: await work(headersOf(caller)), action: recorded })),
      { evenSuspended: true },
    );
  };
  return {
    findSignedIn,
    refresh: async (caller) => (await ask(headersOf(caller), (with_) => api.getSession(with_))).cookies,
    signIn: async (caller, email, password) => {
      const result = await ask<object>(headersOf(caller), (with_) =>
        api.signInEmail({ ...with_, body: { email, password } }),
      );
      const twoFactor = 'twoFactorRedirect' in result.value;
      return { ...result, value: { userId: twoFactor ? null : userIn(result.value), twoFactor } };
    },
    signOut: async (caller) => {
      const signOut = async (headers: Headers) => withoutValue(await ask(headers, (with_) => api.signOut(with_)));
      const user = await findSignedIn(caller.headers);
      return user === null ? signOut(headersOf(caller)) : asSignedIn(caller, 'session.end', signOut);
    },
    changePassword: (caller, passwords) =>
      asSignedIn(caller, 'password.change', async (headers) =>
        withoutValue(
          await ask(headers, (with_) =>
            api.changePassword({ ...with_, body: { ...passwords, revokeOtherSessions: true } }),
          ),
        ),
      ),
    verifyTotp: async (caller, code) => {
      const verify = async (headers: Headers) =>
        withUser(await ask(headers, (with_) => api.verifyTOTP({ ...with_, body: { code } })));
      const user = await findSignedIn(caller.headers);
      return user === null ? verify(headersOf(caller)) : asSignedIn(caller, 'factor.enable', verify);
    },
    verifyBackupCode: async (caller, code) =>
      withUser(await ask<object>(headersOf(caller), (with_) => api.verifyBackupCode({ ...with_, body: { code } }))),
    enableTwoFactor: (caller, password) =>
      asSignedIn(caller, 'factor.begin', async (headers) => {
        const result = await ask(headers, (with_) =>
          api.enableTwoFactor({ ...with_, body: { password, method: 'totp' } }),
        );
        if (result.value.method !== 'totp') throw new Error('a second factor of another kind was made');
        return { ...result, value: { totpURI: result.value.totpURI, backupCodes: result.value.backupCodes } };
      }),
    totpUri: async (caller, password) =>
      ask(headersOf(caller), (with_) => api.getTOTPURI({ ...with_, body: { password } })),
    newBackupCodes: (caller, password) =>
      asSignedIn(caller, 'factor.codes', async (headers) => {
        const { value, cookies } = await ask(headers, (with_) =>
          api.generateBackupCodes({ ...with_, body: { password } }),
        );
        return { value: { backupCodes: value.backupCodes }, cookies };
      }),
    disableTwoFactor: (caller, password) =>
      asSignedIn(caller, 'factor.disable', async (headers) =>
        withoutValue(await ask(headers, (with_) => api.disableTwoFactor({ ...with_, body: { password } }))),
      ),
  };
}

type Answer<T> = { response: T; headers: Headers };

/** better-auth is ESM only, so it is imported when the process starts. */
async function configure({ db, log, passwords, url, secret }: AuthOptions) {
  const [{ betterAuth }, { prismaAdapter }, { twoFactor }] = await Promise.all([
    import('better-auth'),
    import('better-auth/adapters/prisma'),
    import('better-auth/plugins/two-factor'),
  ]);
  return betterAuth({
    appName: 'Top-Up',
    baseURL: url,
    basePath: '/api/auth',
    secret: secret.toString('base64'),
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
  user: { id: string; email: string; name: string; role: string; accountId?: string | null | undefined };
};

const signedInAs = ({ session, user }: Found): SignedIn => ({
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
