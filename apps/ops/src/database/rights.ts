import type { RoleFor } from '@topup/core/shared';

/** The rights of a role on each table, the sequences it draws from, and the functions it calls. */
export type Rights = { tables: Record<string, string[]>; sequences: string[]; functions: string[] };

/** The rest of an entry is written by the database: its id, its time, the role that wrote it, salt and digest. */
const AUDIT_INSERT =
  'INSERT (actor_kind, user_id, user_email, os_user, session_id, request_id, address, action, account_id, request_ref, subject, subject_id, subject_is_person, note, before, after, details)';

/** Columns of a plan that a sync of the catalogue writes. A plan always stays the same product of the provider. */
const SYNCED = 'network, name, plan_name, validity, cost_kobo, is_active, updated_at, cost_seen_at';

/** Columns of a provider's product that a sync of the catalogue writes. */
const LISTED = 'service_id, amount, name, cost_kobo, least_kobo, most_kobo, meter_type, last_seen_at, gone_at';

const KEY_LIMITS = 'scope, expires_at, allowed_cidrs, daily_limit_kobo';

/** Account columns that an operator sets besides the tier, and an owner besides whether users need a second factor. */
const ACCOUNT_TERMS =
  'webhook_url, status, limit_purchases, limit_status, limit_lookups, limit_other, low_balance_kobo, time_zone';

const READ = ['SELECT'];
const ADD = [...READ, 'INSERT'];
const WRITE = [...ADD, 'UPDATE'];
const ALL = [...WRITE, 'DELETE'];

/**
 * Rights of each role on each table: api and worker, the dashboard, and `ops` where it differs from the dashboard.
 *
 * Api and worker delete nothing but their own reports on breakers and mails that were sent long ago, and what has
 * happened (ledger, history) is never changed. Accounts, keys, tiers and prices are the operators'; the plans and what
 * providers sell are also the workers', which synchronise them. Wallets, the ledger and the history are written by
 * functions that run as the owner.
 *
 * In the dashboard, operators do what `ops` does: it opens accounts, makes keys, sets prices, funds and settles by
 * functions that judge each step. It neither accepts nor claims, and what has happened is as closed to it as to the
 * others. Only what is over of signing in, and a price of one's own, is deleted.
 *
 * `ops` also puts keys under another master key, and lets services start after a restore. It cannot take over a user
 * unseen: functions change how users sign in, and tell the owners.
 */
