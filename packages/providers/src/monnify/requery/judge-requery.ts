import type { ProviderOrder, RequeryOutcome } from '@topup/core/provider';
import { type Answer, hasVend, namesAnotherOrder, readDelivery, readVend } from '../answer/read-answer';
import { stateOf, wordsOf } from '../answer/state-of-vend';
import { FAILED, notFoundText } from '../response-codes';

/** Decides what an answer to a requery says of the order. Only the exact words about our reference say "not found". */
export function judgeRequery(answer: Answer, order: ProviderOrder): RequeryOutcome {
  const vend = readVend(answer.body);
  const isNotFound = answer.failed && answer.message === notFoundText(order.providerRef) && !hasVend(vend);
  if (isNotFound && [200, 400, 404].includes(answer.httpStatus)) return { kind: 'missing' };
  if (!answer.ok) return { kind: 'unanswered', reason: `HTTP ${answer.httpStatus}: not successful` };
  if (namesAnotherOrder(vend, order) || vend.reference === null)
    return { kind: 'unanswered', reason: 'the answer names another order' };
  switch (stateOf(vend)) {
    case 'delivered':
      return { kind: 'delivered', ...readDelivery(answer.body, order) };
    case 'failed':
      return { kind: 'rejected', reversed: false, code: 'FAILED', reason: FAILED, fault: 'order' };
    case 'live':
      return { kind: 'open', reason: `status ${wordsOf(vend)}`, stuck: false };
    case null:
      return vend.status === null && vend.paymentStatus === null
        ? { kind: 'unanswered', reason: 'the answer has no status' }
        : { kind: 'open', reason: `status ${wordsOf(vend)} is not listed`, stuck: false };
  }
}
