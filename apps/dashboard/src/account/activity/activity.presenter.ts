import type { AuditedAction } from '@topup/core/audit';
import { escapeFormula } from '@topup/core/shared';
import type { AccountAction } from '@topup/dashboard-contract';
import type { CsvColumn } from '../../http/csv';
import { byOf, factsText } from '../../operator/actions/actions.presenter';

/** Of an operator's action, owners see what was done, and neither who it was, nor from where, nor what they noted. */
export const toAccountAction = (row: AuditedAction): AccountAction => ({
  id: String(row.id),
  at: row.at.toISOString(),
  by: actorOf(row),
  address: isOfStaff(row) ? null : row.address,
  action: row.action,
  subject: row.subject,
  reference: row.requestRef,
  before: row.before,
  after: row.after,
  details: isOfStaff(row) ? {} : row.details,
});

const isOfTheAccount = ({ actorKind }: AuditedAction): boolean => actorKind === 'user' || actorKind === 'key';

const isOfStaff = ({ actorKind }: AuditedAction): boolean => actorKind === 'operator' || actorKind === 'ops';

function actorOf(row: AuditedAction): string {
  if (isOfTheAccount(row)) return byOf(row);
  return isOfStaff(row) ? 'Support' : 'System';
}

/** The columns of an exported file. */
export const ACTIVITY_COLUMNS: CsvColumn<AuditedAction>[] = [
  ['id', ({ id }) => String(id)],
  ['at', ({ at }, time) => time(at)],
  ['by', (row) => escapeFormula(actorOf(row))],
  ['address', (row) => escapeFormula(toAccountAction(row).address ?? '')],
  ['action', ({ action }) => action],
  ['subject', ({ subject }) => escapeFormula(subject)],
  ['reference', ({ requestRef }) => escapeFormula(requestRef ?? '')],
  ['before', ({ before }) => factsText(before)],
  ['after', ({ after }) => factsText(after)],
  ['details', (row) => factsText(toAccountAction(row).details)],
];
