/** For which processes a role is: api and worker, the dashboard, or `ops`. */
export type RoleFor = 'service' | 'dashboard' | 'ops';

/** What a role may with each table, which sequences it draws from, and which functions it calls. */
export type Rights = { tables: Record<string, string[]>; sequences: string[]; functions: string[] };

/** The rest of an entry is written by the database: its id, its time, the role that wrote it, salt and digest. */
const AUDIT_INSERT =
  'INSERT (actor_kind, user_id, user_email, os_user, session_id, request_id, address, action, account_id, request_ref, subject, subject_id, subject_is_person, note, before, after, details)';

/** What a sync of the catalogue writes of a plan. Which product of the provider a plan is never changes. */
const SYNCED = 'network, name, plan_name, validity, cost_kobo, is_active, updated_at, cost_seen_at';

/** The same of a product of a provider. */
const LISTED = 'service_id, amount, name, cost_kobo, least_kobo, most_kobo, meter_type, last_seen_at, gone_at';

/**
 * What api and worker do with each table, and therefore all that their role may: nothing is deleted but their own
 * reports on breakers and mails that were sent long ago, and what has happened (ledger, history) is never changed.
 * Accounts, keys, tiers and prices are the operators'; the plans and what providers sell are also the workers', which
 * synchronise them.
 * Wallets, the ledger and the history are written by functions that run as the owner.
 */
export const TABLE_RIGHTS: Record<string, string[]> = {
  tier: ['SELECT'],
  account: ['SELECT', 'UPDATE (webhook_url, low_balance_mailed_at, webhook_failing_mailed_at, webhook_well_at)'],
  wallet: ['SELECT'],
  api_key: ['SELECT', 'UPDATE (last_used_at)'],
  api_key_day: ['SELECT'],
  access_change: ['SELECT'],
  webhook_secret: ['SELECT'],
  // money moves by functions that run as the owner; what waits for the provider is looked after by hand (holdUnsent)
  purchase: ['SELECT', 'UPDATE (next_check_at)'],
  closed_attempt: ['SELECT', 'UPDATE (asking_until, checked_at)'],
  attempt: ['SELECT'],
  purchase_history: ['SELECT'],
  ledger_entry: ['SELECT'],
  funding_reference: [],
  money_rule: [],
  approval: [],
  cap_use: [],
  simulated_order: ['SELECT', 'INSERT', 'UPDATE (requeries)'],
  webhook_event: ['SELECT', 'INSERT', 'UPDATE'],
  // a person asks in the dashboard; a worker does it
  webhook_resend: ['SELECT', 'UPDATE'],
  webhook_resend_event: ['SELECT', 'UPDATE', 'DELETE'],
  notification: ['SELECT', 'INSERT', 'UPDATE'],
  data_plan: ['SELECT', 'INSERT', `UPDATE (${SYNCED})`],
  product: ['SELECT'],
  provider_product: ['SELECT', 'INSERT', `UPDATE (${LISTED})`],
  product_mapping: ['SELECT', 'INSERT', 'UPDATE (status, decided_by, decided_at)'],
  plan_price: ['SELECT'],
  plan_stop: ['SELECT', 'UPDATE (noted_at)'],
  loss: ['SELECT', 'UPDATE (noted_at)'],
  loss_day: ['SELECT'],
  catalogue_state: ['SELECT', 'UPDATE (sync_asked_at, daily_loss_cap_kobo)'],
  known_server: ['SELECT'],
  granted_role: [],
  function_set: [],
  // a provider that lost our references is closed by whoever sees it, also when it is closed for another reason
  provider_switch: ['SELECT', 'INSERT', 'UPDATE (reason, closed_by, closed_at)'],
  routing_version: ['SELECT'],
  routing_rule: ['SELECT'],
  routing_activation: ['SELECT'],
  provider_breaker: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  provider_float: ['SELECT', 'INSERT', 'UPDATE'],
  // whoever takes over an api must not become an operator
  dashboard_user: [],
  dashboard_session: [],
  dashboard_credential: [],
  dashboard_verification: [],
  dashboard_two_factor: [],
  dashboard_link: [],
  dashboard_device: [],
  dashboard_rate_limit: [],
  // what it does by itself, and what a client sets with a key, is recorded; it may not read what others did
  audit_log: [AUDIT_INSERT],
  audit_seal: [],
  request_log: ['SELECT', 'INSERT'],
  request_log_day: ['SELECT', 'INSERT', 'UPDATE (requests, body_bytes)'],
  mail: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  // when the books were last verified, for an alert; what was found is the operators'
  books_check: ['SELECT (finished_at, sound)'],
  last_backup: ['SELECT'],
  catalogue_sync: ['SELECT', 'INSERT', 'UPDATE'],
  // a worker reads statements and finds what differs; a person alone resolves it and closes a day
  statement_row: ['SELECT', 'INSERT'],
  statement_match: ['SELECT', 'INSERT'],
  statement_pull: ['SELECT', 'INSERT'],
  balance_snapshot: ['SELECT', 'INSERT'],
  attempt_check: ['SELECT', 'INSERT', 'UPDATE (answer, cost_kobo, asked_at)'],
  reconciliation_turn: ['SELECT', 'INSERT', 'UPDATE'],
  reconciliation_finding: ['SELECT', 'INSERT', 'UPDATE (cleared_at, suggested_row_id, facts)'],
  float_entry: ['SELECT'],
  closed_day: ['SELECT'],
};

