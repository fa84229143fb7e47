import type { AuditedAction } from '@topup/core/audit';
import { pick } from '@topup/core/shared';
import { columnsOf } from '../../http/csv';
import { byOf } from '../../operator/actions/actions.presenter';

/** Of an operator's action, owners see what was done, and neither who it was, nor from where, nor what they noted. */
export function toAccountAction(row: AuditedAction) {
  const { actorKind } = row;
  const ofStaff = actorKind === 'operator' || actorKind === 'ops';
  const ofTheAccount = actorKind === 'user' || actorKind === 'key';
  return {
    ...pick(row, 'id', 'at', 'action', 'subject', 'before', 'after'),
    reference: row.requestRef,
    by: ofTheAccount ? byOf(row) : ofStaff ? 'Support' : 'System',
    address: ofStaff ? null : row.address,
    details: ofStaff ? {} : row.details,
  };
}

/** The columns of an exported file. */
export const ACTIVITY_COLUMNS = columnsOf<ReturnType<typeof toAccountAction>>()([
  'id,at,by,address,action,subject,reference,before,after,details',
]);