const TABLES: Record<string, [service: string[], dashboard: string[], ops?: string[]]> = {
  tier: [READ, [...ADD, 'UPDATE (markup_bps)']],
  account: [
    [...READ, 'UPDATE (webhook_url, low_balance_mailed_at, webhook_failing_mailed_at, webhook_well_at)'],
    [...READ, `UPDATE (${ACCOUNT_TERMS}, factor_required, buying_cap_kobo)`],
    [...READ, `UPDATE (${ACCOUNT_TERMS})`],
  ],
  wallet: [READ, READ],
  api_key: [
    [...READ, 'UPDATE (last_used_at)'],
    [...ADD, `UPDATE (revoked_at, ${KEY_LIMITS})`],
    [...ADD, `UPDATE (revoked_at, ${KEY_LIMITS}, secret_encrypted, master_fingerprint)`],
  ],
  api_key_day: [READ, READ],
  access_change: [READ, []],
  webhook_secret: [
    READ,
    [...ADD, 'UPDATE (ends_at)'],
    [...ADD, 'UPDATE (ends_at, secret_encrypted, master_fingerprint)'],
  ],
  // money moves by functions that run as the owner; what waits for the provider is looked after by hand (holdUnsent)
  purchase: [
    [...READ, 'UPDATE (next_check_at)'],
    [...READ, 'UPDATE (needs_review, reviewed_at, review_note, next_check_at)'],
  ],
  closed_attempt: [[...READ, 'UPDATE (asking_until, checked_at)'], READ],
  attempt: [READ, READ],
  purchase_history: [READ, READ],
  purchase_change: [READ, []],
  ledger_entry: [READ, READ],
  funding_reference: [[], READ],
  money_rule: [[], READ],
  // a worker asks the collector and records what it tells; only its function credits
  funding_account: [
    [...READ, 'UPDATE (banks, read_at, swept_at, unread_since)'],
    [...ADD, 'UPDATE (banks, read_at, swept_at, unread_since)'],
  ],
  collection_notice: [ALL, ADD, [...ADD, 'UPDATE (next_at)']], // `ops` lists the transfers now
  collection: [READ, READ],
  collection_day: [WRITE, READ],
  approval: [[], READ],
  cap_use: [READ, READ], // workers ask again about refunds by operators
  simulated_order: [
    [...ADD, 'UPDATE (requeries)'],
    [...ADD, 'UPDATE (requeries)'],
  ],
  webhook_event: [WRITE, WRITE],
  // a person asks in the dashboard; a worker does it
  webhook_resend: [
    ['SELECT', 'UPDATE'],
    [...ADD, 'UPDATE (stopped)'],
  ],
  webhook_resend_event: [['SELECT', 'UPDATE', 'DELETE'], ['INSERT']],
  notification: [WRITE, WRITE],
  // functions move and sell them; the dashboard adds them, and prices a draft anew
  purchase_batch: [READ, [...ADD, 'UPDATE (total_kobo)'], READ],
  batch_row: [READ, [...ADD, 'UPDATE (amount_kobo, ordered)'], READ],
  claim: [READ, READ], // functions file and answer it, and mail people whom a service may not read
  data_plan: [
    [...ADD, `UPDATE (${SYNCED})`],
    [...ADD, `UPDATE (plan_id, ${SYNCED})`],
  ],
  product: [READ, READ],
  provider_product: [
    [...ADD, `UPDATE (${LISTED})`],
    [...ADD, `UPDATE (${LISTED})`],
  ],
  product_mapping: [
    [...ADD, 'UPDATE (status, decided_by, decided_at)'],
    [...ADD, 'UPDATE (status, decided_by, decided_at)'],
  ],
  plan_price: [READ, ['SELECT', 'DELETE']], // without it the tier pays its markup, which is never below cost
  plan_listing: [READ, READ],
  discount: [READ, ['SELECT', 'DELETE']], // without it the tier pays the face value
  sales_day: [['SELECT', 'INSERT', 'DELETE'], READ],
  service_day: [[], READ], // freeze_service_day alone writes it
  // workers write the state, operators the message
  service_state: [
    [...READ, 'INSERT (product_type, service, state, judged_at)', 'UPDATE (state, since, judged_at)'],
    [...READ, 'INSERT (product_type, service, message, message_until)', 'UPDATE (message, message_until)'],
  ],
  plan_stop: [[...READ, 'UPDATE (noted_at)'], READ],
  loss: [[...READ, 'UPDATE (noted_at)'], READ],
  loss_day: [READ, READ],
  catalogue_state: [[...READ, 'UPDATE (sync_asked_at, daily_loss_cap_kobo)'], []],
  known_server: [READ, READ, ['SELECT', 'UPDATE']],
  granted_role: [[], []],
  function_set: [[], []],
  // the process that sees a provider lose our references closes it, even if it is closed for another reason
  provider_switch: [
    [...ADD, 'UPDATE (reason, closed_by, closed_at)'],
    [...ADD, 'DELETE'],
  ],
  routing_version: [READ, ADD],
  routing_rule: [READ, ADD],
  routing_activation: [READ, ADD],
  provider_breaker: [ALL, READ],
  provider_float: [WRITE, READ],
  // anyone who takes over an api must not become an operator; an operator's row is closed besides (guard_operator)
  dashboard_user: [
    [],
    [
      'SELECT',
      'INSERT (id, account_id, role, name, email)',
      'UPDATE (account_id, role, name, two_factor_enabled, disabled_at, last_sign_in_at, updated_at)',
    ],
    READ,
  ],
  dashboard_session: [[], ALL, []],
  dashboard_credential: [[], ALL, ['SELECT (user_id, updated_at)']],
  dashboard_verification: [[], ALL, []],
  dashboard_two_factor: [[], ALL, []],
  dashboard_link: [[], ALL, []],
  dashboard_device: [[], ALL, []],
  dashboard_rate_limit: [[], ALL, []],
  // a service records its own acts, and what a client sets with a key; it may not read what others did
  audit_log: [[AUDIT_INSERT], ['SELECT', AUDIT_INSERT]],
  audit_seal: [[], READ],
  request_log: [ADD, READ],
  request_log_day: [[...ADD, 'UPDATE (requests, body_bytes)'], []],
  mail: [ALL, ['INSERT']],
  // when the books were last verified, for an alert; what was found is the operators'
  books_check: [['SELECT (finished_at, sound)'], WRITE],
  last_backup: [READ, [], WRITE],
  catalogue_sync: [WRITE, WRITE],
  // a worker reads statements and finds what differs; a person alone resolves it and closes a day
  statement_row: [ADD, ADD],
  statement_match: [ADD, ADD],
  statement_pull: [ADD, [...ADD, 'UPDATE (added)']],
  balance_snapshot: [ADD, ADD],
  attempt_check: [[...ADD, 'UPDATE (answer, cost_kobo, asked_at)'], READ],
  reconciliation_turn: [WRITE, []],
  reconciliation_finding: [
    [...ADD, 'UPDATE (cleared_at, suggested_row_id, facts)'],
    [...ADD, 'UPDATE (cleared_at, suggested_row_id, facts, resolved_at, resolved_by, resolution, note)'],
  ],
  float_entry: [READ, ADD],
  closed_day: [READ, ADD],
};

