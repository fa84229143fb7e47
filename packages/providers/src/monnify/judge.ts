import type { ProviderOrder, RequeryOutcome, SendOutcome } from '@topup/core/provider';
import { type Answer, hasVend, namesAnotherOrder, readDelivery, readVend, type Vend } from './read-answer';
import { FAILED, notFoundText, STATUSES, shutOut, UNPAID } from './response-codes';

/** Why a vend's answer leaves its outcome unknown when it names a reference that Monnify made itself. */
export const FOREIGN = 'the answer has another reference than ours';

/**
 * Decides what an answer to the first and only vend of an order means. Only SUCCESS under our reference delivers, and
 * only 401 and 403 refuse: every error has the same code, so none proves that nothing ran.
 */
export function judgeSend(answer: Answer, order: ProviderOrder): SendOutcome {
  const vend = readVend(answer.body);
  if (namesAnotherOrder(vend, order)) return { ...unknown(FOREIGN), orderSeen: true };
  const { httpStatus, isJson, works } = answer;
  if ((httpStatus === 401 || httpStatus === 403) && !works && !hasVend(vend))
    return { kind: 'rejected', ...shutOut(httpStatus) };
  if (!answer.ok)
    return {
      ...unknown(isJson ? `HTTP ${httpStatus}: not successful` : `HTTP ${httpStatus}`),
      orderSeen: hasVend(vend),
    };
  // without our reference it proves no delivery, but whatever else it has of an order is one
  if (vend.reference === null) return { ...unknown('the answer does not name our order'), orderSeen: hasVend(vend) };
  const state = stateOf(vend);
  if (state === 'delivered') return { kind: 'delivered', ...readDelivery(answer.body, order) };
  // a requery has to confirm a failure: the record may still change
  return { ...unknown(`status ${wordsOf(vend)}`), orderSeen: true };
}

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

/**
 * The delivery decides, unless its payment is still in progress or contradicts it. A word of a payment that is not
 * listed holds back no delivery; a failure refunds, so it needs a payment that is not there or failed too.
 */
function stateOf({ status, paymentStatus }: Vend): 'delivered' | 'live' | 'failed' | null {
  const delivery = status === null ? undefined : STATUSES.get(status);
  const payment = paymentStatus === null ? undefined : STATUSES.get(paymentStatus);
  if (delivery === undefined) return null;
  if (delivery === 'live' || payment === 'live') return 'live';
  if (delivery === 'delivered') return paymentStatus !== null && UNPAID.has(paymentStatus) ? null : 'delivered';
  return paymentStatus === null || payment === 'failed' ? 'failed' : null;
}

const wordsOf = ({ status, paymentStatus }: Vend): string =>
  paymentStatus === null ? `${status}` : `${status}, payment ${paymentStatus}`;

const unknown = (reason: string): Extract<SendOutcome, { kind: 'unknown' }> => ({
  kind: 'unknown',
  reason,
  rejection: null,
  orderSeen: false,
});
