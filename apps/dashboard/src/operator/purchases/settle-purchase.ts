import { decisionAction } from '@topup/core/audit';
import { type Decision, type DecisionOutcome, decidePurchase, type Evidence } from '@topup/core/purchase';
import { readPurchaseRecord } from '@topup/core/reporting';
import { assertNever } from '@topup/core/shared';
import type { Settled } from '@topup/dashboard-contract';
import type { RequestHandler } from 'express';
import Joi from 'joi';
import type { Deps } from '../../deps';
import { line, readFields } from '../../http/read-fields';
import { notFound } from '../../http/refusal';
import { isAsked, sendAsked, tryStep } from '../approvals/try-step';
import { approvalNote, keyChangeTokens, token } from '../operator.input';
import { inFlight, neverSent, overtaken, takesNoToken, unclearTokens, wasRefunded } from '../refusals';
import { requestedPurchase } from './requested-purchase';

type Given = { decision: Decision; approvalNote?: string } & Evidence;

const GIVEN = Joi.object<Given>({
  decision: Joi.valid('success', 'refund').required(),
  note: line,
  token: token.optional(),
  keyChangeTokens: keyChangeTokens.optional(),
  bonusToken: token.optional(),
  approvalNote,
});

/**
 * Settles a purchase by an operator's decision: `success`, the customer has the value; `refund`, the money goes back.
 */
export function settlePurchase({ db, operator }: Pick<Deps, 'db' | 'operator'>): RequestHandler {
  return async (request, response) => {
    const { approvalNote, ...given } = readFields(GIVEN, request.body);
    const { id } = await requestedPurchase(db, request);
    const record = await readPurchaseRecord(db, { id });
    if (record === null) throw notFound('purchase');
    const outcome = await tryStep<Decided>(db, response, approvalNote, async (tx, actor) => {
      const { decision, ...evidence } = given;
      const result = await decidePurchase(tx, { id }, decision, evidence, actor);
      if (result.kind === 'refused') return result;
      return { done: result, action: decisionAction(record.purchase, given, result) };
    });
    if (isAsked(outcome)) return sendAsked(response, outcome);
    enqueueFollowUps(operator, outcome);
    response.json(toSettled(outcome));
  };
}

/** What the approval policy did not stop. */
type Decided = Exclude<DecisionOutcome, { kind: 'refused' }>;

/** After the commit. A lost job costs some seconds, until the sweeper finds the rows. */
function enqueueFollowUps({ enqueueEvent, enqueueNotification }: Deps['operator'], outcome: Decided): void {
  if (outcome.kind !== 'settled') return;
  if (outcome.eventId !== null) enqueueEvent(outcome.eventId);
  if (outcome.notificationId !== null) enqueueNotification(outcome.notificationId);
}

/** @throws Refusal when the decision is refused */
function toSettled(outcome: Decided): Settled {
  switch (outcome.kind) {
    case 'settled':
      return { status: outcome.status, changed: true };
    case 'confirmed':
      return { status: outcome.status, changed: false };
    case 'not_found':
      throw notFound('purchase');
    case 'never_sent':
      throw neverSent();
    case 'takes_no_token':
      throw takesNoToken();
    case 'unclear_tokens':
      throw unclearTokens();
    case 'in_flight':
      throw inFlight(outcome.until);
    case 'was_refunded':
      throw wasRefunded(outcome.status);
    case 'overtaken':
      throw overtaken(outcome.status);
    default:
      return assertNever(outcome);
  }
}
