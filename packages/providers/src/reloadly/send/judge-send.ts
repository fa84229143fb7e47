import type { ProviderOrder, SendOutcome } from '@topup/core/provider';
import { namesAnotherOrder, readDelivery } from '../answer/check-echo';
import { type Answer, codeOf, hasOrder, isShutOut, isSuccess } from '../answer/read-answer';
import { FAILED, RESPONSE_CODES, rejectionOf, STATUSES, shutOut } from '../response-codes';

/**
 * Decides what an answer to the first and only `POST /topups` of an order means. `delivered` needs a status of 2xx and
 * our reference; `rejected` also a listed state, or a listed code under its own HTTP status. All else is `unknown`.
 */
export function judgeSend(answer: Answer, order: ProviderOrder): SendOutcome {
  if (namesAnotherOrder(answer.topUp, order)) return unknown(answer, 'the answer names another order');
  if (isSuccess(answer.httpStatus)) return judgeTopUp(answer, order);
  if (isShutOut(answer)) return { kind: 'rejected', ...shutOut(codeOf(answer)) };
  if (answer.refusal === null) return unknown(answer, `HTTP ${answer.httpStatus}`);

  const because = `code ${codeOf(answer)} under HTTP ${answer.httpStatus}`;
  const row = RESPONSE_CODES.get(codeOf(answer));
  if (row === undefined) return unknown(answer, `${because} is not listed`);
  if (row.proves !== 'refused' || !row.http.includes(answer.httpStatus)) return unknown(answer, because);
  // a refusal leaves no record, so an order beside it contradicts it
  if (hasOrder(answer)) return unknown(answer, `${because} beside an order`);
  return { kind: 'rejected', ...rejectionOf(row) };
}

function judgeTopUp(answer: Answer, order: ProviderOrder): SendOutcome {
  const { topUp, refusal } = answer;
  if (!answer.isJson) return unknown(answer, 'the answer is not JSON');
  if (refusal !== null) return unknown(answer, `code ${codeOf(answer)} under HTTP ${answer.httpStatus}`);
  if (topUp.status === null) return unknown(answer, 'the answer has no status');
  if (topUp.reference === null) return unknown(answer, `status ${topUp.status} of no order`);
  switch (STATUSES.get(topUp.status)) {
    case 'delivered':
      return { kind: 'delivered', ...readDelivery(topUp, order) };
    case 'ended':
      return { kind: 'rejected', code: topUp.status, reason: FAILED, fault: 'order' };
    case 'live':
      return unknown(answer, `status ${topUp.status}`);
    case undefined:
      return unknown(answer, `status ${topUp.status} is not listed`);
  }
}

/** Makes an unknown outcome. Proof of the order counts at any HTTP status: it only bars refunds after "not found". */
const unknown = (answer: Answer, reason: string): SendOutcome => ({
  kind: 'unknown',
  reason,
  rejection: null,
  orderSeen: hasOrder(answer) || RESPONSE_CODES.get(codeOf(answer))?.proves === 'seen',
});
