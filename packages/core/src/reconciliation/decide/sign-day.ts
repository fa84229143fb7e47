import { actorName, type By } from '../../audit/actor';
import { unchanged, withAuditLog } from '../../audit/with-audit-log';
import type { Refused } from '../../errors/refusal-catalog';
import type { Db } from '../../shared/db';
import { reconciliationActions } from '../reconciliation-actions';
import type { ReadDay } from '../records';
import { type CloseRefusal, closeDay } from './close-day';
import { readDay } from './read-day';

/** Closes a day with the name of a person. `signed`: the day, which never changes any more. */
export async function signDay(
  db: Db,
  by: By,
  which: { provider: string; day: string; now: Date },
): Promise<{ kind: 'closed'; signed: ReadDay } | Refused<CloseRefusal>> {
  const { provider, day } = which;
  const closing = await withAuditLog<{ kind: 'closed' } | Refused<CloseRefusal>>(db, by, async (tx) => {
    const { kind, report } = await closeDay(tx, { ...which, by: actorName(by.actor) });
    if (kind === 'closed') return { result: { kind }, action: reconciliationActions.closed(report) };
    const { openOrders: open = 0, openFindings: findings = 0, driftKobo = 0n, unexplainedKobo = 0n } = report ?? {};
    return unchanged({ kind, day, open, findings, driftKobo, unexplainedKobo });
  });
  if (closing.kind !== 'closed') return closing;
  const signed = await readDay(db, provider, day);
  if (signed === null) throw new Error('a day is closed that cannot be read');
  return { kind: 'closed', signed };
}
