import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { setWebhookUrl } from '@topup/core/account';
import { createAuthenticator, createKey } from '@topup/core/api-key';
import { findBuyablePlan, listPlans } from '@topup/core/catalogue';
import { dueNotifications, sendNotification } from '@topup/core/notification';
import {
  acceptPurchase,
  assertServerIsKnown,
  createAccepter,
  createClaimer,
  createSettler,
  findPurchase,
  listExpiredWindows,
  markPending,
  noteServer,
  takeDuePurchases,
} from '@topup/core/purchase';
import { createSemaphore, type Db, systemClock } from '@topup/core/shared';
import { fundWallet } from '@topup/core/wallet';
import { createWebhookScheduler, expireSendingEvents, insertRequeryEvent } from '@topup/core/webhook';
import {
  COMPILE_QUICKLY,
  eventually,
  fundedAccount,
  type GrantedRole,
  grantedRole,
  type TestDatabase,
  testDatabase,
  testPool,
} from '@topup/testkit';
import { Client } from 'pg';
import { RIGHTS, TABLE_RIGHTS } from './rights';

const PROGRAM = path.join(__dirname, '../../dist/database.js');
const PERMISSION_DENIED = '42501';

let home: TestDatabase;
let owner: Client;
let role: GrantedRole;
let asRole: Client;

beforeAll(async () => {
  home = await testDatabase();
  owner = new Client(home.url);
  await owner.connect();
  role = await grantedRole(home.url);
  asRole = new Client(role.url);
  await asRole.connect();
});
afterAll(async () => {
  await asRole.end();
  await role.drop();
  await owner.end();
  await home.drop();
});

test('every table has a rule, or a new feature works for the owner in every test and fails for the service in production', async () => {
  const { rows } = await owner.query(
    `SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')`,
  );

  for (const { tables } of Object.values(RIGHTS))
    expect(rows.map(({ relname }) => relname).sort()).toEqual([...Object.keys(tables), '_prisma_migrations'].sort());
});

test('whoever takes over an api signs in as an operator: api and worker know nothing of users, sessions and links', async () => {
  const tables = Object.keys(TABLE_RIGHTS).filter((table) => table.startsWith('dashboard_'));
  expect(tables).toHaveLength(7);
  for (const table of tables)
    for (const sql of [
      `SELECT FROM ${table}`,
      `INSERT INTO ${table} DEFAULT VALUES`,
      `SELECT FROM ${table} FOR UPDATE`,
    ])
      expect([sql, await refusalOf(sql)]).toEqual([sql, PERMISSION_DENIED]);
});

describe('whoever takes over the dashboard cannot make the past undone either', () => {
  let dashboard: GrantedRole;
  let asDashboard: Client;

  beforeAll(async () => {
    dashboard = await grantedRole(home.url, 'dashboard');
    asDashboard = new Client(dashboard.url);
    await asDashboard.connect();
  });
  afterAll(async () => {
    await asDashboard.end();
    await dashboard.drop();
  });

  test.each(Object.entries(RIGHTS.dashboard.tables))(
    '%s can be neither emptied nor altered nor dropped',
    async (table, rights) => {
      const deleting = rights.includes('DELETE') ? [] : [`DELETE FROM ${table}`];
      for (const sql of [
        ...deleting,
        `TRUNCATE ${table} CASCADE`,
        `ALTER TABLE ${table} DISABLE TRIGGER ALL`,
        `DROP TABLE ${table} CASCADE`,
      ])
        expect([sql, await refusalOf(sql, asDashboard)]).toEqual([sql, PERMISSION_DENIED]);
    },
  );

  test.each([
    'UPDATE ledger_entry SET amount_kobo = amount_kobo',
    'UPDATE purchase_history SET cause = cause',
    'INSERT INTO purchase DEFAULT VALUES',
    'UPDATE api_key SET secret_encrypted = secret_encrypted',
    'UPDATE account SET name = name',
    'DELETE FROM dashboard_user',
    'UPDATE known_server SET identity = NULL',
  ])('%s', async (sql) => {
    expect(await refusalOf(sql, asDashboard)).toBe(PERMISSION_DENIED);
  });
});

