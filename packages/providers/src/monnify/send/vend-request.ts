import { products } from '@topup/core/product';
import type { ProviderOrder } from '@topup/core/provider';
import { formatNaira } from '@topup/core/shared';
import { askedKobo } from '../answer/read-answer';

/**
 * The JSON body of a vend. `amount` and `reference`, and not the documented `vendAmount` and `vendReference`: with
 * those Monnify makes a reference of its own, as a live client has recorded.
 */
export type VendRequest = {
  productCode: string;
  customerId: string;
  /** Naira. */
  amount: number;
  reference: string;
  validationReference?: string;
};

/** The body that Monnify expects for an order. Null when the order lacks its product or its amount is not readable. */
export function vendRequest(order: ProviderOrder): VendRequest | null {
  const kobo = askedKobo(order);
  if (order.product === undefined || kobo === null || kobo < 100n) return null;
  return {
    productCode: order.product.code,
    customerId: order.recipient,
    // exact: a kobo amount of up to 15 digits survives the conversion to a double and back to decimal text
    amount: Number(formatNaira(kobo)),
    reference: order.providerRef,
  };
}

/** Whether a vend of this product needs the customer to be validated first, in the same attempt. */
export const needsValidation = ({ productType }: ProviderOrder): boolean => products[productType].recipient !== 'phone';
