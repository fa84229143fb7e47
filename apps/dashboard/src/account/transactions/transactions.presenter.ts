import { deliversToken, products } from '@topup/core/product';
import type { Purchase, PurchaseStatus } from '@topup/core/purchase';
import type { ListedPurchase, PurchaseRecord } from '@topup/core/reporting';
import { chargeFields, pick, tokenFields, toWire } from '@topup/core/shared';
import type { ClientStatus, Transaction, TransactionRow } from '@topup/dashboard-contract';
import { productLabel } from '../../names';
import { clientLabels } from './client-labels';
import { toFailure } from './failure.presenter';
import { toTimeline } from './timeline.presenter';

/** A purchase has four words for its client, as in the API: what nobody was told of yet is pending too. */
export const toClientStatus = (status: PurchaseStatus): ClientStatus => (status === 'initiated' ? 'pending' : status);

/** The face value of a purchase, and what was paid for it. */
export const toAmounts = ({ amountKobo, faceKobo }: Pick<ListedPurchase, 'amountKobo' | 'faceKobo'>) => ({
  amountKobo: faceKobo ?? amountKobo,
  chargedKobo: amountKobo,
});

export const toListed = (purchase: Omit<ListedPurchase, 'createdAtUs' | 'id'>) => ({
  ...pick(purchase, 'recipient', 'message', 'createdAt', 'finalAt'),
  ...toAmounts(purchase),
  reference: purchase.requestRef,
  product: purchase.productType,
  status: toClientStatus(purchase.status),
  description: productLabel(purchase),
});

export const toTransactionRow = (purchase: Parameters<typeof toListed>[0]): TransactionRow =>
  toWire(toListed(purchase));

export function toTransaction(record: PurchaseRecord): Transaction {
  const { purchase } = record;
  return {
    ...toTransactionRow(purchase),
    id: purchase.id,
    details: purchase.details,
    result: resultOf(purchase),
    ...toPayment(record),
    failure: toFailure(purchase),
    needsReview: purchase.needsReview,
    claim: toWire(record.claim),
    boughtBy: record.boughtBy,
    timeline: toTimeline(record, clientLabels),
  };
}

/** Returns the effect of a purchase on the wallet. */
export function toPayment({ entries }: Pick<PurchaseRecord, 'entries'>) {
  const debit = entries.find(({ kind }) => kind === 'debit');
  const refund = entries.find(({ kind }) => kind === 'refund');
  return toWire({
    balanceBeforeKobo: debit?.balanceBeforeKobo ?? 0n,
    balanceAfterKobo: debit?.balanceAfterKobo ?? 0n,
    refundedAmountKobo: refund?.amountKobo ?? null,
    balanceAfterRefundKobo: refund?.balanceAfterKobo ?? null,
  });
}

/** The part of the provider's result that the public API shows too: the meter's owner, and what was sold. */
function resultOf({ productType, providerOrder, status, result }: Purchase): Record<string, string> {
  if (productType === 'EXAM_PIN') {
    const { token: pin, serial } = result;
    return status === 'success' ? filled({ pin, serial }) : {};
  }
  if (products[productType]?.recipient !== 'meter') return {};
  const vended = status === 'success' && deliversToken(productType, providerOrder.variationCode);
  const shown = ['customer_name', 'address', ...(vended ? [...tokenFields, 'units', ...chargeFields] : [])];
  return filled(Object.fromEntries(shown.map((key) => [key, result[key]])));
}

const filled = (facts: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(facts).flatMap(([key, value]) => (value == null || value === '' ? [] : [[key, String(value)]])),
  );
