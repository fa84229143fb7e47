import { type NewAction, withAuditLog } from '@topup/core/audit';
import { type Decision, type DecisionOutcome, decidePurchase, type Purchase } from '@topup/core/purchase';
import { readPurchaseRecord } from '@topup/core/reporting';
import { assertNever, formatNaira, redactNumbers } from '@topup/core/shared';
import type { PurchaseStatus } from '@topup/dashboard-contract';
import type { RequestHandler } from 'express';
import Joi from 'joi';
import type { Deps } from '../../deps';
import { readFields } from '../../http/read-fields';
import { notFound, Refusal } from '../../http/refusal';
import { operatorOf } from '../audit-actor';
import { line, token } from '../operator.input';

type Given = { decision: Decision; note: string; token?: string };

const GIVEN = Joi.object<Given>({
  decision: Joi.valid('success', 'refund').required(),
  note: line,
  token: token.optional(),
});

/** Decides a purchase by what a person has found out: `success`, the customer has the value; `refund`, they do not and the money goes back. */
export function settle({ db, operator }: Pick<Deps, 'db' | 'operator'>): RequestHandler {
  return async (request, response) => {
    const reference = String(request.params.reference);
    const given = readFields(GIVEN, request.body);
    const known = await readPurchaseRecord(db, reference);
    if (known === null) throw notFound('purchase');
    const outcome = await withAuditLog(db, operatorOf(response), async (tx) => {
      const { decision, ...evidence } = given;
      const result = await decidePurchase(tx, reference, decision, evidence);
      return { result, action: isRecorded(result) ? actionOf(known.purchase, given, result) : null };
    });
    hint(operator.requery, outcome);
    response.json(answerTo(outcome));
  };
}

type Changing = Extract<DecisionOutcome, { kind: 'settled' | 'confirmed' | 'overtaken' }>;

/** What has left a trace on the purchase. */
const isRecorded = (outcome: DecisionOutcome): outcome is Changing =>
  outcome.kind === 'settled' || outcome.kind === 'overtaken' || (outcome.kind === 'confirmed' && outcome.reviewed);

function actionOf(
  { requestRef, accountId, recipient, providerOrder, amountKobo }: Purchase,
  { decision, note, token }: Given,
  outcome: Changing,
): NewAction {
  const hide = redactNumbers(recipient, providerOrder.contactPhone, token);
  const details = {
    decision,
    outcome: outcome.kind,
    status: outcome.status,
    amount: formatNaira(amountKobo),
    ...(token && { token: 'given' }),
  };
  return { action: 'purchase.settle', subject: requestRef, requestRef, accountId, note: hide(note), details };
}

/** Only now that it is committed. A hint that gets lost costs seconds: the sweeper finds the rows. */
function hint({ enqueueEvent, enqueueNotification }: Deps['operator']['requery'], outcome: DecisionOutcome): void {
  if (outcome.kind !== 'settled') return;
  if (outcome.eventId !== null) enqueueEvent(outcome.eventId);
  if (outcome.notificationId !== null) enqueueNotification(outcome.notificationId);
}

function answerTo(outcome: DecisionOutcome): { status: PurchaseStatus; changed: boolean } {
  switch (outcome.kind) {
    case 'settled':
      return { status: outcome.status, changed: true };
    case 'confirmed':
      return { status: outcome.status, changed: false };
    case 'not_found':
      throw notFound('purchase');
    case 'never_sent':
      throw new Refusal(
        409,
        'never_sent',
        'It was never sent to the provider, so it cannot have succeeded: only a refund is possible.',
      );
    case 'takes_no_token': {
      const message =
        'A token goes with success of a prepaid electricity purchase that is still open, and with nothing else.';
      throw new Refusal(409, 'takes_no_token', message, { token: message });
    }
    case 'in_flight': {
      const until = outcome.until === null ? '' : ` until ${outcome.until.toISOString()}`;
      throw new Refusal(409, 'in_flight', `A send may be under way${until}: wait for its outcome, then look again.`);
    }
    case 'was_refunded':
      throw new Refusal(
        409,
        'was_refunded',
        `It is ${outcome.status} and its money went back, which stays so: a refund closes its review.`,
      );
    case 'overtaken':
      throw new Refusal(
        409,
        'overtaken',
        `It became ${outcome.status} in this very moment: your decision is noted on it, and it is under review.`,
      );
    default:
      return assertNever(outcome);
  }
}
