import { purchaseAction, withAuditLog } from '@topup/core/audit';
import type { RequeryOutcome } from '@topup/core/provider';
import { findPurchase, findSentPurchase, requeryByHand } from '@topup/core/purchase';
import { assertNever } from '@topup/core/shared';
import type { Requeried } from '@topup/dashboard-contract';
import type { RequestHandler } from 'express';
import type { Deps } from '../../deps';
import { actorOf, originOf } from '../../http/audit';
import { notFound } from '../../http/refusal';
import { inFlight, nothingToRequery } from '../refusals';
import { requestedPurchase } from './requested-purchase';

/**
 * Asks the provider about a purchase now, and lets a worker ask too, which alone records an outcome. The action is
 * recorded before the provider is asked, because no transaction can hold both.
 */
export function requery({ db, operator }: Pick<Deps, 'db' | 'operator'>): RequestHandler {
  return async (request, response) => {
    const { id, accountId, reference } = await requestedPurchase(db, request);
    const purchase = await findPurchase(db, { id });
    if (purchase === null) throw notFound('purchase');
    if (purchase.sends === 0 || purchase.providerRef === null) throw nothingToRequery();
    const sent = await findSentPurchase(db, purchase.providerRef);
    if (sent === null) throw inFlight(null);
    const action = purchaseAction('requery', { requestRef: reference, accountId });
    await withAuditLog(db, actorOf(response), originOf(response), async () => ({ result: null, action }));
    const outcome = await requeryByHand({ db, ...operator.requery }, sent);
    const { status, finalAt } = (await findPurchase(db, { id })) ?? purchase;
    const answer = `${answerLabel(outcome)}${finalAt === null ? ` ${RECORDED_BY_WORKER}` : ''}`;
    response.json({ status, answer } satisfies Requeried);
  };
}

const RECORDED_BY_WORKER = 'A worker also checks it within seconds and records the outcome.';

function answerLabel(outcome: RequeryOutcome): string {
  switch (outcome.kind) {
    case 'delivered':
      return outcome.mismatch === null
        ? 'Delivered by the provider.'
        : `Delivered by the provider, but not as ordered: ${outcome.mismatch}.`;
    case 'rejected':
      return `${outcome.reversed ? 'Reversed' : 'Refused'} by the provider (code ${outcome.code}): ${outcome.reason}`;
    case 'refused':
      return `Refused by the provider (code ${outcome.code}): ${outcome.reason}`;
    case 'missing':
      return 'The provider has no such order.';
    case 'open': {
      const asks = outcome.stuck ? ' The provider asks for a manual review.' : '';
      return `Still pending at the provider: ${outcome.reason}.${asks}`;
    }
    case 'unanswered':
      return `The provider did not answer: ${outcome.reason}.`;
    default:
      return assertNever(outcome);
  }
}
