import type { Delivery, ProviderOrder } from '@topup/core/provider';
import { formatNaira } from '@topup/core/shared';
import { readKobo } from '../../http/exact';
import { isSamePhone } from '../../http/same-number';
import type { TopUp } from './read-top-up';

/** Whether it is about another order than ours. Case counts, although it does not in Reloadly's search. */
export function namesAnotherOrder({ reference }: TopUp, { providerRef }: ProviderOrder): boolean {
  return reference !== null && reference !== providerRef;
}

/** Reads what was delivered, and whether the top-up is the one that was ordered. */
export function readDelivery(topUp: TopUp, order: ProviderOrder): Delivery {
  return {
    costKobo: topUp.wallet.costKobo,
    providerTransactionId: topUp.id,
    mismatch: describeMismatch(topUp, order),
    goods: null,
  };
}

/** Returns the amount that we ask of Reloadly: what the client pays, or the fixed amount that selects the plan. */
export function askedKobo({ product, amountKobo }: ProviderOrder): bigint | null {
  return product?.amount == null ? amountKobo : readKobo(product.amount);
}

function describeMismatch({ recipient, operatorId, amountKobo, amountCurrency }: TopUp, order: ProviderOrder) {
  const faults: string[] = [];
  if (recipient !== null && !isSamePhone(recipient, order.recipient))
    faults.push(`recipient ${masked(recipient)} instead of ${masked(order.recipient)}`);
  if (operatorId !== null && operatorId !== order.product?.code)
    faults.push(`operator ${operatorId} instead of ${order.product?.code}`);
  const asked = askedKobo(order);
  if (amountCurrency !== null && amountCurrency !== 'NGN') faults.push(`an amount in ${amountCurrency} instead of NGN`);
  else if (amountKobo !== null && asked !== null && amountKobo !== asked)
    faults.push(`amount ${formatNaira(amountKobo)} instead of ${formatNaira(asked)}`);
  return faults.length === 0 ? null : `delivered with ${faults.join(' and ')}`;
}

const masked = (phone: string): string => `…${phone.slice(-4)}`;
