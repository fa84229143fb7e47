/** The version that may be running when the next one is rolled out: its last migration, and its rights in rights.ts. */
export const RELEASED = {
  migration: '20261122130000_operator_records',
  tableRights: {
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
  },
};
