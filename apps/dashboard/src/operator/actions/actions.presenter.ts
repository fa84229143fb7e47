import type { RecordedAction } from '@topup/core';
import type { OperatorAction } from '@topup/dashboard-contract';

export const toldAction = ({ id, at, userEmail, action, subject, note, details }: RecordedAction): OperatorAction => ({
  id: String(id),
  at: at.toISOString(),
  by: userEmail,
  action,
  subject,
  note,
  details,
});
