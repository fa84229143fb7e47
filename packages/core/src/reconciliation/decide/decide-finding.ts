import { reconciliationActions } from '../../audit/actions';
import { actorName, type By } from '../../audit/actor';
import { withAuditLog } from '../../audit/with-audit-log';
import type { Db } from '../../shared/db';
import { type Resolved, type Resolving, resolveFinding } from './resolve-finding';

/** Ends a finding as a person says, with their name, and records that in the audit log. */
export function decideFinding(db: Db, by: By, decision: Omit<Resolving, 'by'>): Promise<Resolved> {
  return withAuditLog<Resolved>(db, by, async (tx) => {
    const result = await resolveFinding(tx, { ...decision, by: actorName(by.actor) });
    if (result.kind !== 'resolved') return { result, action: null };
    const { finding, entryKobo } = result;
    return { result, action: reconciliationActions.resolved(finding, { ...decision, entryKobo }) };
  });
}
