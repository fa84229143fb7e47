import { randomUUID } from 'node:crypto';
import { setWebhookUrl } from '@topup/core/account';
import { createAuthenticator, createKey } from '@topup/core/api-key';
import { findBuyablePlan, listPlans } from '@topup/core/catalogue';
import { createFence } from '@topup/core/fence';
import { dueNotifications, sendNotification } from '@topup/core/notification';
import {
  acceptPurchase,
  createAccepter,
  createClaimer,
  createSettler,
  findPurchase,
  listExpiredWindows,
  markPending,
  noteServer,
  takeDuePurchases,
} from '@topup/core/purchase';
import { type Db, systemClock } from '@topup/core/shared';
import { createWebhookScheduler, expireSendingEvents, insertRequeryEvent } from '@topup/core/webhook';
import {
  eventually,
  fundedAccount,
  type GrantedRole,
  grantedRole,
  type TestDatabase,
  testDatabase,
  testPool,
} from '@topup/testkit';
import { Client } from 'pg';
import { RIGHTS } from './rights';

/** By a process whose role has not been granted this version's rights yet. */
const ASKED_BEFORE_A_GRANT = ['schema_gap'];
const AS_THEIR_CALLER = [
  'account_entries',
  'account_purchase_sums',
  'account_purchases',
  'audit_hash',
  'audit_personal_digest',
  'buying_spent',
  'call_members_viewers',
  'complete_audit_entry',
  'first_entry_since',
  'first_id_of',
  'first_running_transaction',
  'forbid_change',
  'funding_key',
  'give_payment_reference',
  'guard_operator',
  'judge_settlements',
  'key_allowances',
  'lock_wallets',
  'may_sell_below',
  'moved_purchase_states',
  'note_tier_change',
  'orders_with_charges',
  'plan_terms',
  'record_first_status',
  'record_status_change',
  'refund_settled',
  'sales_of_day',
  'sales_of_month',
  'service_cost_bps',
  'service_of_day',
  'settlement_outcome',
  'stamp_factor',
  'stamp_proof',
  'this_server',
  'tier_price',
  'write_charged',
  'write_settled_events',
];

const PERMISSION_DENIED = '42501';
/** A view is never emptied. */
const NOT_A_TABLE = '42809';
const NOT_UPDATABLE = '55000'; // a view

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

describe('a new feature works for the owner in every test, and fails for the service in production', () => {
  test('every table has a rule', async () => {
    const { rows } = await owner.query(
      `SELECT relname FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v') AND NOT relispartition`,
    );

    for (const { tables } of Object.values(RIGHTS))
      expect(rows.map(({ relname }) => relname).sort()).toEqual([...Object.keys(tables), '_prisma_migrations'].sort());
  });
});

describe('anyone who can connect to the database runs a function with the rights of its owner', () => {
  test('PUBLIC runs two as the owner, which answer yes or no, and these with the rights of the caller', async () => {
    const { rows } = await owner.query(
      `SELECT f.proname AS name, f.prosecdef AS as_owner FROM pg_proc f
        WHERE f.pronamespace = 'public'::regnamespace AND has_function_privilege('public', f.oid, 'EXECUTE')
          AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = f.oid AND d.deptype = 'e')
        ORDER BY 1`,
    );
    expect(rows.filter(({ as_owner }) => as_owner).map(({ name }) => name)).toEqual(ASKED_BEFORE_A_GRANT);
    expect(rows.filter(({ as_owner }) => !as_owner).map(({ name }) => name)).toEqual(AS_THEIR_CALLER);
  });
});

describe('an attacker who controls an api process signs in as an operator', () => {
  test('api and worker cannot read users, sessions and links', async () => {
    const tables = Object.keys(RIGHTS.service.tables).filter((table) => table.startsWith('dashboard_'));
    expect(tables).toHaveLength(8);
    for (const table of tables)
      for (const sql of [
        `SELECT FROM ${table}`,
        `INSERT INTO ${table} DEFAULT VALUES`,
        `SELECT FROM ${table} FOR UPDATE`,
      ])
        expect([sql, await outcomeOf(sql)]).toEqual([sql, PERMISSION_DENIED]);
  });
});