describe('whoever takes over a service cannot make its past undone', () => {
  test.each(Object.keys(TABLE_RIGHTS))('%s can be neither emptied nor altered nor dropped', async (table) => {
    for (const sql of [
      `DELETE FROM ${table}`,
      `TRUNCATE ${table} CASCADE`,
      `ALTER TABLE ${table} ADD COLUMN x integer`,
      `ALTER TABLE ${table} DISABLE TRIGGER ALL`,
      `DROP TABLE ${table} CASCADE`,
    ])
      expect([sql, await refusalOf(sql)]).toEqual([sql, PERMISSION_DENIED]);
  });

  test.each([
    'UPDATE ledger_entry SET amount_kobo = amount_kobo',
    'UPDATE purchase_history SET cause = cause',
    `UPDATE account SET status = 'active'`,
    'UPDATE account SET tier_id = tier_id',
    'UPDATE api_key SET digest = digest',
    'UPDATE api_key SET revoked_at = NULL',
    'UPDATE wallet SET account_id = account_id',
    `INSERT INTO tier (name, markup_bps) VALUES ('mine', 0)`,
    `INSERT INTO account (id, name, tier_id) VALUES (gen_random_uuid(), 'mine', 1)`,
    'UPDATE plan_price SET price_kobo = 1',
    'UPDATE data_plan SET cost_kobo = 1',
    'SELECT * FROM _prisma_migrations',
    `SELECT setval('ledger_entry_id_seq', 1)`,
    'CREATE TABLE mine (id integer)',
    'CREATE SCHEMA mine',
    'CREATE TABLE bullmq.mine (id integer)',
    'DROP FUNCTION fund_wallet',
    'CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$',
    'DROP TRIGGER ledger_is_append_only ON ledger_entry',
    'SET session_replication_role = replica',
    'CREATE ROLE mine',
  ])('%s', async (sql) => {
    expect(await refusalOf(sql)).toBe(PERMISSION_DENIED);
  });
});

