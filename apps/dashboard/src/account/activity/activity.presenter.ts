import type { AuditedAction } from '@topup/core/audit';
import { escapeFormula } from '@topup/core/shared';
import type { AccountAction } from '@topup/dashboard-contract';
import { byOf, factsText } from '../../operator/actions/actions.presenter';

/** Of an operator's action, owners see what was done, and neither who it was, nor from where, nor the note. */
export const toAccountAction = (row: AuditedAction): AccountAction => ({
  id: String(row.id),
  at: row.at.toISOString(),
  by: actorOf(row),
  address: isOfTheAccount(row) ? row.address : null,
  action: row.action,
  subject: row.subject,
  reference: row.requestRef,
  before: row.before,
  after: row.after,
});

const isOfTheAccount = ({ actorKind }: AuditedAction): boolean => actorKind === 'user' || actorKind === 'key';

function actorOf(row: AuditedAction): string {
  if (isOfTheAccount(row)) return byOf(row);
  return row.actorKind === 'system' ? 'System' : 'Support';
}

/** The columns of an exported file. */
export const ACTIVITY_COLUMNS: [string, (row: AuditedAction) => string][] = [
  ['id', ({ id }) => String(id)],
  ['at', ({ at }) => at.toISOString()],
  ['by', (row) => escapeFormula(actorOf(row))],
  ['address', (row) => escapeFormula(toAccountAction(row).address ?? '')],
  ['action', ({ action }) => action],
  ['subject', ({ subject }) => escapeFormula(subject)],
  ['reference', ({ requestRef }) => escapeFormula(requestRef ?? '')],
  ['before', ({ before }) => factsText(before)],
  ['after', ({ after }) => factsText(after)],
];
