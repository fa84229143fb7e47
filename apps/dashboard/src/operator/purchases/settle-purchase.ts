import { type NewAction, withAuditLog } from '@topup/core/audit';
import { type Decision, type DecisionOutcome, decidePurchase, type Purchase } from '@topup/core/purchase';
import { readPurchaseRecord } from '@topup/core/reporting';
import { assertNever, formatNaira, redactNumbers } from '@topup/core/shared';
import type { Settled } from '@topup/dashboard-contract';
import type { RequestHandler } from 'express';
import Joi from 'joi';
import type { Deps } from '../../deps';
import { actorOf, originOf } from '../../http/audit';
import { readFields } from '../../http/read-fields';
import { notFound } from '../../http/refusal';
import { line, token } from '../operator.input';
import { inFlight, neverSent, overtaken, takesNoToken, wasRefunded } from '../refusals';
import { requestedPurchase } from './requested-purchase';

type Given = { decision: Decision; note: string; token?: string };

const GIVEN = Joi.object<Given>({
  decision: Joi.valid('success', 'refund').required(),
  note: line,
  token: token.optional(),
});

/**
 * Settles a purchase by an operator's decision: `success`, the customer has the value; `refund`, the money goes back.
 */
export function settlePurchase({ db, operator }: Pick<Deps, 'db' | 'operator'>): RequestHandler {
  return async (request, response) => {
    const given = readFields(GIVEN, request.body);
    const { id } = await requestedPurchase(db, request);
    const record = await readPurchaseRecord(db, { id });
    if (record === null) throw notFound('purchase');
    const outcome = await withAuditLog(db, actorOf(response), originOf(response), async (tx) => {
      const { decision, ...evidence } = given;
      const result = await decidePurchase(tx, { id }, decision, evidence);
      return { result, action: isAudited(result) ? actionOf(record.purchase, given, result) : null };
    });
    enqueueFollowUps(operator.requery, outcome);
    response.json(toSettled(outcome));
  };
}

type Changing = Extract<DecisionOutcome, { kind: 'settled' | 'confirmed' | 'overtaken' }>;

/** Whether the decision changed anything on the purchase. */
const isAudited = (outcome: DecisionOutcome): outcome is Changing =>
  outcome.kind === 'settled' || outcome.kind === 'overtaken' || (outcome.kind === 'confirmed' && outcome.reviewed);

function actionOf(
  { requestRef, accountId, recipient, providerOrder, amountKobo }: Purchase,
  { decision, note, token }: Given,
  outcome: Changing,
): NewAction {
  const redact = redactNumbers(recipient, providerOrder.contactPhone, token);
  const details = {
    decision,
    outcome: outcome.kind,
    status: outcome.status,
    amount: formatNaira(amountKobo),
    ...(token && { token: 'given' }),
  };
  return { action: 'purchase.settle', subject: requestRef, requestRef, accountId, note: redact(note), details };
}

/** After the commit. A lost job costs some seconds, until the sweeper finds the rows. */
function enqueueFollowUps(
  { enqueueEvent, enqueueNotification }: Deps['operator']['requery'],
  outcome: DecisionOutcome,
): void {
  if (outcome.kind !== 'settled') return;
  if (outcome.eventId !== null) enqueueEvent(outcome.eventId);
  if (outcome.notificationId !== null) enqueueNotification(outcome.notificationId);
}

/** @throws Refusal when the decision is refused */
function toSettled(outcome: DecisionOutcome): Settled {
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
