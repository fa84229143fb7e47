import { insertAction } from '@topup/core/audit';
import type { RequeryOutcome } from '@topup/core/provider';
import { findPurchase, findSentPurchase, requeryPurchase } from '@topup/core/purchase';
import { assertNever } from '@topup/core/shared';
import type { Requeried } from '@topup/dashboard-contract';
import type { RequestHandler } from 'express';
import type { Deps } from '../../deps';
import { notFound, Refusal } from '../../http/refusal';
import { operatorOf } from '../audit-actor';

/**
 * Asks the provider about a purchase now, and records what it says by the rules of the sweeper: a delivery settles, a refusal gives the money back where the
 * rules allow it, and what is final already is at most put before a person. That it was asked for is recorded before the provider is asked, because no
 * transaction can hold both; what came of it stands in the purchase's own history.
 */
export function requery({ db, operator }: Pick<Deps, 'db' | 'operator'>): RequestHandler {
  return async (request, response) => {
    const reference = String(request.params.reference);
    const purchase = await findPurchase(db, reference);
    if (purchase === null) throw notFound('purchase');
    if (purchase.sends === 0 || purchase.providerRef === null)
      throw new Refusal(409, 'never_sent', 'It has not been sent to the provider, so there is nothing to ask about.');
    const sent = await findSentPurchase(db, purchase.providerRef);
    if (sent === null)
      throw new Refusal(409, 'in_flight', 'Its send may be under way: wait for its outcome, then look again.');
    const action = {
      action: 'purchase.requery',
      subject: reference,
      requestRef: reference,
      accountId: purchase.accountId,
    };
    await insertAction(db, operatorOf(response), action);
    const outcome = await requeryPurchase(operator.requery, sent);
    const now = await findPurchase(db, reference);
    response.json({ status: now?.status ?? purchase.status, answer: wordsOf(outcome) } satisfies Requeried);
  };
}

function wordsOf(outcome: RequeryOutcome): string {
  switch (outcome.kind) {
    case 'delivered':
      return outcome.mismatch === null
        ? 'The provider has delivered it.'
        : `The provider has delivered it, but not as ordered: ${outcome.mismatch}.`;
    case 'rejected':
      return `The provider ${outcome.reversed ? 'took it back' : 'rejected it'} (code ${outcome.code}): ${outcome.reason}`;
    case 'refused':
      return `The provider refuses it (code ${outcome.code}): ${outcome.reason}`;
    case 'missing':
      return 'The provider knows no such order.';
    case 'open':
      return `The provider has not decided it yet: ${outcome.reason}.${outcome.stuck ? ' It asks for a person.' : ''}`;
    case 'unanswered':
      return `The provider did not answer: ${outcome.reason}.`;
    default:
      return assertNever(outcome);
  }
}
