import { createAccount } from '@topup/core/account';
import { insertUser, setPassword, type UserRole } from '@topup/core/user';
import { AS_OPS, type GrantedRole, grantedRole, newOperator, type TestOperator, useDatabase } from '@topup/testkit';
import { Client } from 'pg';

// The attempts of somebody who has stolen the role of a process. None may succeed, whatever the message.

const ROLES = ['service', 'dashboard', 'ops'] as const;
type Probed = (typeof ROLES)[number];

const database = useDatabase({ beforeDrop: () => release() });
const roles = new Map<Probed, { role: GrantedRole; client: Client }>();
let ada: TestOperator;
let account: string;
/** An operator who was never used, and an owner of the account who has a password. */
let fresh: string;
let owner: string;
/** The owner of another account. */
let stranger: string;
/** Requests for an approval, of `ada` and of `ops`. */
let asked: string;
let askedByOps: string;

beforeAll(async () => {
  const opened = await createAccount(database.db, { name: 'acme', tier: 'standard' }, AS_OPS);
  account = opened.kind === 'created' ? opened.id : '';
  [ada] = await Promise.all([newOperator(database.db), newOperator(database.db)]);
  fresh = await user(null, 'operator', 'fresh@topup.example');
  owner = await user(account, 'owner', 'owner@client.example');
  await setPassword(database.db, owner, 'no hash');
  const other = await createAccount(database.db, { name: 'other', tier: 'standard' }, AS_OPS);
  stranger = await user(other.kind === 'created' ? other.id : '', 'owner', 'stranger@client.example');
  await database.db.$executeRaw`
    INSERT INTO data_plan (plan_id, provider_service, provider_code, network, name, plan_name, validity, cost_kobo)
    VALUES ('probe', 'mtn-data', 'probe', 'MTN', 'MTN', '1 GB', '30 days', 500000),
           ('gone', 'mtn-data', 'gone', 'MTN', 'MTN', '2 GB', '30 days', 500000)`;
  await database.db.$executeRaw`UPDATE data_plan SET is_active = false WHERE plan_id = 'gone'`;
  await database.db.$executeRaw`
    INSERT INTO provider_product (provider, product_type, code, name, cost_kobo)
    VALUES ('monnify', 'DATA', 'probe', 'x', 500)`;
  asked = await ask(ada.userId, null);
  askedByOps = await ask('ops', ada.userId);
  for (const name of ROLES) {
    const role = await grantedRole(database.url, name);
    const client = new Client(role.url);
    await client.connect();
    roles.set(name, { role, client });
  }
});
async function user(accountId: string | null, role: UserRole, email: string): Promise<string> {
  const added = await insertUser(database.db, { accountId, role, name: 'x', email });
  return added.kind === 'inserted' ? added.id : added.kind;
}
async function ask(actor: string, as: string | null): Promise<string> {
  const [row] = await database.db.$queryRaw<{ id: string }[]>`
    SELECT approval_id::text AS id FROM request_approval('limits', '{}', 'x', ${actor}, ${as}::uuid, NULL)`;
  return row?.id ?? '';
}
async function release() {
  for (const { role, client } of roles.values()) {
    await client.end();
    await role.drop();
  }
}

/** An entry of the audit log under the name of another. */
const forged = (kind: string, more = '', values = '', overriding = '') =>
  `INSERT INTO audit_log (actor_kind, user_id, user_email, action, subject${more}) ${overriding}
     VALUES ('${kind}', '$ada', 'ada@topup.example', 'wallet.fund', 'acme'${values})`;

/** An entry of the system that is larger than any that a process writes: one of 256 MB could not be sealed. */
const LARGE = `INSERT INTO audit_log (actor_kind, user_id, user_email, action, subject, details)
     VALUES ('system', 'system', 'worker', 'plan.stop', 'x', jsonb_build_object('x', repeat('x', 1100000)))`;

/** Permission denied; a CHECK; a trigger that guards operators; or an answer that changes nothing. */
const REFUSED = /^(42501|23514|TP002|TP004|approval_needed|approval_not_valid|cap_exceeded|not_an_operator|not_yours)$/;