describe('an attacker who controls the dashboard changes the past', () => {
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
    '%s cannot be emptied, altered or dropped',
    async (table, rights) => {
      const deleting = rights.includes('DELETE') ? [] : [`DELETE FROM ${table}`];
      for (const sql of [
        ...deleting,
        `TRUNCATE ${table} CASCADE`,
        `ALTER TABLE ${table} DISABLE TRIGGER ALL`,
        `DROP TABLE ${table} CASCADE`,
      ])
        expect([PERMISSION_DENIED, NOT_A_TABLE, NOT_UPDATABLE]).toContain(await outcomeOf(sql, asDashboard));
    },
  );

  test.each([
    'UPDATE ledger_entry SET amount_kobo = amount_kobo',
    'UPDATE purchase_history SET cause = cause',
    'INSERT INTO purchase DEFAULT VALUES',
    'UPDATE api_key SET secret_encrypted = secret_encrypted',
    'UPDATE webhook_secret SET secret_encrypted = secret_encrypted',
    'UPDATE account SET name = name',
    'UPDATE account SET payment_reference = payment_reference',
    'UPDATE account SET low_balance_mailed_at = NULL',
    'DELETE FROM dashboard_user',
    'UPDATE known_server SET identity = NULL',
  ])('%s: permission denied', async (sql) => {
    expect(await outcomeOf(sql, asDashboard)).toBe(PERMISSION_DENIED);
  });
});

describe('an attacker who controls an api or a worker changes the past', () => {
  test.each(Object.entries(RIGHTS.service.tables))(
    '%s cannot be emptied, altered or dropped',
    async (table, rights) => {
      const deleting = rights.includes('DELETE') ? [] : [`DELETE FROM ${table}`];
      for (const sql of [
        ...deleting,
        `TRUNCATE ${table} CASCADE`,
        `ALTER TABLE ${table} ADD COLUMN x integer`,
        `ALTER TABLE ${table} DISABLE TRIGGER ALL`,
        `DROP TABLE ${table} CASCADE`,
      ])
        expect([PERMISSION_DENIED, NOT_A_TABLE, NOT_UPDATABLE]).toContain(await outcomeOf(sql));
    },
  );

  test.each([
    'UPDATE ledger_entry SET amount_kobo = amount_kobo',
    'UPDATE purchase_history SET cause = cause',
    `UPDATE account SET status = 'active'`,
    'UPDATE account SET tier_id = tier_id',
    'UPDATE account SET low_balance_kobo = NULL',
    'UPDATE api_key SET digest = digest',
    'UPDATE api_key SET revoked_at = NULL',
    'UPDATE webhook_secret SET ends_at = NULL',
    'UPDATE wallet SET account_id = account_id',
    `INSERT INTO tier (name, markup_bps) VALUES ('mine', 0)`,
    `INSERT INTO account (id, name, tier_id) VALUES (gen_random_uuid(), 'mine', 1)`,
    'UPDATE plan_price SET price_kobo = 1',
    'UPDATE data_plan SET plan_id = NULL',
    'UPDATE plan_stop SET cleared_at = now()',
    'INSERT INTO plan_stop DEFAULT VALUES',
    'UPDATE loss SET allowed = true',
    'INSERT INTO loss DEFAULT VALUES',
    `SELECT stop_plan(1, NULL, 'loss_cap', '{}', NULL)`,
    'SELECT * FROM _prisma_migrations',
    `SELECT setval('ledger_entry_id_seq', 1)`,
    'CREATE TABLE mine (id integer)',
    'CREATE SCHEMA mine',
    'CREATE TABLE bullmq.mine (id integer)',
    'DROP FUNCTION fund_wallet(uuid, bigint, text, text, uuid)',
    'CREATE OR REPLACE FUNCTION forbid_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$',
    'DROP TRIGGER ledger_is_append_only ON ledger_entry',
    'SET session_replication_role = replica',
    'CREATE ROLE mine',
  ])('%s: permission denied', async (sql) => {
    expect(await outcomeOf(sql)).toBe(PERMISSION_DENIED);
  });
});

const DELIVERED = {
  attempt: 1,
  basis: 'answer',
  targetStatus: 'success',
  cause: { code: 'provider_delivered', detail: null },
  message: 'done',
  costKobo: null,
  delivered: {},
  evidence: {},
  review: false,
} as const;