/** Behind the ids that inserts of the above draw. */
const SEQUENCES = ['webhook_event_seq_seq', 'data_plan_id_seq', 'provider_product_id_seq', 'product_mapping_id_seq'];

/** With which prices are read. */
const PRICE_FUNCTIONS = ['may_sell_below', 'loss_left'];

/**
 * What they sell, settle and sweep with. Nothing here adds money but a refund: funding is the operators'. What only a
 * function that runs as the owner calls is not here.
 */
const FUNCTIONS = [
  'accept_purchases',
  'claim_purchases',
  'open_next_attempts',
  'record_settlements',
  'mark_orders_seen',
  'mark_pending',
  'moved_purchase_states',
  'account_purchases',
  'account_entries',
  'first_entry_since',
  'hold_due_purchases',
  'this_server',
  'accept_server',
  'schema_gap',
  'audit_personal_digest',
  'seal_audit_log',
  'keep_request_log',
  'keep_purchase_history',
  'history_outside_partitions',
  'server_lags',
  'forget_events',
  'forget_test_data',
  'mail_owners',
  'mail_owners_hourly',
  'mark_plans_below_cost',
  ...PRICE_FUNCTIONS,
  'fund_test_wallet',
  'reset_test_account',
];

/** Of a user. An operator's row is closed besides, but for what signing in changes (guard_operator). */
const USER_RIGHTS = [
  'SELECT',
  'INSERT (id, account_id, role, name, email)',
  'UPDATE (account_id, role, name, two_factor_enabled, disabled_at, last_sign_in_at, updated_at)',
];

const KEY_LIMITS = 'scope, expires_at, allowed_cidrs, daily_limit_kobo';

/** What an operator sets of an account besides its tier, and an owner besides whether users need a second factor. */
const ACCOUNT_TERMS =
  'webhook_url, status, limit_purchases, limit_status, limit_lookups, limit_other, low_balance_kobo, time_zone';

const ALL = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'];

/**
 * The same of the dashboard, in which operators do what `ops` does: it opens accounts, makes keys, sets prices, funds
 * and settles by functions that judge each step. It neither accepts nor claims, and what has happened is as closed to
 * it as to the others. Only what is over of signing in, and a price of one's own, is deleted.
 */
const DASHBOARD_TABLES: Record<string, string[]> = {
  tier: ['SELECT', 'INSERT', 'UPDATE (markup_bps)'],
  account: ['SELECT', `UPDATE (${ACCOUNT_TERMS}, factor_required)`],
  wallet: ['SELECT'],
  api_key: ['SELECT', 'INSERT', `UPDATE (revoked_at, ${KEY_LIMITS})`],
  api_key_day: ['SELECT'],
  access_change: [],
  webhook_secret: ['SELECT', 'INSERT', 'UPDATE (ends_at)'],
  closed_attempt: ['SELECT'],
  attempt: ['SELECT'],
  purchase: ['SELECT', 'UPDATE (needs_review, reviewed_at, review_note, next_check_at)'],
  purchase_history: ['SELECT'],
  ledger_entry: ['SELECT'],
  funding_reference: ['SELECT'],
  money_rule: ['SELECT'],
  approval: ['SELECT'],
  cap_use: ['SELECT'],
  webhook_event: ['SELECT', 'INSERT', 'UPDATE'],
  webhook_resend: ['SELECT', 'INSERT', 'UPDATE (stopped)'],
  webhook_resend_event: ['INSERT'],
  notification: ['SELECT', 'INSERT', 'UPDATE'],
  simulated_order: ['SELECT', 'INSERT', 'UPDATE (requeries)'],
  data_plan: ['SELECT', 'INSERT', `UPDATE (plan_id, ${SYNCED})`],
  product: ['SELECT'],
  provider_product: ['SELECT', 'INSERT', `UPDATE (${LISTED})`],
  product_mapping: ['SELECT', 'INSERT', 'UPDATE (status, decided_by, decided_at)'],
  plan_price: ['SELECT', 'DELETE'], // without it the tier pays its markup, which is never below cost
  plan_stop: ['SELECT'],
  loss: ['SELECT'],
  loss_day: ['SELECT'],
  catalogue_state: [],
  known_server: ['SELECT'],
  granted_role: [],
  function_set: [],
  provider_switch: ['SELECT', 'INSERT', 'DELETE'],
  routing_version: ['SELECT', 'INSERT'],
  routing_rule: ['SELECT', 'INSERT'],
  routing_activation: ['SELECT', 'INSERT'],
  provider_breaker: ['SELECT'],
  provider_float: ['SELECT'],
  dashboard_user: USER_RIGHTS,
  dashboard_session: ALL,
  dashboard_credential: ALL,
  dashboard_verification: ALL,
  dashboard_two_factor: ALL,
  dashboard_link: ALL,
  dashboard_device: ALL,
  dashboard_rate_limit: ALL,
  audit_log: ['SELECT', AUDIT_INSERT],
  audit_seal: ['SELECT'],
  request_log: ['SELECT'],
  request_log_day: [],
  mail: ['INSERT'],
  books_check: ['SELECT', 'INSERT', 'UPDATE'],
  last_backup: [],
  catalogue_sync: ['SELECT', 'INSERT', 'UPDATE'],
  statement_row: ['SELECT', 'INSERT'],
  statement_match: ['SELECT', 'INSERT'],
  statement_pull: ['SELECT', 'INSERT', 'UPDATE (added)'],
  balance_snapshot: ['SELECT', 'INSERT'],
  attempt_check: ['SELECT'],
  reconciliation_turn: [],
  reconciliation_finding: [
    'SELECT',
    'INSERT',
    'UPDATE (cleared_at, suggested_row_id, facts, resolved_at, resolved_by, resolution, note)',
  ],
  float_entry: ['SELECT', 'INSERT'],
  closed_day: ['SELECT', 'INSERT'],
};

