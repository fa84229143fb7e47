import { createAccount } from '@topup/core/account';
import type { Db } from '@topup/core/shared';
import { insertUser, setPassword, type User, type UserRole } from '@topup/core/user';
import {
  AS_OPS,
  behindPooler,
  type DashboardProcess,
  grantedRole,
  newMasterKey,
  sandboxKeys,
  startDashboard,
  startPooledRole,
  startRedis,
  testDatabase,
  testPool,
} from '@topup/testkit';
import { type Browser, createBrowser, type Page } from './browser';
import { cheapHash } from './cheap-hash';
import { startMailServer } from './mail-server';
import { totp } from './totp';

/** A line about something that a database role may not do. Behind a colon the code may be a port. */
export const FORBIDDEN = /permission denied|(?<![:\d])42501\b/i;

const DASHBOARD_ORIGIN = 'https://dashboard.example.test';
export const PASSWORD = 'correct horse battery staple';
export const WRONG_PASSWORD = 'wrong horse battery staple';

/** A dashboard as in production: compiled, behind https, with the granted role, and sending mail. */
export type TestDashboard = {
  readonly db: Db;
  readonly process: DashboardProcess;
  /** Secrets that were made so far, for `expectNoSecretShown`. */
  readonly secrets: Record<'sessions' | 'links' | 'totp', Set<string>>;
  browser(): Browser;
  addAccount(): Promise<string>;
  /** A user with PASSWORD. */
  addUser(role?: UserRole, accountId?: string): Promise<User>;
  signIn(at: Browser, email: string, password?: string, headers?: Record<string, string>): Promise<Page>;
  /** A browser in which the user has signed in. */
  signedIn(user: User): Promise<Browser>;
  /** Enrols the user of this browser with `code`. Notes the secret of the app, and the session that begins. */
  enrol(at: Browser): Promise<{ totpURI: string; backupCodes: string[]; code: string }>;
  /** The code of now, as if none had been used before. */
  codeOf(totpURI: string): Promise<string>;
  /** Adds the session of a browser to the secrets. */
  noteSession(at: Browser): void;
  mailsTo(email: string): { text: string }[];
  /** The token of the link in a mail, which is a secret. */
  linkIn(text: string): string;
  /** No answer and no log line has contained a secret, and nothing was denied for a missing right. */
  expectNoSecretShown(least: { sessions: number; links: number; totp: number; requests: number }): void;
  /** Stops it, and starts one with these settings on top on the same database. Browsers of before cannot reach it. */
  restart(changed: Record<string, string>): Promise<void>;
  stop(): Promise<void>;
};

