/** Subjects of the actions of an account's users, and of actions on their account. */
export const ACCOUNT_NOUNS: Record<string, string> = {
  account: 'Account',
  wallet: 'Wallet',
  api_key: 'API keys',
  webhook: 'Webhook',
  webhook_secret: 'Webhook secret',
  delivery: 'Deliveries',
  user: 'Users',
  session: 'Sessions',
  sign_in: 'Failed sign-ins',
  password: 'Passwords',
  factor: 'Two-factor authentication',
  purchase: 'Purchases',
  claim: 'Claims',
};

/** Subjects of all actions. */
export const NOUNS: Record<string, string> = {
  ...ACCOUNT_NOUNS,
  approval: 'Approvals',
  limits: 'Operator limits',
  tier: 'Tiers',
  price: 'Prices',
  discount: 'Discounts',
  plan: 'Data plans',
  catalogue: 'Catalogue',
  mapping: 'Mappings',
  provider: 'Providers',
  routing: 'Routing',
  books: 'Books',
  reconciliation: 'Reconciliation',
  master_key: 'Master key',
  service: 'Service',
  audit: 'Audit log',
  backup: 'Backups',
  retention: 'Retention',
};