describe('a service that runs as the role can do all of its work', () => {
  let db: Db;
  let ownerDb: Db;
  let accountId: string;
  let apiKey: string;
  const masterKey = Buffer.alloc(32, 7);
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

  beforeAll(async () => {
    db = testPool(role.url);
    ownerDb = testPool(home.url, 1);
    accountId = await fundedAccount(ownerDb, 1_000_000n);
    ({ key: apiKey } = await createKey({ db: ownerDb, masterKey }, accountId, 'test'));
    await owner.query(`INSERT INTO data_plan (plan_id, network, name, plan_name, validity, provider_service, provider_code, cost_kobo)
                       VALUES ('mtn-1gb', 'MTN', 'MTN', '1 GB', '30 days', 'mtn-data', 'mtn-1gb', 50000)`);
  });
  afterAll(async () => {
    await db.$disconnect();
    await ownerDb.$disconnect();
  });

  test('a restored server would look like the known one to a role that may not ask which it is', async () => {
    await assertServerIsKnown(db);
    await owner.query(`UPDATE known_server SET identity = 'another'`);
    await expect(assertServerIsKnown(db)).rejects.toThrow('ops -- quarantine');
    await noteServer(ownerDb);
    await assertServerIsKnown(db);
  });

  test('a client is let in, sets its webhook, reads its plans and gets money', async () => {
    const authenticator = createAuthenticator({ db, clock: systemClock });
    await expect(authenticator.authenticate(`Bearer ${apiKey}`)).resolves.toMatchObject({ accountId });
    await eventually(
      () => ownerDb.apiKey.findMany({ where: { accountId, lastUsedAt: { not: null } } }),
      ({ length }) => length === 1,
    );
    authenticator.close();
    await setWebhookUrl(db, accountId, 'https://client.example/hook');
    expect(await listPlans(db, accountId)).toHaveLength(1);
    expect(await findBuyablePlan(db, accountId, 'mtn-1gb')).not.toBeNull();
    expect(await fundWallet(db, accountId, 5_000n, 'transfer 1')).toMatchObject({ funded: true });
  });

  test('a purchase is accepted, told pending, claimed, settled, and its event signed and delivered', async () => {
    const { id, ref } = await accept('AIRTIME');
    expect(await markPending(db, [id], 'test', 'wait')).toHaveLength(1);
    await claim(id);
    const { eventId } = await createSettler(db).settle({
      id,
      goal: 'success',
      ground: 'answer',
      cause: 'test',
      message: 'done',
    });

    const deps = {
      db,
      clock: systemClock,
      log,
      observer: { webhookTried: () => undefined },
      masterKeys: { current: masterKey },
    };
    const poster = { post: async () => ({ httpStatus: 200, durationMs: 1, error: null, response: null }) };
    const lanes = createWebhookScheduler({
      ...deps,
      poster,
      webhookSemaphore: createSemaphore(1),
      permitsPerReceiver: 1,
    });
    await lanes.deliver(eventId ?? '');
    await lanes.deliver(eventId ?? '');

    expect(await findPurchase(db, ref)).toMatchObject({ status: 'success' });
    const { rows } = await owner.query('SELECT DISTINCT state FROM webhook_event WHERE purchase_id = $1 OR id = $2', [
      id,
      eventId,
    ]);
    expect(rows).toEqual([{ state: 'delivered' }]);
  });

  test('one that fails is refunded, one with a token notifies the customer, and the sweeps find what was left', async () => {
    const [failed, vended, left] = [await accept('AIRTIME'), await accept('ELECTRICITY'), await accept('AIRTIME')];
    for (const { id } of [failed, vended]) await claim(id);
    await createSettler(db).settle({ id: failed.id, goal: 'failed', ground: 'answer', cause: 'test', message: 'no' });
    const token = { result: { token: '12345678901234567890' } };
    await createSettler(db).settle({
      id: vended.id,
      goal: 'success',
      ground: 'answer',
      cause: 'test',
      message: 'done',
      ...token,
    });

    const { rows } = await owner.query('SELECT kind FROM ledger_entry WHERE purchase_id = $1 ORDER BY id', [failed.id]);
    expect(rows).toEqual([{ kind: 'debit' }, { kind: 'refund' }]);
    await owner.query(`UPDATE notification SET next_attempt_at = now() - interval '1 second'`);
    const [notification = ''] = await dueNotifications(db, 10);
    const sent: unknown[] = [];
    const sms = { send: async (message: unknown) => void sent.push(message) };
    await sendNotification({ db, log, observer: { notified: () => undefined }, sms }, notification);
    expect(sent).toHaveLength(1);
    await owner.query(
      `UPDATE purchase SET next_check_at = now() - interval '1 second', window_ends_at = now() - interval '1 second' WHERE id = $1`,
      [left.id],
    );
    expect(await listExpiredWindows(db, ['AIRTIME'], 10)).toHaveLength(1);
    expect(await takeDuePurchases(db, ['AIRTIME'], { limit: 10, startMs: 2_000, holdMs: 2_000 })).toHaveLength(1);
    expect(await insertRequeryEvent(db, left.id)).not.toBeNull();
    expect(await expireSendingEvents(db, 0)).toBe(0);
  });

  async function accept(productType: 'AIRTIME' | 'ELECTRICITY'): Promise<{ id: string; ref: string }> {
    const ref = randomUUID();
    const { id } = await acceptPurchase(
      { accepter: createAccepter({ db, clock: systemClock }), provider: { name: 'vtpass' } },
      accountId,
      {
        productType,
        requestRef: ref,
        amountKobo: 10_000n,
        recipient: '08031234567',
        details:
          productType === 'AIRTIME'
            ? { network: 'mtn', phone: '08031234567' }
            : { disco: 'ikeja-electric', meter_number: '1111111111111' },
        description: 'test',
        providerOrder: { serviceId: 'mtn', variationCode: null, subscriptionType: null, contactPhone: '08031234567' },
      },
      15_000,
    );
    return { id, ref };
  }

  async function claim(id: string): Promise<void> {
    const claimer = createClaimer({ db, log, leaseMs: 75_000, startDeadlineMs: 60_000 });
    expect(await claimer.submit({ id, providerRef: `ref-${id}` })).toMatchObject({ id, providerRef: `ref-${id}` });
  }
});

