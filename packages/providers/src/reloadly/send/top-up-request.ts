import type { ProviderOrder } from '@topup/core/provider';
import { formatNaira } from '@topup/core/shared';
import { askedKobo } from '../answer/check-echo';

/** The JSON body of `POST /topups`. */
type TopUpRequest = {
  operatorId: number;
  /** Naira with two decimals, as text. */
  amount: string;
  /** Without it the amount is in the currency of our wallet, so 500 could be dollars. */
  useLocalAmount: true;
  customIdentifier: string;
  recipientPhone: { countryCode: 'NG'; number: string };
};

/**
 * The body that Reloadly expects for an order of airtime or data. The operator is its own id; for data the amount
 * selects the plan. Source: Reloadly's page "Make a top-up".
 * @returns null when the order is for another product, or lacks what Reloadly needs
 */
export function topUpRequest(order: ProviderOrder): TopUpRequest | null {
  const { productType, product, recipient, providerRef } = order;
  if (productType !== 'AIRTIME' && productType !== 'DATA') return null;
  const kobo = productType === 'DATA' && product?.amount == null ? null : askedKobo(order);
  if (product === undefined || !/^[1-9][0-9]{0,8}$/.test(product.code) || kobo === null || kobo <= 0n) return null;
  if (!/^0[0-9]{10}$/.test(recipient)) return null;
  return {
    operatorId: Number(product.code),
    amount: formatNaira(kobo),
    useLocalAmount: true,
    customIdentifier: providerRef,
    recipientPhone: { countryCode: 'NG', number: `234${recipient.slice(1)}` },
  };
}