async function attempt(as: Probed, sql: string): Promise<string> {
  const client = roles.get(as)?.client as Client;
  await client.query('BEGIN');
  try {
    const results = [await client.query(sql)].flat(); // one for each statement
    return String(results.at(-1)?.rows[0]?.outcome ?? 'done');
  } catch (error) {
    return (error as { code: string }).code;
  } finally {
    await client.query('ROLLBACK');
  }
}

const MILLION = 100_000_001;
const ONE_STEP = 99_999_999_999; // NGN 999,999,999.99

/**
 * Statements that no role may run. `$account`, `$ada`: an account, and an operator who may sign in; `$fresh`: one who
 * never did; `$owner`: of the account.
 */
const NOBODY = [
  'UPDATE wallet SET balance_kobo = balance_kobo + 1',
  'UPDATE wallet SET floor_kobo = -1000000',
  `INSERT INTO wallet (account_id) VALUES (gen_random_uuid())`,
  'DELETE FROM wallet',
  `INSERT INTO ledger_entry (account_id, kind, amount_kobo, balance_before_kobo, balance_after_kobo, reference)
     VALUES ('$account', 'funding', 5, 0, 5, 'mine')`,
  'UPDATE ledger_entry SET amount_kobo = 1',
  'DELETE FROM ledger_entry',
  `INSERT INTO purchase_history (purchase_id, to_status, cause) VALUES (gen_random_uuid(), 'success', 'mine')`,
  'UPDATE purchase_history SET cause = cause',
  'DELETE FROM purchase_history',
  'INSERT INTO purchase DEFAULT VALUES',
  `UPDATE purchase SET status = 'failed'`,
  'UPDATE purchase SET amount_kobo = 1',
  'UPDATE purchase SET sends = 1',
  // it keeps an open purchase from its refund; without it, a delivered one is refunded without an approval
  `UPDATE purchase SET contradicted_by = '{}'`,
  'UPDATE purchase SET contradicted_by = NULL',
  'UPDATE money_rule SET approval_limit_kobo = 999999999999',
  'UPDATE money_rule SET daily_cap_kobo = 999999999999',
  `UPDATE money_rule SET approvals = 'off'`,
  'DELETE FROM money_rule',
  `UPDATE approval SET state = 'approved'`,
  `INSERT INTO approval (kind, payload, note, requested_by) VALUES ('fund', '{}', 'x', 'ops')`,
  'DELETE FROM approval',
  'DELETE FROM cap_use',
  'UPDATE cap_use SET amount_kobo = 1',
  `INSERT INTO cap_use VALUES (1, 'ops', now(), 1)`,
  `SELECT (write_entry('$account', 'funding', 1, 'mine', NULL, NULL)).id`,
  `SELECT use_approval(gen_random_uuid(), 'fund', '{}', 'ops')`,
  `SELECT judge_step('fund', '{}', 0, 0, 'ops', NULL)`,
  `SELECT count_on_cap('ops', NULL, NULL)`,
  // what is lost by a price is judged, reserved and counted by functions
  `INSERT INTO plan_price (tier_id, data_plan_id, price_kobo, below_cost_allowed) VALUES (1, 1, 1, true)`,
  'UPDATE plan_price SET price_kobo = 1',
  'UPDATE plan_price SET approved_cost_kobo = 999999999999',
  'UPDATE tier SET markup_bps = -1',
  'UPDATE loss_day SET counted_kobo = 0',
  'DELETE FROM loss_day',
  'DELETE FROM loss',
  'UPDATE loss SET cost_kobo = price_kobo + 1',
  `UPDATE plan_stop SET cleared_at = now(), cleared_how = 'operator', cleared_by = 'x'`,
  `SELECT outcome FROM resume_plan(1, 'ada@topup.example') AS outcome`,
  'UPDATE account SET tier_id = 1',
  `INSERT INTO account (id, name, tier_id) VALUES (gen_random_uuid(), 'mine', 1)`,
  'UPDATE purchase SET expected_loss_kobo = NULL',
  `UPDATE provider_product SET code = 'dearer'`,
  `UPDATE data_plan SET provider_code = 'dearer'`,
  `SELECT reserve_losses('{}', now())`,
  'SELECT stop_at_loss_cap(NULL, NULL)',
  `SELECT outcome FROM set_plan_price('standard', 'probe', 1, NULL, true, 'ops', NULL)`,
  `SELECT outcome FROM set_plan_price('standard', 'probe', 1, NULL, true, '$ada', NULL)`,
  `SELECT outcome FROM set_plan_price('standard', 'probe', 1, NULL, true, 'ops', gen_random_uuid())`,
  `SELECT record_reversal(gen_random_uuid(), 'x', 'x')`,
  `SELECT is_guard_actor('ops', true)`,
  `SELECT outcome FROM fund_wallet('$account', ${ONE_STEP}, 'theft', '$ada', NULL)`,
  `SELECT outcome FROM fund_wallet('$account', ${MILLION}, 'theft', 'ops', NULL)`,
  `SELECT outcome FROM fund_wallet('$account', 1, 'theft', 'somebody', NULL)`,
  `SELECT outcome FROM fund_wallet('$account', ${MILLION}, 'theft', '$ada', gen_random_uuid())`,
  `SELECT outcome FROM adjust_wallet('$account', ${MILLION}, 'theft', NULL, 'x', false, '$ada', NULL)`,
  `SELECT outcome FROM adjust_wallet('$account', -1, 'theft', NULL, 'x', true, '$ada', NULL)`,
  `SELECT outcome FROM change_limits(999999999999, 999999999999, 'ops', NULL)`,
  // nobody, whose cap is never reached and whom the audit log does not name
  `SELECT outcome FROM fund_wallet('$account', 1, 'theft', NULL, NULL)`,
  `SELECT outcome FROM adjust_wallet('$account', 1, 'theft', NULL, 'x', false, NULL, NULL)`,
  `SELECT outcome FROM set_plan_price('standard', 'probe', 500000, NULL, true, NULL, NULL)`,
  `SELECT outcome FROM settle_by_operator('{"basis": "operator", "target_status": "failed"}', NULL, NULL)`,
  `SELECT outcome FROM change_limits(1, 1, NULL, NULL)`,
  `SELECT outcome FROM request_approval('fund', '{}', 'x', NULL, '$ada', NULL)`,
  `SELECT outcome FROM add_operator(gen_random_uuid(), 'x', 'x@x.io', '\\x00', 'ops', NULL)`,
  `SELECT outcome FROM add_operator(gen_random_uuid(), 'x', 'x@x.io', '\\x00', '$ada', NULL)`,
  `SELECT forget_access('$ada')`,
  `SELECT add_user(gen_random_uuid(), NULL, 'operator', 'x', 'x@x.io')`,
  `SELECT add_user(gen_random_uuid(), '$account', NULL, 'x', 'x@x.io')`,
  `SELECT outcome FROM add_owner(gen_random_uuid(), '$account', 'x', 'x@x.io', 'ops', NULL)`,
  `SELECT outcome FROM add_owner(gen_random_uuid(), '$account', 'x', 'x@x.io', '$ada', NULL)`,
  'UPDATE account SET had_owner = false',
  `SELECT link_operator('$ada', '\\x00', 'ops', NULL) AS outcome`,
  `SELECT reset_operator_factor('$ada', 'ops', NULL) AS outcome`,
  `SELECT disable_operator('$ada', 'ops', NULL) AS outcome`,
  `INSERT INTO dashboard_user (id, role, name, email) VALUES (gen_random_uuid(), 'operator', 'x', 'x@x.io')`,
  `UPDATE dashboard_user SET disabled_at = now() WHERE role = 'operator'`,
  `UPDATE dashboard_user SET email = 'mine@x.io' WHERE id = '$ada'`,
  `UPDATE dashboard_user SET role = 'owner', account_id = '$account' WHERE id = '$ada'`,
  // each id has a daily cap of its own
  `UPDATE dashboard_user SET id = gen_random_uuid() WHERE id = '$fresh'`,
  `UPDATE dashboard_user SET email_verified = true WHERE id = '$ada'`,
  `UPDATE dashboard_user SET image = 'x' WHERE id = '$ada'`,
  `UPDATE dashboard_user SET name = 'x' WHERE id = '$ada'`,
  `UPDATE dashboard_user SET created_at = now() WHERE id = '$ada'`,
  // tables of the caller's own, in place of those that the guard reads
  `CREATE TEMP TABLE pg_class (oid oid, relowner oid);
     INSERT INTO pg_temp.pg_class VALUES ('public.dashboard_user'::regclass, current_user::text::regrole);
     INSERT INTO dashboard_user (id, role, name, email) VALUES (gen_random_uuid(), 'operator', 'x', 'x@x.io')`,
  `CREATE TEMP TABLE dashboard_user (id uuid, role text);
     INSERT INTO dashboard_link (user_id, digest, expires_at) VALUES ('$ada', sha256('x'), now() + interval '1 day')`,
  `DELETE FROM dashboard_user`,
  `INSERT INTO dashboard_link (user_id, digest, expires_at) VALUES ('$ada', sha256('x'), now() + interval '1 day')`,
  'ALTER TABLE ledger_entry DISABLE TRIGGER USER',
  'ALTER TABLE dashboard_user DISABLE TRIGGER USER',
  'ALTER TABLE wallet DROP CONSTRAINT wallet_balance_kobo_check',
  'SET LOCAL session_replication_role = replica',
  'DROP TRIGGER operators_are_guarded ON dashboard_user',
  'CREATE TABLE mine (id integer)',
  'CREATE OR REPLACE FUNCTION use_approval(p_id uuid, p_kind text, p_payload jsonb, p_actor text) RETURNS boolean ' +
    'LANGUAGE sql AS $$ SELECT true $$',
  'ALTER FUNCTION judge_step SECURITY INVOKER',
  // ids ahead of the sequence, on which later entries fail; a time, a role or a digest of one's own
  ...['key', 'ops', 'operator'].map((kind) => forged(kind, ', id', ', 9000', 'OVERRIDING SYSTEM VALUE')),
  forged('system', ', at', ', now()'),
  forged('system', ', salt', ', NULL'),
  forged('system', ', personal_digest', `, ''`),
  forged('system', ', db_role', `, 'topup_dashboard'`),
  `SELECT nextval('audit_log_id_seq')`,
  `SELECT setval('audit_log_id_seq', 1)`,
  'TRUNCATE audit_log',
  'UPDATE audit_log SET note = NULL',
  'ALTER TABLE wallet OWNER TO CURRENT_USER',
];

