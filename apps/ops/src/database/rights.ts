/** For which processes a role is: api and worker, the dashboard, or `ops`. */
export type RoleFor = 'service' | 'dashboard' | 'ops';

/** What a role may with each table, which sequences it draws from, and which functions it calls. */
export type Rights = { tables: Record<string, string[]>; sequences: string[]; functions: string[] };

/**
 * What api and worker do with each table, and therefore all that their role may: nothing is deleted but their own
 * reports on breakers and mails that were sent long ago, and what has happened (ledger, history) is never changed.
 * Accounts, keys, tiers, plans and prices are the operators', who come as the owner. Most functions of the migrations
 * run with the rights of their caller, so these are also what they need.
 */
export const TABLE_RIGHTS: Record<string, string[]> = {
  tier: ['SELECT'],
  account: ['SELECT', 'UPDATE (webhook_url)'],
  wallet: ['SELECT', 'UPDATE (balance_kobo)'],
  api_key: ['SELECT', 'UPDATE (last_used_at)'],
  webhook_secret: ['SELECT'],
  purchase: ['SELECT', 'INSERT', 'UPDATE'],
  purchase_history: ['SELECT', 'INSERT'],
  ledger_entry: ['SELECT', 'INSERT'],
  webhook_event: ['SELECT', 'INSERT', 'UPDATE'],
  notification: ['SELECT', 'INSERT', 'UPDATE'],
  data_plan: ['SELECT'],
  plan_price: ['SELECT'],
  known_server: ['SELECT'],
  provider_switch: ['SELECT'],
  provider_breaker: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  // whoever takes over an api must not become an operator
  dashboard_user: [],
  dashboard_session: [],
  dashboard_credential: [],
  dashboard_verification: [],
  dashboard_two_factor: [],
  dashboard_link: [],
  dashboard_rate_limit: [],
  // what it does by itself, and what a client sets with a key, is recorded; it may not read what others did
  audit_log: ['INSERT'],
  audit_seal: [],
  operator_action: [],
  mail: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  books_check: [],
  catalogue_sync: [],
};

/** Behind the ids that inserts of the above draw. */
export const SEQUENCES = [
  'purchase_history_id_seq',
  'ledger_entry_id_seq',
  'webhook_event_seq_seq',
  'audit_log_id_seq',
];

/** What version 0.1.0 calls, and what its wrappers call besides (prisma/functions/released). Until the next release. */
const RELEASED_FUNCTIONS = [
  'settle_purchases',
  'tell_pending',
  'moved_purchases',
  'take_due_purchases',
  'cause_code_of',
  'result_as_released',
];

/**
 * Everybody may call them unless PUBLIC was denied it. They lend no rights: with `fund_wallet` goes no more than with
 * the rights above.
 */
export const FUNCTIONS = [
  'accept_purchases',
  'claim_purchases',
  'record_settlements',
  'settlement_outcome',
  'mark_pending',
  'moved_purchase_states',
  'hold_due_purchases',
  'fund_wallet',
  'this_server',
  'audit_personal_digest',
  'seal_audit_log',
  'mail_owners',
  ...RELEASED_FUNCTIONS,
];

const ALL = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'];

/**
 * The same of the dashboard, in which operators do what `ops` does: it opens accounts, makes keys, sets prices, funds
 * and settles. It neither accepts nor claims, and what has happened is as closed to it as to the others. Only what is
 * over of signing in, and a price of one's own, is deleted.
 */
const DASHBOARD_TABLES: Record<string, string[]> = {
  tier: ['SELECT', 'INSERT', 'UPDATE (markup_bps)'],
  account: [
    'SELECT',
    'INSERT',
    'UPDATE (webhook_url, status, tier_id, limit_purchases, limit_status, limit_lookups, limit_other)',
  ],
  wallet: ['SELECT', 'INSERT', 'UPDATE (balance_kobo)'],
  api_key: ['SELECT', 'INSERT', 'UPDATE (revoked_at)'],
  webhook_secret: ['SELECT', 'INSERT', 'UPDATE (ends_at)'],
  purchase: ['SELECT', 'UPDATE'],
  purchase_history: ['SELECT', 'INSERT'],
  ledger_entry: ['SELECT', 'INSERT'],
  webhook_event: ['SELECT', 'INSERT', 'UPDATE'],
  notification: ['SELECT', 'INSERT', 'UPDATE'],
  data_plan: ['SELECT', 'INSERT', 'UPDATE'],
  plan_price: ALL,
  known_server: ['SELECT'],
  provider_switch: ['SELECT', 'INSERT', 'DELETE'],
  provider_breaker: ['SELECT'],
  dashboard_user: ['SELECT', 'INSERT', 'UPDATE'],
  dashboard_session: ALL,
  dashboard_credential: ALL,
  dashboard_verification: ALL,
  dashboard_two_factor: ALL,
  dashboard_link: ALL,
  dashboard_rate_limit: ALL,
  audit_log: ['SELECT', 'INSERT'],
  audit_seal: ['SELECT'],
  operator_action: ['SELECT', 'INSERT'], // the view with which version 0.1.0 runs on
  mail: ['INSERT'],
  books_check: ['SELECT', 'INSERT', 'UPDATE'],
  catalogue_sync: ['SELECT', 'INSERT', 'UPDATE'],
};

/**
 * The same of `ops`, which does what the dashboard does, puts keys under another master key, and lets services start
 * after a restore.
 */
const OPS_TABLES: Record<string, string[]> = {
  ...DASHBOARD_TABLES,
  api_key: ['SELECT', 'INSERT', 'UPDATE (revoked_at, secret_encrypted, master_fingerprint)'],
  webhook_secret: ['SELECT', 'INSERT', 'UPDATE (ends_at, secret_encrypted, master_fingerprint)'],
  known_server: ['SELECT', 'UPDATE'],
};

const DASHBOARD_SEQUENCES = [...SEQUENCES, 'tier_id_seq', 'data_plan_id_seq'];

const DASHBOARD_FUNCTIONS = [
  'record_settlements',
  'settlement_outcome',
  'mark_pending',
  'record_reversal',
  'reverse_purchase', // version 0.1.0 calls it, until the next release
  'fund_wallet',
  'this_server',
  'account_purchases',
  'account_purchase_sums',
  'account_entries',
  'first_entry_since',
  'audit_personal_digest',
  'audit_hash',
  'mail_owners',
  ...RELEASED_FUNCTIONS,
];

export const RIGHTS: Record<RoleFor, Rights> = {
  service: { tables: TABLE_RIGHTS, sequences: SEQUENCES, functions: FUNCTIONS },
  dashboard: { tables: DASHBOARD_TABLES, sequences: DASHBOARD_SEQUENCES, functions: DASHBOARD_FUNCTIONS },
  ops: {
    tables: OPS_TABLES,
    sequences: DASHBOARD_SEQUENCES,
    functions: [...DASHBOARD_FUNCTIONS, 'quarantine_purchases'],
  },
};
