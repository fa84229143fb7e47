import { profileServices } from '@topup/core/product';
import type { ProviderOrder } from '@topup/core/provider';
import { assertNever, formatNaira } from '@topup/core/shared';

/** The JSON body of `/pay`. Its fields depend on the product. */
type PayRequest = {
  request_id: string;
  serviceID: string;
  /** Naira. */
  amount?: number;
  /** For airtime the recipient, otherwise a contact. */
  phone: string;
  /** The number of the recipient. */
  billersCode?: string;
  variation_code?: string;
  subscription_type?: 'renew' | 'change';
  quantity?: 1;
};

/**
 * The body that VTpass expects for an order. Source: VTpass's page per product.
 * @returns null when the order lacks a field that its product needs
 */
export function payRequest(order: ProviderOrder): PayRequest | null {
  const { productType, serviceId } = order;
  if (productType === 'AIRTIME') return { ...named(order), amount: nairaOf(order), phone: order.recipient };
  if (productType === 'DATA') return dataRequest(order);
  if (productType === 'EXAM_PIN') return examRequest(order);
  return productType === 'CABLE_TV' && serviceId !== 'startimes' ? bouquetRequest(order) : billRequest(order);
}

/** Without an amount: VTpass charges the price of the plan and ignores ours, which is what our client pays. */
function dataRequest(order: ProviderOrder): PayRequest | null {
  if (order.variationCode === null) return null;
  return { ...named(order), billersCode: order.recipient, variation_code: order.variationCode, phone: order.recipient };
}

/** Without an amount, as data. JAMB has a number beside the phone, and the exams of WAEC have a quantity. */
function examRequest(order: ProviderOrder): PayRequest | null {
  const { serviceId, variationCode, contactPhone: phone, recipient } = order;
  if (variationCode === null) return null;
  const whose = profileServices.includes(serviceId) ? { billersCode: recipient } : { quantity: 1 as const };
  return { ...named(order), ...whose, variation_code: variationCode, phone };
}

/** DStv and GOtv. A renewal is for the package that the card has, so it names none. */
function bouquetRequest(order: ProviderOrder): PayRequest | null {
  switch (order.subscriptionType) {
    case 'renew':
      return {
        ...named(order),
        billersCode: order.recipient,
        amount: nairaOf(order),
        phone: order.contactPhone,
        subscription_type: 'renew',
      };
    case 'change': {
      const bill = billRequest(order);
      return bill && { ...bill, subscription_type: 'change' };
    }
    case null:
      return null;
    default:
      return assertNever(order.subscriptionType);
  }
}

/** All others, including StarTimes, which has no subscription types. */
function billRequest(order: ProviderOrder): PayRequest | null {
  if (order.variationCode === null) return null;
  return {
    ...named(order),
    billersCode: order.recipient,
    variation_code: order.variationCode,
    amount: nairaOf(order),
    phone: order.contactPhone,
  };
}

const named = (order: ProviderOrder) => ({ request_id: order.providerRef, serviceID: order.serviceId });

/** Exact: a kobo amount of up to 15 digits survives the conversion to a double and back to decimal text. */
const nairaOf = (order: ProviderOrder): number => Number(formatNaira(order.amountKobo));
