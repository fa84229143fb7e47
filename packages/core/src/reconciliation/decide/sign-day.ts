import { reconciliationActions } from '../../audit/actions';
import { actorName, type By } from '../../audit/actor';
import { withAuditLog } from '../../audit/with-audit-log';
import type { Db } from '../../shared/db';
import { type Closing, closeDay } from './close-day';

/** Closes a day with the name of a person, and records that in the audit log. */
export function signDay(db: Db, by: By, which: { provider: string; day: string; now: Date }): Promise<Closing> {
  return withAuditLog<Closing>(db, by, async (tx) => {
    const result = await closeDay(tx, { ...which, by: actorName(by.actor) });
    return { result, action: result.kind === 'closed' ? reconciliationActions.closed(result.report) : null };
  });
}