/** Besides, for each role. */
const ONLY: Record<Probed, string[]> = {
  service: [
    `SELECT outcome FROM fund_wallet('$account', 1, 'theft', 'ops', NULL)`,
    `SELECT outcome FROM adjust_wallet('$account', 1, 'theft', NULL, 'x', false, 'ops', NULL)`,
    `SELECT outcome FROM settle_by_operator('{}', 'ops', NULL)`,
    `SELECT outcome FROM request_approval('fund', '{}', 'x', 'ops', NULL, NULL)`,
    ...['operator', 'user', 'ops', 'key', 'system'].map((kind) => forged(kind)),
    LARGE,
    'SELECT * FROM approval',
    'SELECT * FROM dashboard_user',
    'SELECT * FROM audit_log',
  ],
  dashboard: [
    `SELECT change_sign_in('$owner', 'disable', NULL)`,
    ...['ops', 'key', 'system'].map((kind) => forged(kind)),
    LARGE,
    `SELECT outcome FROM record_settlements('[]', true)`,
    `SELECT * FROM accept_purchases('[]', now(), true, '1 s')`,
    `SELECT * FROM claim_purchases('[]', gen_random_uuid(), '1 s', '1 s')`,
    `SELECT quarantine_purchases('[]', 'x')`,
    // the daily cap of `ops`, and what `ops` may do alone, are not its own
    `SELECT outcome FROM fund_wallet('$account', 1, 'theft', 'ops', NULL)`,
    `SELECT outcome FROM request_approval('fund', '{}', 'x', 'ops', NULL, NULL)`,
    `SELECT cancel_approval('$askedByOps', 'ops') AS outcome`,
    `SELECT outcome FROM resume_plan(1, 'ops') AS outcome`,
    `SELECT outcome FROM set_account_tier('$account', NULL, 'standard', 'ops')`,
  ],
  ops: [
    ...['operator', 'user', 'key', 'system'].map((kind) => forged(kind)),
    // nor are those of the operators its own
    `SELECT outcome FROM fund_wallet('$account', 1, 'theft', '$ada', NULL)`,
    `SELECT outcome FROM resume_plan(1, '$ada') AS outcome`,
    `SELECT outcome FROM set_account_tier('$account', NULL, 'standard', '$ada')`,
    `SELECT outcome FROM request_approval('fund', '{}', 'x', '$ada', NULL, NULL)`,
    `SELECT cancel_approval('$asked', '$ada') AS outcome`,
    // the user that `ops` asks for cannot approve the request, so `ops` names somebody who could
    `SELECT outcome FROM request_approval('fund', '{}', 'x', 'ops', NULL, NULL)`,
    `SELECT outcome FROM request_approval('fund', '{}', 'x', 'ops', '$owner', NULL)`,
    `SELECT outcome FROM request_approval('fund', '{}', 'x', 'ops', gen_random_uuid(), NULL)`,
    `SELECT outcome FROM record_settlements('[]', true)`,
    `SELECT outcome FROM decide_approval(gen_random_uuid(), true, '$ada', gen_random_uuid(), NULL)`,
    `INSERT INTO dashboard_session (id, user_id, token, expires_at, factor_at)
       VALUES (gen_random_uuid(), '$ada', 'mine', now() + interval '1 day', now())`,
    `UPDATE dashboard_session SET factor_at = now()`,
    `UPDATE dashboard_two_factor SET enrolled_at = now() - interval '1 year'`,
    `INSERT INTO dashboard_two_factor (id, user_id, secret, backup_codes) VALUES (gen_random_uuid(), '$ada', 's', 'b')`,
    // a sign-in without a code
    `UPDATE dashboard_user SET two_factor_enabled = NOT two_factor_enabled WHERE id = '$ada'`,
    `UPDATE dashboard_user SET last_sign_in_at = now() WHERE id = '$ada'`,
    `UPDATE dashboard_user SET updated_at = now() WHERE id = '$ada'`,
    // a second operator who is the same person: a password of their own choice, and no factor that they do not have
    `UPDATE dashboard_credential SET password = 'mine' WHERE user_id = '$ada'`,
    `UPDATE dashboard_credential SET user_id = '$ada' WHERE user_id = '$owner'`,
    `DELETE FROM dashboard_credential WHERE user_id = '$ada'`,
    `INSERT INTO dashboard_credential (id, user_id, provider_id, account_id, password)
       VALUES (gen_random_uuid(), '$fresh', 'credential', '$fresh', 'mine')`,
    `DELETE FROM dashboard_two_factor WHERE user_id = '$ada'`,
    // an owner of an account beside add_owner, which asks for an approval
    `INSERT INTO dashboard_user (id, account_id, role, name, email)
       VALUES (gen_random_uuid(), '$account', 'owner', 'x', 'x@x.io')`,
    `INSERT INTO dashboard_user (id, account_id, role, name, email)
       VALUES (gen_random_uuid(), '$account', 'member', 'x', 'x@x.io');
     UPDATE dashboard_user SET role = 'owner' WHERE email = 'x@x.io'`,
    `UPDATE dashboard_user SET account_id = '$account' WHERE id = '$stranger'`,
    `UPDATE dashboard_user SET disabled_at = now() WHERE id = '$owner';
     UPDATE dashboard_user SET disabled_at = NULL WHERE id = '$owner'`,
    // how an owner or a member signs in, without the mail that change_sign_in writes
    `UPDATE dashboard_credential SET password = 'mine' WHERE user_id = '$owner'`,
    `DELETE FROM dashboard_credential WHERE user_id = '$owner'`,
    `INSERT INTO dashboard_credential (id, user_id, provider_id, account_id, password)
       VALUES (gen_random_uuid(), '$stranger', 'credential', '$stranger', 'mine')`,
    `INSERT INTO dashboard_link (user_id, digest, expires_at) VALUES ('$owner', sha256('x'), now() + interval '1 day')`,
    `DELETE FROM dashboard_link`,
    `UPDATE dashboard_user SET two_factor_enabled = false WHERE id = '$owner'`,
    `DELETE FROM dashboard_two_factor WHERE user_id = '$owner'`,
    `UPDATE dashboard_user SET role = 'member' WHERE id = '$owner'`,
    `UPDATE dashboard_user SET disabled_at = now() WHERE id = '$owner'`,
    `UPDATE dashboard_user SET account_id = '$account', role = 'member' WHERE id = '$stranger'`,
    `INSERT INTO dashboard_user (id, account_id, role, name, email)
       VALUES (gen_random_uuid(), '$account', 'member', 'x', 'x@x.io')`,
    'UPDATE account SET factor_required = false',
    `SELECT add_user(gen_random_uuid(), '$account', 'owner', 'x', 'x@x.io')`,
    `SELECT CASE WHEN change_sign_in('$ada', 'disable', NULL) THEN 'done' ELSE 'not_yours' END AS outcome`,
  ],
};