/**
 * The same of `ops`, which does what the dashboard does, puts keys under another master key, and lets services start
 * after a restore.
 */
const OPS_TABLES: Record<string, string[]> = {
  ...DASHBOARD_TABLES,
  api_key: ['SELECT', 'INSERT', `UPDATE (revoked_at, ${KEY_LIMITS}, secret_encrypted, master_fingerprint)`],
  webhook_secret: ['SELECT', 'INSERT', 'UPDATE (ends_at, secret_encrypted, master_fingerprint)'],
  known_server: ['SELECT', 'UPDATE'],
  last_backup: ['SELECT', 'INSERT', 'UPDATE'],
  account: ['SELECT', `UPDATE (${ACCOUNT_TERMS})`],
  // it signs nobody in: functions change how users do, and tell the owners
  dashboard_user: ['SELECT'],
  dashboard_credential: ['SELECT (user_id, updated_at)'],
  dashboard_session: [],
  dashboard_verification: [],
  dashboard_two_factor: [],
  dashboard_link: [],
  dashboard_device: [],
  dashboard_rate_limit: [],
};

const DASHBOARD_SEQUENCES = [...SEQUENCES, 'tier_id_seq'];

/** The steps of operators. They judge by themselves: limit, daily cap and approval. */
const GUARDED_FUNCTIONS = [
  'fund_wallet',
  'adjust_wallet',
  'settle_by_operator',
  'change_limits',
  'set_plan_price',
  'resume_plan',
  'set_account_tier',
  'add_operator',
  'add_owner',
  'add_user',
  'link_operator',
  'reset_operator_factor',
  'disable_operator',
  'request_approval',
  'decide_approval',
  'cancel_approval',
];

const DASHBOARD_FUNCTIONS = [
  ...GUARDED_FUNCTIONS,
  'this_server',
  'schema_gap',
  'funding_key',
  'account_purchases',
  'account_purchase_sums',
  'account_entries',
  'first_entry_since',
  'audit_personal_digest',
  'audit_hash',
  'mail_owners',
  'mail_owners_hourly',
  'mark_orders_seen',
  'mark_plans_below_cost',
  'note_contradiction',
  'withdraw_import',
  ...PRICE_FUNCTIONS,
  'fund_test_wallet',
  'reset_test_account',
];

export const RIGHTS: Record<RoleFor, Rights> = {
  service: { tables: TABLE_RIGHTS, sequences: SEQUENCES, functions: FUNCTIONS },
  dashboard: { tables: DASHBOARD_TABLES, sequences: DASHBOARD_SEQUENCES, functions: DASHBOARD_FUNCTIONS },
  ops: {
    tables: OPS_TABLES,
    sequences: DASHBOARD_SEQUENCES,
    functions: [
      ...DASHBOARD_FUNCTIONS.filter((name) => name !== 'decide_approval'),
      'change_sign_in',
      'quarantine_purchases',
      'blank_purchases',
      'blank_statement_rows',
    ],
  },
};
