import { actorName, type By } from '../../audit/actor';
import { unchanged, withAuditLog } from '../../audit/with-audit-log';
import type { Refused } from '../../errors/refusal-catalog';
import type { Db } from '../../shared/db';
import { reconciliationActions } from '../reconciliation-actions';
import { type Resolving, resolveFinding } from './resolve-finding';

/** `entryKobo`: by how much our float was changed; 0: not at all. */
type DecidedFinding =
  | { kind: 'resolved'; entryKobo: bigint }
  | Refused<'no_such_finding' | 'finding_not_open' | 'nothing_suggested'>;

/** Ends a finding as a person says, with their name. It moves no money of an account. */
export const decideFinding = (db: Db, by: By, decision: Omit<Resolving, 'by'>): Promise<DecidedFinding> =>
  withAuditLog<DecidedFinding>(db, by, async (tx) => {
    const { id } = decision;
    const outcome = await resolveFinding(tx, { ...decision, by: actorName(by.actor) });
    if (outcome.kind === 'finding_not_open') return unchanged({ kind: outcome.kind, id, state: outcome.finding.state });
    if (outcome.kind !== 'resolved') return unchanged({ kind: outcome.kind, id });
    const { kind, finding, entryKobo } = outcome;
    return { result: { kind, entryKobo }, action: reconciliationActions.resolved(finding, { ...decision, entryKobo }) };
  });