const tablesOf = (role: 0 | 1 | 2): Rights['tables'] =>
  Object.fromEntries(Object.entries(TABLES).map(([table, each]) => [table, each[role] ?? each[1]]));

/** Behind the ids that inserts of the above draw. */
const SEQUENCES = ['webhook_event_seq_seq', 'data_plan_id_seq', 'provider_product_id_seq', 'product_mapping_id_seq'];
const DASHBOARD_SEQUENCES = [...SEQUENCES, 'tier_id_seq'];

/** Of api, worker and dashboard. What only a function that runs as the owner calls is in none of these lists. */
const COMMON_FUNCTIONS = [
  'account_purchases',
  'account_entries',
  'first_entry_since',
  'this_server',
  'schema_gap',
  'audit_personal_digest',
  'mail_owners',
  'mail_owners_hourly',
  'mark_orders_seen',
  'mark_plans_below_cost',
  // with which prices are read
  'may_sell_below',
  'tier_price',
  'loss_left',
  'fund_test_wallet',
  'reset_test_account',
  'file_claim',
];

/** Functions with which api and worker sell, settle and sweep. None adds money but a refund: operators fund. */
const SERVICE_FUNCTIONS = [
  ...COMMON_FUNCTIONS,
  'accept_purchases',
  'claim_purchases',
  'open_next_attempts',
  'record_settlements',
  'mark_pending',
  'moved_purchase_states',
  'hold_due_purchases',
  'accept_server',
  'seal_audit_log',
  'keep_request_log',
  'keep_purchase_history',
  'history_outside_partitions',
  'server_lags',
  'forget_events',
  'forget_test_data',
  'freeze_service_day',
  'record_collection',
  'funding_key',
  'take_batch_rows',
  'accept_batch_row',
  'end_batch_row',
  'note_batch_row',
  'forget_drafts',
];

const OPERATOR_FUNCTIONS = [
  ...COMMON_FUNCTIONS,
  // the steps of operators: these functions themselves judge limit, daily cap and approval
  'fund_wallet',
  'add_bank_transfers',
  'dismiss_collection',
  'change_collections',
  'adjust_wallet',
  'settle_by_operator',
  'change_limits',
  'set_plan_price',
  'set_discount',
  'resume_plan',
  'set_account_tier',
  'add_operator',
  'add_owner',
  'add_user',
  'link_operator',
  'reset_operator_factor',
  'disable_operator',
  'request_approval',
  'cancel_approval',
  // the others
  'answer_claim',
  'funding_key',
  'account_purchase_sums',
  'audit_hash',
  'note_contradiction',
  'withdraw_import',
];

export const RIGHTS: Record<RoleFor, Rights> = {
  service: { tables: tablesOf(0), sequences: SEQUENCES, functions: SERVICE_FUNCTIONS },
  dashboard: {
    tables: tablesOf(1),
    sequences: DASHBOARD_SEQUENCES,
    functions: [...OPERATOR_FUNCTIONS, 'decide_approval', 'move_batch', 'buying_spent'],
  },
  ops: {
    tables: tablesOf(2),
    sequences: DASHBOARD_SEQUENCES,
    functions: [
      ...OPERATOR_FUNCTIONS,
      'change_sign_in',
      'quarantine_purchases',
      'blank_purchases',
      'blank_batch_rows',
      'blank_statement_rows',
    ],
  },
};
