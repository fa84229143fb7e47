import type { ApprovalKind } from '@topup/dashboard-contract';

/** What can need an approval, as headings. */
export const APPROVAL_KINDS: Record<ApprovalKind, string> = {
  fund: 'Funding',
  adjust: 'Adjustment',
  refund: 'Refund',
  limits: 'Operator limits',
  price: 'Price below cost',
  operator_add: 'New operator',
  operator_link: 'Operator password link',
  operator_factor_reset: 'Two-factor authentication reset',
  operator_disable: 'Disable operator',
  owner_add: 'Another owner of an account',
};
