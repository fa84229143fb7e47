import type { ProviderOrder, Rejection, RequeryOutcome } from '@topup/core/provider';
import { isLive, namesAnotherOrder, readDelivery } from '../answer/check-echo';
import { type Answer, isReadable, isSuccess } from '../answer/read-answer';
import { RESPONSE_CODES, rejectionOf } from '../response-codes';

/**
 * Decides what an answer to `/requery` says of the order. An answer about the lookup itself (credentials, faults,
 * unreadable bodies) is `unanswered`: it says nothing about the order.
 */
export function judgeRequery(answer: Answer, order: ProviderOrder): RequeryOutcome {
  if (namesAnotherOrder(answer, order)) return unanswered('the answer names another order');
  if (!isReadable(answer.httpStatus)) return unanswered(`HTTP ${answer.httpStatus}`);
  if (answer.code === null) return unanswered(answer.isJson ? 'the answer has no code' : 'the answer is not JSON');

  const row = RESPONSE_CODES.get(answer.code);
  if (row === undefined) return unanswered(`code ${answer.code} is not listed`);
  const because = `code ${row.code} (${row.meaning})`;
  switch (row.requery) {
    case 'by-status':
      return judgeStatus(answer, order, rejectionOf(row));
    case 'rejected':
    case 'reversed': {
      if (isLive(answer)) return contradicted(because);
      const reversed = row.requery === 'reversed' || answer.status === 'reversed';
      return { kind: 'rejected', reversed, ...rejectionOf(row) };
    }
    case 'refused':
      if (isLive(answer)) return contradicted(because);
      return { kind: 'refused', ...rejectionOf(row) };
    case 'missing':
      return isLive(answer) ? contradicted(because) : { kind: 'missing' };
    case 'open':
      return { kind: 'open', reason: because, stuck: answer.status === 'resolved' };
    case 'stuck':
      return { kind: 'open', reason: because, stuck: true };
    case 'unanswered':
      return unanswered(because);
  }
}

function judgeStatus(answer: Answer, order: ProviderOrder, rejection: Rejection): RequeryOutcome {
  if (!isSuccess(answer.httpStatus)) return unanswered(`code ${rejection.code} under HTTP ${answer.httpStatus}`);
  switch (answer.status) {
    case 'delivered':
      return { kind: 'delivered', ...readDelivery(answer, order) };
    case 'failed':
    case 'reversed':
      return { kind: 'rejected', reversed: answer.status === 'reversed', ...rejection };
    case 'initiated':
    case 'pending':
    case 'resolved':
      return { kind: 'open', reason: `status ${answer.status}`, stuck: answer.status === 'resolved' };
    case null:
      return unanswered(`code ${rejection.code} without a status`);
    default:
      return { kind: 'open', reason: `code ${rejection.code} with a status that is not listed`, stuck: false };
  }
}

/** The code ends the order and the status does not: the order exists, and is requeried later. */
function contradicted(because: string): RequeryOutcome {
  return { kind: 'open', reason: `${because} contradicts the status`, stuck: false };
}

function unanswered(reason: string): RequeryOutcome {
  return { kind: 'unanswered', reason };
}
