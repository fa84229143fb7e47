import type { NewAction } from '@topup/core/audit';
import {
  type GuardActor,
  type GuardedAction,
  type GuardRefusal,
  guardActorOf,
  requestApproval,
} from '@topup/core/operator-guard';
import type { Db, DbOrTransaction } from '@topup/core/shared';
import type { Asked } from '@topup/dashboard-contract';
import type { Response } from 'express';
import { actorOf, byOf, withFreshFactor } from '../../http/audit';
import { guardRefused } from '../refusals';

/** A step was not done, and the other operators were asked to approve it. */
export type AskedApproval = { kind: 'asked' } & Asked;

/** What the database answered to a step: it was done, or the approval policy did not allow it. */
type Tried<Done> = { done: Done; action: NewAction | null } | { refusal: GuardRefusal; guarded: GuardedAction };

/**
 * Tries a step of the signed-in operator, who needs a fresh second factor. When it needs an approval and the request
 * has a note, the approval is asked for in the same transaction.
 * @param approvalNote why, for whoever decides; undefined: a step that needs an approval is refused
 * @throws Refusal 409 `approval_needed`, 409 `cap_exceeded`; AccessEnded
 */
export function tryStep<Done extends { kind: string }>(
  db: Db,
  response: Response,
  approvalNote: string | undefined,
  work: (tx: DbOrTransaction, actor: GuardActor) => Promise<Tried<Done>>,
): Promise<Done | AskedApproval> {
  return withFreshFactor<Done | AskedApproval>(db, response, async (tx) => {
    const tried = await work(tx, guardActorOf(actorOf(response)));
    if ('done' in tried) return { result: tried.done, action: tried.action };
    const { refusal, guarded } = tried;
    if (refusal.kind === 'cap_exceeded' || approvalNote === undefined) throw guardRefused(refusal);
    const asked = await requestApproval(tx, byOf(response), guarded, approvalNote);
    if (asked.kind === 'cap_exceeded') throw guardRefused(asked);
    const { kind, id, expiresAt } = asked;
    const approval = { id, expiresAt: expiresAt.toISOString(), before: kind === 'requested_before' };
    return { result: { kind: 'asked', approval }, action: null }; // it records itself
  });
}

export const isAsked = (result: { kind: string }): result is AskedApproval => result.kind === 'asked';

/** The answer, after the commit. */
export function sendAsked(response: Response, { approval }: AskedApproval): void {
  response.status(202).json({ approval } satisfies Asked);
}
