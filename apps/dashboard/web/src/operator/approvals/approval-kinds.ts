import type { ApprovalKind } from '@topup/dashboard-contract';

/** What can need an approval, as headings. */
export const APPROVAL_KINDS: Record<ApprovalKind, string> = {
  fund: 'Funding',
  adjust: 'Adjustment',
  refund: 'Refund',
  limits: 'Change of the limits',
  operator_add: 'New operator',
  operator_link: 'Link for an operator',
  operator_factor_reset: 'Reset of a second factor',
  operator_disable: 'Disabling of an operator',
};
