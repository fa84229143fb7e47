import { deliversToken, type ProductType, products } from '@topup/core/product';
import {
  messages,
  type Order,
  type Purchase,
  type PurchaseState,
  type PurchaseStatus,
  toPublicStatus,
} from '@topup/core/purchase';
import { REMOVED } from '@topup/core/retention';
import { chargeFields, formatNaira, tokenFields } from '@topup/core/shared';

/** The answer about a purchase. `status_code` is also the HTTP status (specification 4.1). */
type PurchaseResponse = {
  status: 'successful' | 'pending' | 'failed';
  status_code: 200 | 202 | 424;
  message: string;
  reference: string;
  data: Record<string, unknown>;
};

type Outcome = { status: PurchaseStatus; message: string | null };

/** Puts the state of a purchase into the common envelope. A purchase without a message is still open. */
export function toPurchaseResponse(
  reference: string,
  product: ProductType,
  { status, message }: Outcome,
  data: Record<string, unknown>,
): PurchaseResponse {
  const { status: publicStatus, statusCode } = toPublicStatus(status);
  return {
    status: publicStatus,
    status_code: statusCode,
    message: message ?? messages.pending(product),
    reference,
    data,
  };
}

/** The answer to the request that made the purchase: the amount, and the keys of its product. */
export const toSaleResponse = (order: Order, state: PurchaseState): PurchaseResponse =>
  toPurchaseResponse(order.requestRef, order.productType, state, {
    amount: formatNaira(order.amountKobo),
    ...toProductData(order, state),
  });

/** The keys that `data` of prepaid electricity has only where the disco names them. */
export const NAMED = [...tokenFields.filter((field) => field !== 'token'), ...chargeFields];

/** The keys of one product. All are strings, except that `units` may be null. */
export function toProductData(
  order: Pick<Purchase, 'productType' | 'details' | 'providerOrder'>,
  state: Pick<PurchaseState, 'status' | 'result'>,
): Record<string, unknown> {
  const { productType, details } = order;
  return products[productType].recipient === 'meter' ? { ...details, ...toMeterData(order, state) } : details;
}

/** Only a successful prepaid purchase has tokens, units and charges, until its personal data is removed. */
function toMeterData(
  { productType, providerOrder }: Pick<Purchase, 'productType' | 'providerOrder'>,
  { status, result }: Pick<PurchaseState, 'status' | 'result'>,
): Record<string, unknown> {
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  const vended = status === 'success' && deliversToken(productType, providerOrder.variationCode);
  return {
    customer_name: text(result.customer_name),
    address: text(result.address),
    token: vended && result.token !== REMOVED ? text(result.token) : '',
    units: vended ? (result.units ?? null) : null,
    ...Object.fromEntries(NAMED.flatMap((name) => (vended && text(result[name]) !== '' ? [[name, result[name]]] : []))),
  };
}
