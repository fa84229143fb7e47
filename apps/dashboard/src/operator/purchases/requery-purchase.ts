import { withAuditLog } from '@topup/core/audit';
import type { RequeryOutcome } from '@topup/core/provider';
import { findPurchase, findSentPurchase, requeryPurchase } from '@topup/core/purchase';
import { assertNever } from '@topup/core/shared';
import type { Requeried } from '@topup/dashboard-contract';
import type { RequestHandler } from 'express';
import type { Deps } from '../../deps';
import { actorOf, originOf } from '../../http/audit';
import { notFound } from '../../http/refusal';
import { inFlight, nothingToRequery } from '../refusals';
import { requestedPurchase } from './requested-purchase';

/**
 * Requeries a purchase now, by the rules of the sweeper. The action is recorded before the provider is asked, because
 * no transaction can hold both; the outcome is in the purchase's own history.
 */
export function requery({ db, operator }: Pick<Deps, 'db' | 'operator'>): RequestHandler {
  return async (request, response) => {
    const { id, accountId, reference } = await requestedPurchase(db, request);
    const purchase = await findPurchase(db, { id });
    if (purchase === null) throw notFound('purchase');
    if (purchase.sends === 0 || purchase.providerRef === null) throw nothingToRequery();
    const sent = await findSentPurchase(db, purchase.providerRef);
    if (sent === null) throw inFlight(null);
    const action = { action: 'purchase.requery', subject: reference, requestRef: reference, accountId };
    await withAuditLog(db, actorOf(response), originOf(response), async () => ({ result: null, action }));
    const outcome = await requeryPurchase(operator.requery, sent);
    const now = await findPurchase(db, { id });
    response.json({ status: now?.status ?? purchase.status, answer: answerLabel(outcome) } satisfies Requeried);
  };
}

function answerLabel(outcome: RequeryOutcome): string {
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
