import { formatNaira, type ProviderOrder } from '@topup/core';

const LAGOS_OFFSET_MS = 3_600_000;

/** The JSON body of `/pay` for airtime. */
export type AirtimeRequest = { request_id: string; serviceID: string; amount: number; phone: string };

/**
 * Mints the `request_id` of an order: Lagos date, hour and minute (UTC+1 all year), then the purchase's UUID without dashes, 44 characters.
 * VTpass refuses an id whose first 12 digits are not of its day (085), and knows an order by nothing else.
 */
export function mintRef(purchaseId: string, at: Date): string {
  const lagos = new Date(at.getTime() + LAGOS_OFFSET_MS).toISOString();
  return lagos.replace(/[^0-9]/g, '').slice(0, 12) + purchaseId.replaceAll('-', '');
}

/**
 * Airtime as VTpass wants it: naira, and the phone as text or its leading zero is lost.
 * The amount is exact: kobo of up to 15 digits survive the way to a double and back to decimal text.
 */
export function airtimeRequest(order: ProviderOrder): AirtimeRequest {
  return {
    request_id: order.providerRef,
    serviceID: order.serviceId,
    amount: Number(formatNaira(order.amountKobo)),
    phone: order.recipient,
  };
}