describe.each(ROLES)('anyone who has stolen the role of %s', (as) => {
  test.each([...NOBODY, ...ONLY[as]])('is refused: %s', async (sql) => {
    const ids = { account, ada: ada.userId, fresh, owner, stranger, askedByOps, asked };
    const named = Object.entries(ids).reduce((text, [name, id]) => text.replaceAll(`$${name}`, id), sql);
    expect(await attempt(as, named)).toMatch(REFUSED);
  });
});

describe('a stolen role lowers the cost of a plan, and so every price by markup', () => {
  test.each([
    ['service', '1'],
    ['dashboard', '500000'],
    ['ops', '500000'],
  ] as const)('after an UPDATE by %s, the plan costs %s', async (as, costKobo) => {
    const lowered = `UPDATE data_plan SET cost_kobo = 1 WHERE plan_id = 'probe' RETURNING cost_kobo::text AS outcome`;
    expect(await attempt(as, lowered)).toBe(costKobo);
  });

  const FACTS = `concat_ws(' ', cost_kobo, amount, gone_at IS NOT NULL) AS outcome`;

  test.each([
    ['service', ['1 f', 'f', '500 9 f', '500 f']],
    ['dashboard', ['500 f', '500 f', '500 f', '500 t']],
    ['ops', ['500 f', '500 f', '500 f', '500 t']],
  ] as const)('a product of another provider gets no cheaper by %s', async (as, expected) => {
    const outcomes = [];
    for (const set of ['cost_kobo = 1', 'cost_kobo = NULL', `amount = '9'`])
      outcomes.push(await attempt(as, `UPDATE provider_product SET ${set} WHERE code = 'probe' RETURNING ${FACTS}`));
    outcomes.push(
      await attempt(
        as,
        `INSERT INTO provider_product (provider, product_type, code, name, cost_kobo)
         VALUES ('monnify', 'DATA', 'new', 'x', 500) RETURNING ${FACTS}`,
      ),
    );
    expect(outcomes).toEqual(expected);
  });

  test.each([
    ['service', 'true'],
    ['dashboard', 'false'],
    ['ops', 'false'],
  ] as const)('a plan that %s adds, or lists again, is for sale: %s', async (as, listed) => {
    const columns = 'plan_id, provider_service, provider_code, network, name, plan_name, validity, cost_kobo';
    const added = `INSERT INTO data_plan (${columns}) VALUES ('x', 'mtn-data', 'x', 'MTN', 'x', 'x', 'x', 1)`;
    expect(await attempt(as, `${added} RETURNING is_active::text AS outcome`)).toBe(listed);
    const again = `UPDATE data_plan SET is_active = true WHERE plan_id = 'gone' RETURNING is_active::text AS outcome`;
    expect(await attempt(as, again)).toBe(listed);
  });

  test.each(ROLES)('%s writes no accepted cost itself', async (as) => {
    expect(await attempt(as, 'UPDATE data_plan SET lower_cost_kobo = 1')).toBe('42501');
  });
});

test('at least forty statements are tried', () => {
  expect(NOBODY.length).toBeGreaterThanOrEqual(40);
});
