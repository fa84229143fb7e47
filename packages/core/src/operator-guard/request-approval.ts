import { insertAction } from '../audit/action.store';
import type { By } from '../audit/actor';
import { unchanged, withAuditLog } from '../audit/with-audit-log';
import type { Refused } from '../errors/refusal-catalog';
import { mailOperators } from '../mail/mail.store';
import type { Db, DbOrTransaction } from '../shared/db';
import { cancelStored, findApproval, insertRequest, type RequestOutcome } from './approval.store';
import { approvalSentence } from './approval-sentence';
import { approvalAction } from './guard-actions';
import { type GuardedAction, guardActorOf } from './guarded-action';

/**
 * Asks the other operators to approve a guarded action, and records that. `note`: why, for the operator who decides
 * within 24 hours. `ops` asks for the operator of its `--as`, who is sent a mail too.
 * @throws Error when `ops` asks for nobody, or for somebody who is no operator
 */
export async function requestApproval(
  tx: DbOrTransaction,
  { actor, origin }: By,
  action: GuardedAction,
  note: string,
): Promise<RequestOutcome> {
  const asking = guardActorOf(actor);
  const outcome = await insertRequest(tx, action, note, asking);
  if (outcome.kind !== 'requested') return outcome;
  const approval = await findApproval(tx, outcome.id);
  if (approval === null) throw new Error('a request is never deleted');
  await insertAction(tx, actor, origin, approvalAction('request', approval, note));
  const named =
    asking.as === null
      ? ''
      : '\n`ops` made this request for the operator in brackets, who cannot approve it. If that is you, and you ' +
        'did not ask, tell the other operators.\n';
  const text =
    `Hello,\n\n${approval.requester} asks for your approval: ${approvalSentence(approval)}.\n\nNote: ${note}\n\n` +
    'Decide in the console, under "Approvals". The request expires at ' +
    `${approval.expiresAt.toISOString().slice(0, 16).replace('T', ' ')} UTC.\n`;
  // the operator of --as is mailed too: somebody else may have given their name
  await mailOperators(tx, { subject: 'Approval requested', text: text + named }, [asking.id]);
  return outcome;
}

type Cancelled = { kind: 'cancelled' } | Refused<'no_such_approval' | 'not_your_request' | 'approval_decided'>;

/** Takes a request back; only who made it can. */
export const cancelApproval = (db: Db, by: By, id: string): Promise<Cancelled> =>
  withAuditLog<Cancelled>(db, by, async (tx) => {
    const outcome = await cancelStored(tx, id, guardActorOf(by.actor));
    const approval = await findApproval(tx, id);
    if (outcome === 'no_such_approval' || approval === null) return unchanged({ kind: 'no_such_approval', id });
    if (outcome === 'not_yours') return unchanged({ kind: 'not_your_request' });
    if (outcome === 'decided_before') return unchanged({ kind: 'approval_decided', state: approval.state });
    return { result: { kind: outcome }, action: approvalAction('cancel', approval) };
  });
