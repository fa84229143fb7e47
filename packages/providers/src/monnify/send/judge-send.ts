import type { ProviderOrder, SendOutcome } from '@topup/core/provider';
import { type Answer, hasVend, namesAnotherOrder, readDelivery, readVend } from '../answer/read-answer';
import { stateOf, wordsOf } from '../answer/state-of-vend';
import { shutOut } from '../response-codes';

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

const unknown = (reason: string): Extract<SendOutcome, { kind: 'unknown' }> => ({
  kind: 'unknown',
  reason,
  rejection: null,
  orderSeen: false,
});
