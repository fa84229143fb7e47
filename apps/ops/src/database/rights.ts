/**
 * What api and worker do with each table, and therefore all that their role may: nothing is ever deleted, and what has happened (ledger, history) is never
 * changed. Accounts, keys, tiers, plans and prices are the operators', who come as the owner. The functions of the migrations run with the rights of their
 * caller, so these are also what they need.
 */
export const TABLE_RIGHTS: Record<string, string[]> = {
  tier: ['SELECT'],
  account: ['SELECT', 'UPDATE (webhook_url)'],
  wallet: ['SELECT', 'UPDATE (balance_kobo)'],
  api_key: ['SELECT', 'UPDATE (last_used_at)'],
  purchase: ['SELECT', 'INSERT', 'UPDATE'],
  purchase_history: ['SELECT', 'INSERT'],
  ledger_entry: ['SELECT', 'INSERT'],
  webhook_event: ['SELECT', 'INSERT', 'UPDATE'],
  notification: ['SELECT', 'INSERT', 'UPDATE'],
  data_plan: ['SELECT'],
  plan_price: ['SELECT'],
  known_server: ['SELECT'],
};

/** Behind the ids that inserts of the above draw. */
export const SEQUENCES = ['purchase_history_id_seq', 'ledger_entry_id_seq', 'webhook_event_seq_seq'];

/** Everybody may call them unless PUBLIC was denied it. They lend no rights: with `fund_wallet` goes no more than with the rights above. */
export const FUNCTIONS = [
  'accept_purchases',
  'claim_purchases',
  'settle_purchases',
  'tell_pending',
  'moved_purchases',
  'take_due_purchases',
  'fund_wallet',
  'this_server',
];
