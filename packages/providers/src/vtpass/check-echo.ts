import { type Delivery, formatNaira, type ProviderOrder } from '@topup/core';
import type { Answer } from './read-answer';

/** The statuses of an order that VTpass has and has not given up. Beside a code of refusal they contradict it. */
const LIVE = new Set(['initiated', 'pending', 'delivered', 'resolved']);

/** Whether the answer names another order than ours. Then nothing in it may be believed of ours. */
export function namesAnotherOrder(answer: Answer, order: ProviderOrder): boolean {
  return answer.requestId !== null && answer.requestId !== order.providerRef;
}

/** Whether the status says that the order exists and may still be, or has been, fulfilled. */
export function isLive(answer: Answer): boolean {
  return answer.status !== null && LIVE.has(answer.status);
}

/** What a delivered answer brought, and whether it echoes the recipient and the amount that were ordered. */
export function readDelivery(answer: Answer, order: ProviderOrder): Delivery {
  return { costKobo: answer.costKobo, providerTransactionId: answer.transactionId, mismatch: describeMismatch(answer, order) };
}

function describeMismatch(answer: Answer, order: ProviderOrder): string | null {
  const faults: string[] = [];
  if (answer.recipient !== null && significant(answer.recipient) !== significant(order.recipient)) {
    faults.push(`recipient ${masked(answer.recipient)} instead of ${masked(order.recipient)}`);
  }
  if (answer.amountKobo !== null && answer.amountKobo !== order.amountKobo) {
    faults.push(`amount ${formatNaira(answer.amountKobo)} instead of ${formatNaira(order.amountKobo)}`);
  }
  return faults.length === 0 ? null : `delivered with ${faults.join(' and ')}`;
}

/** One number however written: 0803…, 234803…, +234 803…, or a JSON number that has lost its leading zero. */
function significant(recipient: string): string {
  return recipient.replace(/[^0-9a-z]/gi, '').replace(/^(?:234|0)+/, '');
}

function masked(recipient: string): string {
  return `…${recipient.slice(-4)}`;
}
