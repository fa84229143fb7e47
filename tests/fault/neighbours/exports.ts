import { setTimeout as sleep } from 'node:timers/promises';
import { hashPassword, insertUser, setPassword, type UserRole } from '@topup/core/user';
import { newMasterKey, sandboxKeys, startDashboard, testPool } from '@topup/testkit';
import { type Browser, createBrowser } from '../../journey/support/browser';
import { PASSWORD } from '../../journey/support/dashboard';
import type { Attack } from './attacks';
import { purchaseBacklog } from './backlog';
import type { Answer } from './caller';
import { EXPORT_CALLS } from './figures';
import type { Siege } from './siege';

/** A dashboard on the service of a siege. It ends with it. */
type Dashboard = {
  url: string;
  /** A browser in which a new user has signed in. `accountId` null: an operator. */
  signedIn(role: UserRole, accountId: string | null): Promise<Browser>;
};

const EXPORT = '/api/transactions.csv';
/** Of each attacker: the dashboard reads and writes a thousand rows in about 20 ms. */
const ROWS = 5_000;
const AT_ONCE = 10;
/** An export takes a second or two; one that never ends is a failure, with status 0. */
const WITHIN_MS = 60_000;
const HOUR_MS = 3_600_000;

const dashboards = new WeakMap<Siege, Dashboard>();

/** The accounts download all they have, again and again, while an operator verifies the books. */
export const EXPORTS: Attack = {
  resource: 'the dashboard',
  by: `${AT_ONCE} exports each, and a verification of the books`,
  async always(siege) {
    const dashboard = await openDashboard(siege);
    dashboards.set(siege, dashboard);
    const browser = await dashboard.signedIn('owner', siege.neighbour.account.id);
    // never two at a time: of what is kept for others, an account always gets one
    let isUnderWay = false;
    const act = () => {
      if (isUnderWay) return null;
      isUnderWay = true;
      return download(dashboard, browser).finally(() => {
        isUnderWay = false;
      });
    };
    siege.neighbour.also({ kind: EXPORT_CALLS, perSecond: 0.5, act });
  },
  async begin(siege) {
    const dashboard = dashboards.get(siege) as Dashboard;
    await purchaseBacklog(siege, ROWS * siege.attackers.length, '08031234567', { windowMs: HOUR_MS, leaseMs: HOUR_MS });
    for (const { account } of siege.attackers) {
      const browser = await dashboard.signedIn('owner', account.id);
      for (let n = 0; n < AT_ONCE; n += 1) siege.goesOn(downloadAgain(siege, dashboard, browser));
    }
    const operator = await dashboard.signedIn('operator', null);
    expect(await operator.post('/api/operator/books', {})).toMatchObject({ status: 202 });
  },
  size: async ({ attackers }) => attackers.length * AT_ONCE,
};

async function openDashboard({ world, redisUrl, atEnd }: Siege): Promise<Dashboard> {
  const db = testPool(world.databaseUrl, 1);
  const dashboard = await startDashboard({
    ...sandboxKeys,
    DATABASE_URL: world.databaseUrl,
    ...(redisUrl !== undefined && { REDIS_URL: redisUrl }),
    KEY_ENCRYPTION_SECRET: world.keySecret,
    DASHBOARD_SECRET: newMasterKey().text,
    VTPASS_BASE_URL: `${world.sandbox.url}/api`,
  });
  atEnd(async () => {
    const crash = dashboard.unbidden();
    await dashboard.kill();
    await db.$disconnect();
    if (crash !== undefined) throw new Error(crash);
  });
  const passwordHash = await hashPassword(PASSWORD);
  let people = 0;
  return {
    url: dashboard.url,
    async signedIn(role, accountId) {
      people += 1;
      const email = `person${people}@example.test`;
      const user = await insertUser(db, { email, name: `Person ${people}`, role, accountId });
      if (user.kind !== 'inserted') throw new Error(user.kind);
      await setPassword(db, user.id, passwordHash);
      const browser = createBrowser({ url: dashboard.url, origin: dashboard.url, seen: [] });
      expect(await browser.post('/api/auth/sign-in/email', { email, password: PASSWORD })).toMatchObject({
        status: 200,
      });
      return browser;
    },
  };
}

/** Reads a whole export and keeps nothing of it. Status 0: the file was cut short. */
async function download({ url }: Dashboard, { cookies }: Browser, signal?: AbortSignal): Promise<Answer> {
  const sentAt = performance.now();
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  // a timer and not AbortSignal.timeout: within AbortSignal.any, Node 20 collects it as garbage, and it never fires
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), WITHIN_MS);
  const read = async () => {
    const ends = AbortSignal.any([late.signal, ...(signal ? [signal] : [])]);
    const response = await fetch(`${url}${EXPORT}`, { headers: { cookie }, signal: ends });
    await response.body?.pipeTo(new WritableStream());
    return response.status;
  };
  const status = await read()
    .catch(() => 0)
    .finally(() => clearTimeout(timer));
  return { status, ms: performance.now() - sentAt };
}

/** Begins the next export when one has ended, and a second later when it was declined. */
async function downloadAgain({ over }: Siege, dashboard: Dashboard, browser: Browser): Promise<void> {
  while (!over.aborted) {
    const { status } = await download(dashboard, browser, over);
    if (status !== 200) await sleep(1_000, undefined, { signal: over }).catch(() => undefined);
  }
}
