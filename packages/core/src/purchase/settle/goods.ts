import { deliversToken } from '../../product/products';
import type { Delivery } from '../../provider/provider.port';
import { formatNaira } from '../../shared/money';
import { isAmbiguous, tokenFields } from '../../shared/tokens';
import type { Purchase } from '../purchase.store';
import type { Delivered, ProviderEvidence } from './settlement';

/** A purchase that is worth nothing to the customer without its token stays open until the token comes. */
export const lacksToken = (
  { productType, providerOrder }: Pick<Purchase, 'productType' | 'providerOrder'>,
  { goods }: Delivery,
): boolean => deliversToken(productType, providerOrder.variationCode) && goods?.token == null;

export const TOKEN_AWAITED = 'delivered, token awaited';

/** When one number would be another token than in an earlier answer, the new ones are left out, and a person looks. */
export function besideEarlier(known: Record<string, unknown>, delivery: Delivery): Delivery {
  const told: Record<string, unknown> = goodsOf(delivery);
  const changes = tokenFields.some((field) => known[field] && told[field] && known[field] !== told[field]);
  if (delivery.goods === null || !(changes || isAmbiguous({ ...known, ...told }))) return delivery;
  const goods = { ...delivery.goods, keyChangeTokens: [], token: null, bonusToken: null, serial: null };
  return { ...delivery, goods, mismatch: 'delivered with other tokens than those of an earlier answer' };
}

/** Returns the facts that a delivery without its token adds to a purchase that stays open. */
export function awaitingToken(delivery: Delivery, again: number | null) {
  return {
    orderSeen: true,
    tokenAwaited: true,
    delivered: goodsOf(delivery),
    evidence: { answer: TOKEN_AWAITED, ...evidenceOf(delivery) },
    review: again === null || delivery.mismatch !== null,
  };
}

export const evidenceOf = ({ providerTransactionId, mismatch }: Delivery): ProviderEvidence => ({
  provider_transaction_id: providerTransactionId,
  ...(mismatch === null ? {} : { mismatch }),
});

export function goodsOf({ goods }: Delivery): Delivered {
  if (goods === null) return {};
  const { keyChangeTokens, token, bonusToken, serial, units, customerName, address, debtKobo, vatKobo } = goods;
  return {
    ...(keyChangeTokens.length > 0 && { key_change_tokens: keyChangeTokens.join(',') }),
    token,
    ...(bonusToken !== null && { bonus_token: bonusToken }),
    ...(serial != null && { serial }),
    units,
    ...(debtKobo !== null && { debt_deducted: formatNaira(debtKobo) }),
    ...(vatKobo !== null && { vat: formatNaira(vatKobo) }),
    customer_name: customerName,
    address,
  };
}
