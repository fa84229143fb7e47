import { deliversToken, products } from '@topup/core/product';
import {
  failureCodeOf,
  messages,
  type Order,
  type Purchase,
  type PurchaseState,
  toPublicStatus,
} from '@topup/core/purchase';
import { REMOVED } from '@topup/core/retention';
import { chargeFields, tokenFields } from '@topup/core/shared';
import type { Response } from 'express';
import { errorHeaders } from './error-answer';

/** Answers about a purchase, in the common envelope (specification 4.1). One without a message is still open. */
export function answerPurchase(
  response: Response,
  { requestRef, productType }: Pick<Order, 'requestRef' | 'productType'>,
  { status, causeCode, message }: Pick<PurchaseState, 'status' | 'causeCode' | 'message'>,
  data: Record<string, unknown>,
): void {
  const { status: publicStatus, statusCode } = toPublicStatus(status);
  if (statusCode === 424) response.set(errorHeaders(failureCodeOf(status, causeCode)));
  response.status(statusCode).json({
    status: publicStatus,
    status_code: statusCode,
    message: message ?? messages.pending(productType),
    reference: requestRef,
    data,
  });
}

/** The keys that `data` of prepaid electricity has only where the disco names them. */
export const NAMED = [...tokenFields.filter((field) => field !== 'token'), ...chargeFields];

/** The keys of a product, as stored if only a newer api sells it. All are strings, but `units` may be null. */
export function toProductData(
  order: Pick<Purchase, 'productType' | 'details' | 'providerOrder'>,
  state: Pick<PurchaseState, 'status' | 'result'>,
): Record<string, unknown> {
  const { productType, details } = order;
  if (products[productType]?.recipient === 'meter') return { ...details, ...toMeterData(order, state) };
  return productType === 'EXAM_PIN' ? { ...details, ...toPin(state) } : details;
}

/** Only a successful purchase has its PIN, until personal data is removed. */
function toPin({ status, result }: Pick<PurchaseState, 'status' | 'result'>): Record<string, unknown> {
  if (status !== 'success' || typeof result.token !== 'string' || result.token === REMOVED) return { pins: '' };
  return { pins: result.token, ...(typeof result.serial === 'string' && { serial: result.serial }) };
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
