import type { ProductType } from '@topup/core/provider';
import { messages, type Order, type Purchase, type PurchaseState, toPublicStatus } from '@topup/core/purchase';
import { formatNaira } from '@topup/core/shared';

export type Envelope = {
  status: 'successful' | 'pending' | 'failed';
  status_code: 200 | 202 | 424;
  message: string;
  reference: string;
  data: Record<string, unknown>;
};

type Told = Pick<PurchaseState, 'status' | 'message' | 'result'>;

/** The answer of a purchase: how it stands, and its product's keys as the document lists them. */
export function purchaseEnvelope(order: Order, state: Told): Envelope {
  return envelope(order.requestRef, order.productType, state, {
    amount: formatNaira(order.amountKobo),
    ...productData(order, state),
  });
}

export function envelope(
  reference: string,
  product: ProductType,
  { status, message }: Pick<Told, 'status' | 'message'>,
  data: Record<string, unknown>,
): Envelope {
  const told = toPublicStatus(status);
  return {
    status: told.status,
    status_code: told.statusCode,
    message: message ?? messages.pending(product),
    reference,
    data,
  };
}

/** The keys of one product, all strings but `units`. */
export function productData(
  order: Pick<Purchase, 'productType' | 'details' | 'providerOrder'>,
  state: Told,
): Record<string, unknown> {
  return order.productType === 'ELECTRICITY' ? { ...order.details, ...meterData(order, state) } : order.details;
}

/** Token and units belong to a successful prepaid purchase only. `bonus_token` is there only when the disco gave one. */
function meterData(
  { providerOrder }: Pick<Purchase, 'providerOrder'>,
  { status, result }: Told,
): Record<string, unknown> {
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  const vended = status === 'success' && providerOrder.variationCode === 'prepaid';
  return {
    customer_name: text(result.customer_name),
    address: text(result.address),
    token: vended ? text(result.token) : '',
    units: vended ? (result.units ?? null) : null,
    ...(vended && typeof result.bonus_token === 'string' ? { bonus_token: result.bonus_token } : {}),
  };
}
