import type { ProductType } from '../product/products';
import { type Delivery, NO_GOODS, type Rejection } from '../provider/provider.port';
import type { DuePurchase } from '../purchase/requery/due.store';
import type { RequeryRules } from '../purchase/requery/requery-rules';
import { orderFor } from './purchases';

export const minutes = (n: number) => n * 60_000;

/** No jitter. "Not found" refunds after three answers over ten minutes, the first ten minutes after the send. */
export const rules: RequeryRules = {
  schedule: [5_000, 15_000, minutes(10), minutes(15), minutes(20), minutes(1440)],
  notFoundMs: minutes(10),
  random: () => 0,
};

/** Makes the facts of a sent purchase that a verdict needs. */
export function purchaseOf(productType: ProductType, variationCode?: 'prepaid' | 'postpaid') {
  const { providerOrder } = orderFor(productType, variationCode === undefined ? {} : { terms: { variationCode } });
  return { id: 'p', attempt: 1, productType, providerOrder };
}

/** A purchase that was sent 11 minutes ago and has no outcome. Airtime unless `facts` has another product. */
export function duePurchase(facts: Partial<DuePurchase> = {}): DuePurchase {
  return {
    ...purchaseOf('AIRTIME'),
    accountId: 'a',
    requestRef: 'r',
    amountKobo: 10_000n,
    faceKobo: 10_000n,
    recipient: '08030000001',
    provider: 'vtpass',
    providerRef: 'ref-p',
    traceparent: null,
    status: 'pending',
    sends: 1,
    checks: 0,
    refusedWith: null,
    orderSeen: false,
    missingCount: 0,
    tokenAwaited: false,
    quarantinedAt: null,
    providerEvidence: {},
    result: {},
    ageMs: minutes(11),
    sinceSendMs: minutes(11),
    missingSpanMs: null,
    isClosed: false,
    contradicted: false,
    ...facts,
  };
}

export const delivered: { kind: 'delivered' } & Delivery = {
  kind: 'delivered',
  costKobo: 9_700n,
  providerTransactionId: '1',
  mismatch: null,
  goods: null,
};

/** All that a disco answers except the token. */
export const meter: NonNullable<Delivery['goods']> = {
  ...NO_GOODS,
  customerName: 'ADA OBI',
  address: '1 Marina',
};

export const duplicate: Rejection = { code: '019', reason: 'It looks like a duplicate.', fault: 'duplicate' };
