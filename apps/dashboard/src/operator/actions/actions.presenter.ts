import type { AuditedAction } from '@topup/core/audit';
import { columnsOf, OF_ACCOUNT } from '../../http/csv';

export function toOperatorAction(action: AuditedAction) {
  const { actorKind: kind, userEmail: _email, keyName: _key, accountId: id, accountName, requestRef, ...row } = action;
  const account = id === null ? null : { id, name: accountName ?? id };
  return { ...row, kind, by: byOf(action), account, reference: requestRef };
}

/** The name of an actor: for a key its own, because its id says nothing to anybody. */
export const byOf = ({ actorKind, userEmail, keyName }: AuditedAction): string =>
  actorKind === 'key' && keyName !== null ? `API key "${keyName}"` : userEmail;

export const ACTION_COLUMNS = columnsOf<ReturnType<typeof toOperatorAction>>()([
  'id,at,kind,by,user_id,system_user,address',
  ...OF_ACCOUNT,
  'action,subject,subject_id,reference,note,before,after,details,session_id,request_id,db_role',
]);
