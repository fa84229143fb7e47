import { formatNaira, messages, type Order, type ProductType, type PurchaseState, type PurchaseStatus, toldStatus } from '@topup/core';

export type Envelope = {
  status: 'successful' | 'pending' | 'failed';
  status_code: 200 | 202 | 424;
  message: string;
  reference: string;
  data: Record<string, unknown>;
};

/** The answer of a purchase: how it stands, and its product's keys as the document lists them, all strings. */
export function purchaseEnvelope(order: Order, state: Pick<PurchaseState, 'status' | 'message'>): Envelope {
  return envelope(order.requestRef, order.productType, state, { amount: formatNaira(order.amountKobo), ...order.details });
}

export function envelope(
  reference: string,
  product: ProductType,
  { status, message }: { status: PurchaseStatus; message: string | null },
  data: Record<string, unknown>,
): Envelope {
  const told = toldStatus(status);
  return { status: told.status, status_code: told.statusCode, message: message ?? messages.pending(product), reference, data };
}
