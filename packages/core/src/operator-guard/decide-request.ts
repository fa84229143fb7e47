import type { By } from '../audit/actor';
import { unchanged, withAuditLog } from '../audit/with-audit-log';
import type { Refused } from '../errors/refusal-catalog';
import type { Db } from '../shared/db';
import { AccessEnded } from '../user/write-as';
import { type ApprovalDecision, decideApproval } from './decide-approval';

type DecidedRequest =
  | Extract<ApprovalDecision, { kind: 'approved' }>
  | { kind: 'declined' }
  | Refused<
      | 'no_such_approval'
      | 'approval_decided'
      | 'approval_expired'
      | 'own_request'
      | 'about_decider'
      | 'factor_too_young'
      | 'approval_not_done'
    >;

/**
 * Approves or declines a request, with a fresh second factor. Approving does what was asked for, in the same
 * transaction; enqueue afterwards what it has written.
 * @throws AccessEnded when the factor became stale, or the session ended, meanwhile
 */
export async function decideRequest(
  db: Db,
  by: By,
  request: { id: string; approve: boolean; note: string | null },
): Promise<DecidedRequest> {
  const decision = await withAuditLog<ApprovalDecision>(
    db,
    by,
    async (tx) => unchanged(await decideApproval(tx, by, request)), // it records itself
    { fresh: true },
  );
  switch (decision.kind) {
    case 'no_such_approval':
      return { kind: decision.kind, id: request.id };
    case 'decided_before':
      return { kind: 'approval_decided', state: decision.state };
    case 'expired':
      return { kind: 'approval_expired' };
    case 'not_done':
      return { kind: 'approval_not_done', why: decision.why };
    case 'factor_stale':
      throw new AccessEnded('factor_stale');
    case 'not_an_operator':
      throw new AccessEnded('signed_out');
    case 'approved':
      return decision;
    default:
      return { kind: decision.kind };
  }
}
