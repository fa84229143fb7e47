import type { ProviderOrder } from '@topup/core/provider';
import { assertNever, formatNaira } from '@topup/core/shared';

const LAGOS_OFFSET_MS = 3_600_000;

/** The JSON body of `/pay`. Which fields an order has depends on its product. */
export type PayRequest = {
  request_id: string;
  serviceID: string;
  /** Naira. */
  amount?: number;
  /** Airtime: whom to load. Else a contact. */
  phone: string;
  /** The number to load, the smartcard or the meter. */
  billersCode?: string;
  variation_code?: string;
  subscription_type?: 'renew' | 'change';
};

/**
 * Mints the `request_id` of an order: Lagos date, hour and minute (UTC+1 all year), then the purchase's UUID without dashes, 44 characters.
 * VTpass refuses an id whose first 12 digits are not of its day (085), and knows an order by nothing else.
 */
export function mintRef(purchaseId: string, at: Date): string {
  const lagos = new Date(at.getTime() + LAGOS_OFFSET_MS).toISOString();
  return lagos.replace(/[^0-9]/g, '').slice(0, 12) + purchaseId.replaceAll('-', '');
}

/**
 * An order as VTpass wants it. Source: VTpass's page per product.
 * @returns null when the order lacks what its product cannot do without
 */
export function payRequest(order: ProviderOrder): PayRequest | null {
  switch (order.productType) {
    case 'AIRTIME':
      return { ...named(order), amount: nairaOf(order), phone: order.recipient };
    case 'DATA':
      return dataRequest(order);
    case 'CABLE_TV':
      return order.serviceId === 'startimes' ? billRequest(order) : bouquetRequest(order);
    case 'ELECTRICITY':
      return billRequest(order);
    default:
      return assertNever(order.productType);
  }
}

/** No amount: VTpass charges the plan's price and ignores any other, and ours is what our client pays. */
function dataRequest(order: ProviderOrder): PayRequest | null {
  if (order.variationCode === null) return null;
  return { ...named(order), billersCode: order.recipient, variation_code: order.variationCode, phone: order.recipient };
}

/** DStv and GOtv. A renewal is of the package that the card has: naming one makes no sense to it. */
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

/** StarTimes, which knows no kinds of subscription, and electricity. */
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

/** Exact: kobo of up to 15 digits survive the way to a double and back to decimal text. */
const nairaOf = (order: ProviderOrder): number => Number(formatNaira(order.amountKobo));