describe('a service that runs as the role lacks a right', () => {
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

  test('the role can compare the identity of the server, so it notices a restored one', async () => {
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const begin = () => createFence({ shared: undefined, log, mayRecord: true }).begin(db);
    await begin();
    await owner.query(`UPDATE known_server SET identity = 'another'`);
    await expect(begin()).rejects.toThrow('ops -- quarantine');
    await noteServer(ownerDb);
    await begin();
  });

  test('a client is authenticated, sets its webhook URL, and reads its plans', async () => {
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
  });

  test('a purchase is accepted, marked pending, claimed and settled, and its event is delivered', async () => {
    const { id } = await accept('AIRTIME');
    expect(await markPending(db, [id], 'client_told_pending', 'wait')).toHaveLength(1);
    await claim(id);
    const { eventId } = await createSettler(db).settle({ id, ...DELIVERED });

    const deps = {
      db,
      clock: systemClock,
      log,
      observer: { webhookTried: () => undefined },
      masterKeys: { current: masterKey },
    };
    const poster = { post: async () => ({ httpStatus: 200, durationMs: 1, error: null, response: null }) };
    const scheduler = createWebhookScheduler({
      ...deps,
      poster,
      maxDeliveries: 1,
      maxPerHost: 1,
    });
    await scheduler.deliver(eventId ?? '');
    await scheduler.deliver(eventId ?? '');

    expect(await findPurchase(db, { id })).toMatchObject({ status: 'success' });
    // the event of the success goes automatically when that of `pending` is recorded
    const states = async () => (await owner.query('SELECT state FROM webhook_event WHERE purchase_id = $1', [id])).rows;
    await eventually(states, (rows) => rows.length === 2 && rows.every(({ state }) => state === 'delivered'));
  });

  test('a failed purchase is refunded, a token is sent by SMS, and the sweeps find what is due', async () => {
    const [failed, vended, left] = [await accept('AIRTIME'), await accept('ELECTRICITY'), await accept('AIRTIME')];
    for (const { id } of [failed, vended]) await claim(id);
    await createSettler(db).settle({
      id: failed.id,
      attempt: 1,
      basis: 'answer',
      targetStatus: 'failed',
      cause: { code: 'provider_rejected', detail: '016' },
      message: 'no',
      evidence: {},
    });
    const delivered = { token: '12345678901234567890' };
    await createSettler(db).settle({ id: vended.id, ...DELIVERED, delivered });

    const { rows } = await owner.query('SELECT kind FROM ledger_entry WHERE purchase_id = $1 ORDER BY id', [failed.id]);
    expect(rows).toEqual([{ kind: 'debit' }, { kind: 'refund' }]);
    await owner.query(`UPDATE notification SET next_attempt_at = now() - interval '1 second'`);
    const [notification] = await dueNotifications(db, { limit: 10, except: [] });
    const sent: unknown[] = [];
    const sms = { send: async (message: unknown) => void sent.push(message) };
    await sendNotification({ db, log, observer: { notified: () => undefined }, sms }, notification?.id ?? '');
    expect(sent).toHaveLength(1);
    await owner.query(
      `UPDATE purchase SET next_check_at = now() - interval '1 second', window_ends_at = now() - interval '1 second' WHERE id = $1`,
      [left.id],
    );
    expect(await listExpiredWindows(db, ['AIRTIME'], 10)).toHaveLength(1);
    expect(await takeDuePurchases(db, ['AIRTIME'], { sent: false, limit: 10, except: [], holdMs: 2_000 })).toHaveLength(
      1,
    );
    expect(await insertRequeryEvent(db, left.id, null)).not.toBeNull();
    expect(await expireSendingEvents(db, 0)).toBe(0);
  });

  async function accept(productType: 'AIRTIME' | 'ELECTRICITY'): Promise<{ id: string; ref: string }> {
    const ref = randomUUID();
    const { id } = await acceptPurchase(
      { accepter: createAccepter({ db, clock: systemClock }), provider: { name: 'vtpass' } },
      { accountId, keyId: null },
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
    const claimer = createClaimer({ serves: ['vtpass'], db, log, leaseMs: 75_000, startDeadlineMs: 60_000 });
    expect(await claimer.submit({ id, providerRef: `ref-${id}` })).toMatchObject({ id, providerRef: `ref-${id}` });
  }
});

/** The SQLSTATE of the error, or `done`. The statement is rolled back. */
async function outcomeOf(sql: string, by: Client = asRole): Promise<string> {
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
