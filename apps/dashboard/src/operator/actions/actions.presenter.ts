import type { AuditedAction } from '@topup/core/audit';
import type { OperatorAction } from '@topup/dashboard-contract';
import type { CsvColumn } from '../../http/csv';

export const toOperatorAction = (row: AuditedAction): OperatorAction => ({
  id: String(row.id),
  at: row.at.toISOString(),
  kind: row.actorKind,
  by: byOf(row),
  userId: row.userId,
  systemUser: row.systemUser,
  address: row.address,
  account: row.accountId === null ? null : { id: row.accountId, name: row.accountName ?? row.accountId },
  action: row.action,
  subject: row.subject,
  subjectId: row.subjectId,
  reference: row.requestRef,
  note: row.note,
  before: row.before,
  after: row.after,
  details: row.details,
  sessionId: row.sessionId,
  requestId: row.requestId,
  dbRole: row.dbRole,
});

/** The name of an actor: for a key its own, because its id says nothing to anybody. */
export const byOf = ({ actorKind, userEmail, keyName }: AuditedAction): string =>
  actorKind === 'key' && keyName !== null ? `API key "${keyName}"` : userEmail;

export const ACTION_COLUMNS: CsvColumn<OperatorAction>[] = [
  ['id', ({ id }) => id],
  ['at', ({ at }, time) => time(at)],
  ['kind', ({ kind }) => kind],
  ['by', ({ by }) => by],
  ['user_id', ({ userId }) => userId],
  ['system_user', ({ systemUser }) => systemUser],
  ['address', ({ address }) => address],
  ['account_id', ({ account }) => account?.id ?? null],
  ['account', ({ account }) => account?.name ?? null],
  ['action', ({ action }) => action],
  ['subject', ({ subject }) => subject],
  ['subject_id', ({ subjectId }) => subjectId],
  ['reference', ({ reference }) => reference],
  ['note', ({ note }) => note],
  ['before', ({ before }) => factsText(before)],
  ['after', ({ after }) => factsText(after)],
  ['details', ({ details }) => factsText(details)],
  ['session_id', ({ sessionId }) => sessionId],
  ['request_id', ({ requestId }) => requestId],
  ['db_role', ({ dbRole }) => dbRole],
];

/** As JSON; empty for no facts. */
export const factsText = (facts: Record<string, unknown> | null): string =>
  facts === null || Object.keys(facts).length === 0 ? '' : JSON.stringify(facts);
