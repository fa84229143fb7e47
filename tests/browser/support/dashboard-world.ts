import { createAccount } from '@topup/core/account';
import { createKey } from '@topup/core/api-key';
import type { Db } from '@topup/core/shared';
import { insertUser, setPassword, type UserRole } from '@topup/core/user';
import {
  type ApiClient,
  AS_OPS,
  createApiClient,
  type DashboardProcess,
  giveMoney,
  newMasterKey,
  providersAt,
  startDashboard,
  startWorld,
  testPool,
  type World,
} from '@topup/testkit';
import { cheapHash } from '../../journey/support/cheap-hash';

export const PASSWORD = 'correct horse battery staple';

/** Where clients pay to. The tag must be shown as it is. */
export const FUNDING_DETAILS = 'Top-Up Ltd <b>Kuda Bank</b>\n0123456789';

/** A user who can sign in with PASSWORD. */
export type Person = { email: string; accountId: string | null };

export type DashboardWorld = World & {
  readonly dashboard: DashboardProcess;
  readonly db: Db;
  /** An account with this much in its wallet, and one owner. */
  addOwner(naira: number): Promise<Person & { accountId: string }>;
  addMember(accountId: string): Promise<Person>;
  addOperator(): Promise<Person>;
  /** The API for the holder of this key. */
  apiOf(apiKey: string): ApiClient;
  /** The API for a new key of this account. */
  sellerFor(accountId: string, keyName?: string): Promise<ApiClient>;
};

/**
 * A whole service with its dashboard, which has `own` settings; `ofServices` are those of all processes. An unknown
 * outcome is under review after 0.5 s.
 */
export async function startDashboardWorld(
  own: Record<string, string> = {},
  ofServices: Record<string, string> = {},
): Promise<DashboardWorld> {
  const settings = { REQUERY_SCHEDULE: '200ms,500ms', ...ofServices };
  const world = await startWorld({ settings });
  const db = testPool(world.databaseUrl, 4);
  const dashboard = await startDashboard({
    ...providersAt(world.sandbox.url),
    ...settings,
    DATABASE_URL: world.databaseUrl,
    KEY_ENCRYPTION_SECRET: world.keySecret,
    DASHBOARD_SECRET: newMasterKey().text,
    WEBHOOK_ALLOW_PRIVATE: 'true',
    API_URL: world.apis[0]?.url ?? '',
    FUNDING_DETAILS: FUNDING_DETAILS.replace('\n', '\\n'),
    ...own,
  });
  const passwordHash = cheapHash(PASSWORD);

  async function addUser(role: UserRole, accountId: string | null): Promise<Person> {
    people += 1;
    const email = `person${people}@example.test`;
    const user = await insertUser(db, { email, name: `Person ${people}`, role, accountId });
    if (user.kind !== 'inserted') throw new Error(user.kind);
    await setPassword(db, user.id, passwordHash);
    return { email, accountId };
  }

  const apiOf = (apiKey: string) => createApiClient(world.apis[0]?.url ?? '', apiKey);

  return {
    ...world,
    dashboard,
    db,
    apiOf,
    async addOwner(naira) {
      people += 1;
      const account = await createAccount(db, { name: `Account ${people}`, tier: 'standard' }, AS_OPS);
      if (account.kind !== 'created') throw new Error(account.kind);
      await giveMoney(db, account.id, BigInt(naira) * 100n, 'opening');
      return { ...(await addUser('owner', account.id)), accountId: account.id };
    },
    addMember: (accountId) => addUser('viewer', accountId),
    addOperator: () => addUser('operator', null),
    async sellerFor(accountId, keyName = 'Sells') {
      const { key } = await createKey({ db, masterKey: Buffer.from(world.keySecret, 'base64') }, accountId, keyName);
      return apiOf(key);
    },
    async stop() {
      const crash = dashboard.unbidden();
      await dashboard.kill();
      await db.$disconnect();
      await world.stop();
      if (crash !== undefined) throw new Error(crash);
    },
  };
}

let people = 0;