/** Starts one on a database of its own; takes about 2 s. Its browsers come through a proxy that it trusts. */
export async function startTestDashboard(settings: Record<string, string> = {}): Promise<TestDashboard> {
  const [database, mailServer] = await Promise.all([testDatabase(), startMailServer()]);
  const stores = await storesOf(database.url);
  const db = testPool(database.url);
  const base = {
    ...stores.settings,
    DASHBOARD_URL: DASHBOARD_ORIGIN,
    DASHBOARD_SECRET: newMasterKey().text,
    KEY_ENCRYPTION_SECRET: newMasterKey().text,
    VTPASS_BASE_URL: 'http://127.0.0.1:9/api',
    ...sandboxKeys(),
    SMTP_URL: mailServer.url,
    SMTP_FROM: 'Top-Up <no-reply@example.test>',
    TRUSTED_PROXIES: 'loopback',
    ...settings,
  };
  let process = await startDashboard(base);
  const passwordHash = cheapHash(PASSWORD);
  const seen: string[] = [];
  const secrets = { sessions: new Set<string>(), links: new Set<string>(), totp: new Set<string>() };
  let people = 0;

  async function addAccount(): Promise<string> {
    people += 1;
    const account = await createAccount(db, { name: `account ${people}`, tier: 'standard' }, AS_OPS);
    if (account.kind !== 'created') throw new Error(account.kind);
    return account.id;
  }

  async function addUser(userRole: UserRole = 'owner', accountId?: string): Promise<User> {
    people += 1;
    const of = userRole === 'operator' ? null : (accountId ?? (await addAccount()));
    const user = await insertUser(db, {
      accountId: of,
      role: userRole,
      name: `Person ${people}`,
      email: `person${people}@example.test`,
    });
    if (user.kind !== 'inserted') throw new Error(user.kind);
    await setPassword(db, user.id, passwordHash);
    return user;
  }

  function noteSession(at: Browser): void {
    for (const [name, value] of at.cookies)
      if (name.endsWith('session_token')) secrets.sessions.add(decodeURIComponent(value).split('.')[0] ?? '');
  }

  const browser = () => createBrowser({ url: process.url, origin: DASHBOARD_ORIGIN, seen });
  const signIn: TestDashboard['signIn'] = async (at, email, password = PASSWORD, headers = {}) => {
    const page = await at.post('/api/auth/sign-in/email', { email, password }, headers);
    noteSession(at);
    return page;
  };

  const enrol: TestDashboard['enrol'] = async (at) => {
    const { totpURI, backupCodes } = (await at.post('/api/auth/two-factor/enable', { password: PASSWORD })).body;
    secrets.totp.add(new URL(totpURI).searchParams.get('secret') ?? '');
    const code = totp(totpURI);
    const enabled = await at.post('/api/auth/two-factor/verify-totp', { code });
    if (enabled.status !== 200) throw new Error(enabled.text);
    noteSession(at);
    return { totpURI, backupCodes, code };
  };

  return {
    db,
    get process() {
      return process;
    },
    restart: async (changed) => {
      expect(await process.stop()).toBe(0);
      process = await startDashboard({ ...base, ...changed });
    },
    secrets,
    enrol,
    codeOf: async (totpURI) => {
      await db.$executeRaw`UPDATE dashboard_two_factor SET last_step = NULL`;
      return totp(totpURI);
    },
    browser,
    addAccount,
    addUser,
    signIn,
    signedIn: async (user) => {
      const at = browser();
      expect((await signIn(at, user.email)).status).toBe(200);
      return at;
    },
    noteSession,
    mailsTo: (email) => mailServer.mails.filter(({ to }) => to === email),
    linkIn: (text) => {
      const [, token = ''] = /https:\/\/dashboard\.example\.test\/set-password\?token=([\w-]+)/.exec(text) ?? [];
      secrets.links.add(token);
      return token;
    },
    expectNoSecretShown: (least) => {
      expect(secrets.sessions.size).toBeGreaterThanOrEqual(least.sessions);
      expect(secrets.links.size).toBeGreaterThanOrEqual(least.links);
      expect(secrets.totp.size).toBe(least.totp);
      const all = [...secrets.sessions, ...secrets.links, ...secrets.totp, PASSWORD, WRONG_PASSWORD, 'scrypt$'];
      const hidden = all.filter((text) => text !== '');
      const timesShown = (each: string) => seen.filter((text) => text.includes(each)).length;
      // the secret of an authenticator app is shown to its owner once
      expect(hidden.filter((each) => timesShown(each) > (secrets.totp.has(each) ? 1 : 0))).toEqual([]);
      expect(process.lines.filter((line) => hidden.some((each) => line.includes(each)))).toEqual([]);
      expect(process.lines.filter((line) => FORBIDDEN.test(line) || /@example\.test/i.test(line))).toEqual([]);
      expect(process.logs().filter(({ level }) => level === 'error')).toEqual([]);
      expect(process.logs('request').length).toBeGreaterThanOrEqual(least.requests);
    },
    stop: async () => {
      const crash = process.unbidden();
      await process.kill();
      await mailServer.stop();
      await db.$disconnect();
      await stores.remove();
      await database.drop();
      if (crash !== undefined) throw new Error(crash);
    },
  };
}

/** The database as the role of the dashboard; in a run with TEST_POOLER=1 through a pooler, with queues on Redis. */
async function storesOf(ownerUrl: string): Promise<{ settings: Record<string, string>; remove(): Promise<void> }> {
  if (!behindPooler) {
    const role = await grantedRole(ownerUrl, 'dashboard');
    return { settings: { DATABASE_URL: role.url }, remove: role.drop };
  }
  const [pooler, redis] = await Promise.all([startPooledRole(ownerUrl, 'dashboard'), startRedis()]);
  return {
    settings: { DATABASE_URL: pooler.url, DATABASE_POOLER: 'transaction', REDIS_URL: redis.url },
    remove: async () => {
      await pooler.remove();
      await redis.stop();
    },
  };
}
