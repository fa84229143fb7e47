import type { AuditedAction } from '@topup/core/audit';
import type { OperatorAction } from '@topup/dashboard-contract';

export const toOperatorAction = ({
  id,
  at,
  userEmail,
  action,
  subject,
  note,
  details,
}: AuditedAction): OperatorAction => ({
  id: String(id),
  at: at.toISOString(),
  by: userEmail,
  action,
  subject,
  note,
  details,
});
