import { createAccount } from '@topup/core/account';
import { insertAction, type NewAction } from '@topup/core/audit';
import { createFairQuota } from '@topup/core/flow';
import { type Db, newId, systemClock } from '@topup/core/shared';
import type { AccountAction } from '@topup/dashboard-contract';
import { AS_OPS, grantedRole, type TestDatabase, testDatabase, testPool } from '@topup/testkit';
import express from 'express';
import request from 'supertest';
import { serveRoutes } from '../../api';
import type { SignedIn } from '../../auth/signed-in';
import { MOST_EXPORTS } from '../../http/csv';
import { signedInUser } from '../../testing/signed-in-user';
import { activityRoutes } from './activity.routes';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const STAFF = { email: 'staff@topup.example', address: '203.0.113.9', note: 'asked by phone, suspects fraud' };

let database: TestDatabase;
let db: Db;
let dashboardDb: Db;
let role: Awaited<ReturnType<typeof grantedRole>>;
let accountId: string;
let owner: SignedIn;
let member: SignedIn;
let stranger: SignedIn;
let operator: SignedIn;

beforeAll(async () => {
  database = await testDatabase();
  role = await grantedRole(database.url, 'dashboard');
  [db, dashboardDb] = [testPool(database.url), testPool(role.url)];
  accountId = await account('acme');
  owner = await signedInUser(db, { accountId, role: 'owner', email: 'ada@client.example' });
  member = await signedInUser(db, { accountId, role: 'viewer' });
  stranger = await signedInUser(db, { accountId: await account('other'), role: 'owner' });
  operator = await signedInUser(db, { accountId: null, role: 'operator', email: STAFF.email });
  const keyId = newId();
  await db.$executeRaw`
    INSERT INTO api_key (id, account_id, name, display, digest, secret_encrypted, key_version)
    VALUES (${keyId}::uuid, ${accountId}::uuid, 'shop', 'tup…', sha256('x'), '', 1)`;
  const on = (action: Partial<NewAction> & { action: string }) => ({ subject: 'acme', accountId, ...action });
  const from = (address: string | null) => ({ address, requestId: newId() });
  await insertAction(
    db,
    { kind: 'user', ...owner },
    from('192.0.2.1'),
    on({ action: 'api_key.create', subject: '=shop' }),
  );
  await insertAction(
    db,
    { kind: 'user', ...operator },
    from(STAFF.address),
    on({ action: 'account.suspend', note: STAFF.note, after: { status: 'suspended' }, details: { by: STAFF.email } }),
  );
  await insertAction(
    db,
    { kind: 'ops', systemUser: 'root-of-staff', as: { userId: operator.userId, email: STAFF.email } },
    from(null),
    on({ action: 'wallet.fund', before: { balance: '0.00' }, after: { balance: '50.00' } }),
  );
  await insertAction(
    db,
    { kind: 'key', keyId, accountId },
    from('192.0.2.2'),
    on({ action: 'webhook.set', before: { url: null }, after: { url: 'https://client.example/…' } }),
  );
  await insertAction(
    db,
    { kind: 'system', process: 'dashboard' },
    from('192.0.2.4'),
    on({ action: 'sign_in.fail', details: { why: 'wrong_password' } }),
  );
  await insertAction(db, { kind: 'user', ...stranger }, from('192.0.2.3'), {
    action: 'api_key.create',
    subject: 'theirs',
    accountId: stranger.accountId ?? '',
  });
});
afterAll(async () => {
  await Promise.all([db.$disconnect(), dashboardDb.$disconnect()]);
  await role.drop();
  await database.drop();
});

async function account(name: string): Promise<string> {
  const made = await createAccount(db, { name, tier: 'standard' }, AS_OPS);
  if (made.kind !== 'created') throw new Error(made.kind);
  return made.id;
}

const as = (user: SignedIn) => {
  const deps = { db: dashboardDb, clock: systemClock, exports: createFairQuota(MOST_EXPORTS) };
  const routes = activityRoutes({ ...deps, site: { name: 'Ada’s Top-Ups' } });
  const app = express().use(
    '/api',
    serveRoutes({ db: dashboardDb, findSignedIn: async () => user, log: quiet }, [routes]),
  );
  return (path: string) => request(app).get(`/api${path}`);
};
const rowsOf = async (query = ''): Promise<AccountAction[]> => (await as(owner)(`/activity${query}`)).body.rows;

describe('owners do not see what happened to their account, or see whom they must not', () => {
  test('they see all of it, newest first, with what changed', async () => {
    expect(await rowsOf()).toMatchObject([
      { action: 'sign_in.fail', by: 'System', address: '192.0.2.4', details: { why: 'wrong_password' } },
      { action: 'webhook.set', by: 'API key "shop"', address: '192.0.2.2', after: { url: 'https://client.example/…' } },
      { action: 'wallet.fund', by: 'Ada’s Top-Ups', before: { balance: '0.00' }, after: { balance: '50.00' } },
      { action: 'account.suspend', by: 'Ada’s Top-Ups', address: null, after: { status: 'suspended' }, details: {} },
      { action: 'api_key.create', by: 'ada@client.example', address: '192.0.2.1', subject: '=shop' },
    ]);
  });

  test('neither the list nor the file has a name, an address or a note of staff, or another account', async () => {
    const texts = [(await as(owner)('/activity')).text, (await as(owner)('/activity.csv')).text];
    for (const text of texts)
      for (const secret of [...Object.values(STAFF), 'root-of-staff', operator.userId, 'theirs'])
        expect(text).not.toContain(secret);
  });

  test('a search finds what is shown, and does not find what is hidden', async () => {
    const found = async (search: string) => (await rowsOf(`?search=${encodeURIComponent(search)}`)).length;
    expect(await found('ADA@client')).toBe(1);
    expect(await found('192.0.2.2')).toBe(1);
    expect(await found('wallet.fund')).toBe(1);
    for (const hidden of [STAFF.email, STAFF.address, 'fraud', 'root-of-staff']) expect(await found(hidden)).toBe(0);
  });

  test('it is filtered by noun and day, and read page by page', async () => {
    expect(await rowsOf('?action=wallet')).toHaveLength(1);
    expect(await rowsOf('?action=api_key.create')).toHaveLength(1);
    expect(await rowsOf('?to=2020-01-01')).toHaveLength(0);
    const { body } = await as(owner)('/activity?limit=2');
    expect((await rowsOf(`?limit=50&cursor=${body.next}`)).map(({ action }) => action)).toEqual([
      'wallet.fund',
      'account.suspend',
      'api_key.create',
    ]);
  });

  test('the file has a line for each, and no cell that a spreadsheet runs', async () => {
    const { text, headers } = await as(owner)('/activity.csv?action=api_key');
    expect(headers['content-disposition']).toMatch(/filename="activity-\d{4}-\d\d-\d\d\.csv"/);
    const [head, row, end] = text.split('\r\n');
    expect(head).toBe('id,at,by,address,action,subject,reference,before,after,details');
    expect(row).toMatch(/,ada@client\.example,192\.0\.2\.1,api_key\.create,'=shop,,,,$/);
    expect(end).toBe('');
  });

  test('members and operators are refused', async () => {
    for (const path of ['/activity', '/activity.csv'])
      for (const user of [member, operator]) expect((await as(user)(path)).status).toBe(403);
  });
});
