import type { ProviderOrder, Rejection, SendOutcome } from '@topup/core/provider';
import { isLive, namesAnotherOrder, readDelivery } from '../answer/check-echo';
import { type Answer, isReadable, isSuccess } from '../answer/read-answer';
import { RESPONSE_CODES, rejectionOf, shutOut } from '../response-codes';

/**
 * Decides what an answer to the first and only `/pay` of an order means. `delivered` and `rejected` need proof: a
 * trusted HTTP status, a listed code, and a status that does not contradict it. Everything else is `unknown`.
 */
export function judgeSend(answer: Answer, order: ProviderOrder): SendOutcome {
  if (namesAnotherOrder(answer, order)) return unknown(answer, 'the answer names another order');
  if (isBareRefusal(answer)) return { kind: 'rejected', ...shutOut(answer.httpStatus) };
  if (!isReadable(answer.httpStatus)) return unknown(answer, `HTTP ${answer.httpStatus}`);
  if (answer.code === null) return unknown(answer, answer.isJson ? 'the answer has no code' : 'the answer is not JSON');

  const row = RESPONSE_CODES.get(answer.code);
  if (row === undefined) return unknown(answer, `code ${answer.code} is not listed`);
  const because = `code ${row.code} (${row.meaning})`;
  switch (row.pay) {
    case 'by-status':
      return judgeStatus(answer, order, rejectionOf(row));
    case 'rejected':
      if (isLive(answer)) return unknown(answer, `${because} contradicts the status`);
      return { kind: 'rejected', ...rejectionOf(row) };
    case 'rejected-if-failed':
      if (answer.status === 'failed') return { kind: 'rejected', ...rejectionOf(row) };
      return unknown(answer, `${because} without status failed`);
    case 'confirm':
      if (isLive(answer)) return unknown(answer, `${because} contradicts the status`);
      return unknown(answer, because, rejectionOf(row));
    case 'seen':
    case 'unknown':
      return unknown(answer, because);
  }
}

/** Code 000 only says that the order was processed: its status says how. */
function judgeStatus(answer: Answer, order: ProviderOrder, rejection: Rejection): SendOutcome {
  if (!isSuccess(answer.httpStatus)) return unknown(answer, `code ${rejection.code} under HTTP ${answer.httpStatus}`);
  switch (answer.status) {
    case 'delivered':
      return { kind: 'delivered', ...readDelivery(answer, order) };
    case 'reversed':
      return { kind: 'rejected', ...rejection };
    // "processed" and "failed" contradict each other: a requery must agree
    case 'failed':
      return unknown(answer, `code ${rejection.code} with status failed`, rejection);
    case 'initiated':
    case 'pending':
    case 'resolved':
      return unknown(answer, `status ${answer.status}`);
    default:
      return unknown(answer, `code ${rejection.code} without a listed status`);
  }
}

function unknown(answer: Answer, reason: string, rejection: Rejection | null = null): SendOutcome {
  return { kind: 'unknown', reason, rejection: rejection, orderSeen: provesOrder(answer) };
}

/** Counts under any HTTP status, because it only prevents a refund: that of an order which VTpass does not know. */
function provesOrder(answer: Answer): boolean {
  if (isLive(answer)) return true;
  // "processed" with "failed" shows an order too: a later "no such order" would contradict it
  if (answer.code === '000') return answer.status !== 'reversed';
  return answer.code !== null && RESPONSE_CODES.get(answer.code)?.pay === 'seen';
}

/** Rejected by VTpass or a proxy in front of it before any code of the API was reached: there is no JSON. */
function isBareRefusal(answer: Answer): boolean {
  return !answer.isJson && (answer.httpStatus === 401 || answer.httpStatus === 403);
}