describe('granting', () => {
  test('again changes nothing, and takes back what was granted by hand meanwhile', async () => {
    const before = await rights();
    await owner.query(`GRANT ALL ON ledger_entry, tier TO ${role.name}; GRANT CREATE ON SCHEMA public TO ${role.name}`);

    expect(await grant(role.name)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`${role.name} may run api and worker`),
    });

    expect(await rights()).toEqual(before);
  });

  test('with the queues on Redis, BullMQ’s schema stays closed', async () => {
    const name = await newRole('LOGIN');

    expect(await grant(name, { REDIS_URL: 'redis://127.0.0.1:6379' })).toMatchObject({ code: 0 });

    const { rows } = await owner.query(`SELECT has_schema_privilege($1, 'bullmq', 'USAGE') AS queues`, [name]);
    expect(rows).toEqual([{ queues: false }]);
  });

  test.each<[string, string, string]>([
    ['a superuser', 'LOGIN SUPERUSER', 'is no role for a service'],
    ['one that may create roles', 'LOGIN CREATEROLE', 'is no role for a service'],
    ['one that cannot log in', 'NOLOGIN', 'cannot log in'],
    [
      'a member of the owner, though it inherits nothing',
      'LOGIN NOINHERIT IN ROLE CURRENT_USER',
      'has rights that no service should have',
    ],
    ['one that another role lets write everywhere', 'LOGIN IN ROLE pg_write_all_data', 'DELETE on ledger_entry'],
  ])('%s is refused and gets nothing, for its limits would be a show', async (_, attributes, fault) => {
    const name = await newRole(
      attributes.replace('CURRENT_USER', (await owner.query('SELECT quote_ident(current_user) AS me')).rows[0].me),
    );

    expect(await grant(name)).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(fault) });

    const { rows } = await owner.query(`SELECT FROM pg_class, aclexplode(relacl) a WHERE a.grantee = $1::regrole`, [
      name,
    ]);
    expect(rows).toEqual([]);
  });

  test('a role that is not there is said to be so, and no role at all is wrong usage', async () => {
    expect(await grant('nobody; DROP TABLE purchase')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('There is no role "nobody; DROP'),
    });
    expect(await database(['grant'])).toMatchObject({ code: 1, stderr: expect.stringContaining('usage: ') });
    expect(await database(['migrate', '--role', role.name])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('usage: '),
    });
    expect(await database(['grant', '--role', role.name, '--for', 'everything'])).toMatchObject({ code: 1 });
  });

  test('a name that SQL would read otherwise is taken as it is', async () => {
    const name = await newRole('LOGIN', `Top-Up "service" ${randomUUID()}`);

    expect(await grant(name)).toMatchObject({ code: 0 });

    expect((await owner.query(`SELECT has_table_privilege($1, 'purchase', 'INSERT') AS may`, [name])).rows).toEqual([
      { may: true },
    ]);
  });

  const made: string[] = [];
  afterAll(async () => {
    for (const name of made) await owner.query(`DROP OWNED BY ${quoted(name)}; DROP ROLE ${quoted(name)}`);
  });

  const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

  async function newRole(attributes: string, name = `topup_role_${randomUUID()}`): Promise<string> {
    await owner.query(`CREATE ROLE ${quoted(name)} ${attributes}`);
    made.push(name);
    return name;
  }

  async function rights(): Promise<unknown[]> {
    const { rows } = await owner.query(
      `SELECT 'table' AS kind, relname::text AS name, privilege_type AS may FROM pg_class, aclexplode(relacl) a WHERE a.grantee = $1::regrole
        UNION ALL SELECT 'column', attrelid::regclass || '.' || attname, privilege_type FROM pg_attribute, aclexplode(attacl) a WHERE a.grantee = $1::regrole
        UNION ALL SELECT 'schema', nspname::text, privilege_type FROM pg_namespace, aclexplode(nspacl) a WHERE a.grantee = $1::regrole
        UNION ALL SELECT 'function', proname::text, privilege_type FROM pg_proc, aclexplode(proacl) a WHERE a.grantee = $1::regrole
        ORDER BY 1, 2, 3`,
      [role.name],
    );
    return rows;
  }
});

type Ended = { code: number; stdout: string; stderr: string };

const grant = (name: string, settings?: Record<string, string>) => database(['grant', '--role', name], settings);

function database(words: string[], settings: Record<string, string> = {}): Promise<Ended> {
  const env = { DATABASE_URL: home.url, DATA_DIR: '/nonexistent', ...settings };
  return new Promise((resolve) => {
    execFile(process.execPath, [COMPILE_QUICKLY, PROGRAM, ...words], { env }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr });
    });
  });
}

/** The SQLSTATE with which the role is refused; `done` when it is not. */
async function refusalOf(sql: string, by: Client = asRole): Promise<string> {
  await by.query('BEGIN');
  try {
    await by.query(sql);
    return 'done';
  } catch (error) {
    return (error as { code: string }).code;
  } finally {
    await by.query('ROLLBACK');
  }
}
