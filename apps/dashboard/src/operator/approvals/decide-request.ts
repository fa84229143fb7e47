import { withAuditLog } from '@topup/core/audit';
import { type ApprovalDecision, cancelApproval, decideApproval, findApproval } from '@topup/core/operator-guard';
import { assertNever } from '@topup/core/shared';
import { AccessEnded } from '@topup/core/user';
import type { RequestHandler } from 'express';
import Joi from 'joi';
import type { Deps } from '../../deps';
import { actorOf, byOf, originOf, withFreshFactor } from '../../http/audit';
import { parseIdParam } from '../../http/parse-id-param';
import { line, readFields } from '../../http/read-fields';
import { notFound } from '../../http/refusal';
import {
  aboutDecider,
  approvalDecided,
  approvalExpired,
  approvalNotDone,
  factorTooYoung,
  notYourRequest,
  ownRequest,
} from '../refusals';

/** Approves or declines. Approving does what was asked for, in the same transaction. */
export function decideRequest(
  { db, operator }: Pick<Deps, 'db' | 'operator'>,
  { approve }: { approve: boolean },
): RequestHandler {
  const body = Joi.object<{ note?: string }>({
    note: approve ? line.optional().empty('').label('Note') : line.label('Reason'),
  });
  return async (request, response) => {
    const id = parseIdParam(request, 'approval');
    const { note = null } = readFields(body, request.body);
    const decision = await withFreshFactor(db, response, async (tx) => ({
      result: await decideApproval(tx, byOf(response), { id, approve, note }),
      action: null, // it records itself
    }));
    requireDecided(decision);
    enqueueFollowUps(operator, decision);
    response.json({});
  };
}

/** Takes back one's own request. */
export function cancelRequest({ db }: Pick<Deps, 'db'>): RequestHandler {
  return async (request, response) => {
    const id = parseIdParam(request, 'approval');
    const outcome = await withAuditLog(db, actorOf(response), originOf(response), async (tx) => ({
      result: await cancelApproval(tx, byOf(response), id),
      action: null,
    }));
    if (outcome === 'no_such_approval') throw notFound('approval');
    if (outcome === 'not_yours') throw notYourRequest();
    if (outcome === 'decided_before') throw approvalDecided((await findApproval(db, id))?.state ?? 'decided');
    response.json({});
  };
}

/** A refund is told to the client. After the commit; a lost job costs some seconds. */
function enqueueFollowUps({ enqueueEvent, enqueueNotification }: Deps['operator'], decision: ApprovalDecision): void {
  if (decision.kind !== 'approved') return;
  if (decision.eventId !== null) enqueueEvent(decision.eventId);
  if (decision.notificationId !== null) enqueueNotification(decision.notificationId);
}

/** @throws Refusal; AccessEnded when the factor became stale, or the session ended, since the request came in */
function requireDecided(decision: ApprovalDecision): void {
  const { kind } = decision;
  switch (kind) {
    case 'approved':
    case 'declined':
      return;
    case 'no_such_approval':
      throw notFound('approval');
    case 'decided_before':
      throw approvalDecided(decision.state);
    case 'expired':
      throw approvalExpired();
    case 'own_request':
      throw ownRequest();
    case 'about_decider':
      throw aboutDecider();
    case 'factor_too_young':
      throw factorTooYoung();
    case 'factor_stale':
      throw new AccessEnded('factor_stale');
    case 'not_an_operator':
      throw new AccessEnded('signed_out');
    case 'not_done':
      throw approvalNotDone(decision.why);
    default:
      assertNever(kind);
  }
}
