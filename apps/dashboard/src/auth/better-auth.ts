import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingHttpHeaders } from 'node:http';
import { type Db, type DbOrTransaction, type Log, newId } from '@topup/core/shared';
import { findUser } from '@topup/core/user';
import { signedOut } from '../http/refusal';
import { type DashboardSecrets, secretOptions } from './factor-secrets';
import type { Passwords } from './passwords';
import { asRefusal } from './refusals';

/**
 * The sender of a request. Of the headers, only the cookie and the browser's name are read. `requestId`: as the log
 * names the request.
 */
export type Caller = { headers: IncomingHttpHeaders; ip: string | undefined; requestId?: string | undefined };

/** An answer with its Set-Cookie headers. */
export type AuthAnswer<T> = { value: T; cookies: string[] };

type Options = {
  db: Db;
  log: Log;
  passwords: Passwords;
  /** Where people open the dashboard. */
  url: string;
  serviceName: string;
  secrets: DashboardSecrets;
};

const DAY_S = 86_400;
const SESSION_S = 7 * DAY_S;
const WRONG_CODES = 5; // in a row, in any sign-ins; then no code is accepted for 15 minutes
const LOCKED_S = 900;
const IP_HEADER = 'x-dashboard-client-ip';

export type Engine = Awaited<ReturnType<typeof openEngine>>;

/**
 * Sessions, kept by better-auth in our tables. It is ESM only, so it is imported when the process starts. Its own HTTP
 * routes are not served: their answers hold tokens, and they offer more than the pages need.
 */
export async function openEngine({ db, log, passwords, url, serviceName, secrets }: Options) {
  const [{ betterAuth }, { symmetricDecrypt, symmetricEncrypt }, { prismaAdapter }, { twoFactor }] = await Promise.all([
    import('better-auth'),
    import('better-auth/crypto'),
    import('better-auth/adapters/prisma'),
    import('better-auth/plugins/two-factor'),
  ]);
  const { api, $context } = betterAuth({
    appName: serviceName,
    baseURL: url,
    basePath: '/api/auth',
    ...secretOptions(secrets),
    database: prismaAdapter(joining(db), { provider: 'postgresql', transaction: true }),
    telemetry: { enabled: false },
    // only the message is logged: the arguments may hold secrets, and the answer already says why a sign-in failed
    logger: {
      level: 'error',
      log: (_level, message) => void log.error('the sign-in library reported an error', { error: message }),
    },
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
        issuer: serviceName,
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
export const writing: AsyncLocalStorage<DbOrTransaction> = new AsyncLocalStorage();

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

type Sender = { headers: NodeJS.Dict<string | string[]>; ip: string | undefined };

/** The headers that better-auth may see. The address is the one that Express found, never one that a client wrote. */
export function headersOf({ headers: { cookie, 'user-agent': agent }, ip }: Sender): Headers {
  const headers = new Headers();
  if (typeof cookie === 'string') headers.set('cookie', cookie);
  if (typeof agent === 'string') headers.set('user-agent', agent.slice(0, 300));
  if (ip !== undefined) headers.set(IP_HEADER, ip.replace(/^::ffff:/, ''));
  return headers;
}

type Answer<T> = { response: T; headers: Headers };

/** Calls better-auth with these headers. @throws Refusal for what it declines */
export async function ask<T>(
  headers: Headers,
  call: (with_: { headers: Headers; returnHeaders: true }) => Promise<Answer<T>>,
): Promise<AuthAnswer<T>> {
  try {
    const { response, headers: set } = await call({ headers, returnHeaders: true });
    return { value: response, cookies: set.getSetCookie() };
  } catch (error) {
    throw asRefusal(error);
  }
}

export const withoutValue = ({ cookies }: AuthAnswer<unknown>): AuthAnswer<null> => ({ value: null, cookies });

/** The user in an answer of better-auth. The session's token, which the answer also holds, is dropped. */
export function userIn(value: object): string {
  const user: unknown = 'user' in value ? value.user : undefined;
  if (typeof user !== 'object' || user === null || !('id' in user) || typeof user.id !== 'string') throw signedOut();
  return user.id;
}
