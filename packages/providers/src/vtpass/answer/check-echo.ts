import { products } from '@topup/core/product';
import { type Delivery, type Goods, NO_GOODS, type ProviderOrder } from '@topup/core/provider';
import { formatNaira } from '@topup/core/shared';
import { isSameNumber, isSamePhone } from '../../http/same-number';
import { soldToMeter } from '../../meter/sold-to-meter';
import type { Answer } from './read-answer';

/** The statuses of an order that VTpass has given up. */
const GIVEN_UP = new Set(['failed', 'reversed']);

/** Whether the answer is about another order than ours. Then nothing in it counts for ours. */
export function namesAnotherOrder(answer: Answer, order: ProviderOrder): boolean {
  return answer.requestId !== null && answer.requestId !== order.providerRef;
}

/**
 * Whether the order exists and was or may still be fulfilled, which contradicts a code that rejects it. A status that
 * is not listed may say so in other words: what VTpass refuses has none at all.
 */
export function isLive(answer: Answer): boolean {
  return answer.status !== null && !GIVEN_UP.has(answer.status);
}

/** Reads what was delivered, and whether the answer repeats the recipient and the amount that were ordered. */
export function readDelivery(answer: Answer, order: ProviderOrder): Delivery {
  const { goods, doubt } = readGoods(answer, order);
  return {
    costKobo: answer.costKobo,
    providerTransactionId: answer.transactionId,
    mismatch: describeMismatch(answer, order, doubt),
    goods,
  };
}

function readGoods(answer: Answer, order: ProviderOrder): { goods: Goods | null; doubt: string | null } {
  if (order.productType !== 'EXAM_PIN') return soldToMeter(order, answer.recipient, answer.meter);
  const { doubt, ...pin } = answer.pin();
  return { goods: { ...NO_GOODS, ...pin }, doubt };
}

function describeMismatch(answer: Answer, order: ProviderOrder, doubt: string | null): string | null {
  const faults: string[] = doubt === null ? [] : [doubt];
  if (answer.recipient !== null && !isRecipient(answer.recipient, order)) {
    faults.push(`recipient ${masked(String(answer.recipient))} instead of ${masked(order.recipient)}`);
  }
  if (answer.amountKobo !== null && !isAmount(answer.amountKobo, order)) {
    faults.push(`amount ${formatNaira(answer.amountKobo)} instead of ${formatNaira(order.amountKobo)}`);
  }
  return faults.length === 0 ? null : `delivered with ${faults.join(' and ')}`;
}

function isRecipient(answered: string | number, { productType, recipient, contactPhone }: ProviderOrder): boolean {
  const isPhone = products[productType].recipient === 'phone' || recipient === contactPhone;
  return (isPhone ? isSamePhone : isSameNumber)(answered, recipient);
}

/**
 * For a data plan the answer has the provider's own price, which is not what our client pays. A renewal may cost less
 * than the listed price, which a client may still pay.
 */
function isAmount(answeredKobo: bigint, { productType, subscriptionType, amountKobo }: ProviderOrder): boolean {
  if (products[productType].price === 'plan') return true;
  return subscriptionType === 'renew' ? answeredKobo <= amountKobo : answeredKobo === amountKobo;
}

function masked(recipient: string): string {
  return `…${recipient.slice(-4)}`;
}
