import { type ProductType, titleOf } from '../product/products';

/** The statuses of a purchase. The database forbids every change that `legalMoves` does not list. */
export const purchaseStates = ['initiated', 'pending', 'success', 'failed', 'refunded'] as const;
export type PurchaseStatus = (typeof purchaseStates)[number];

/** Why a status changes, in the words of the README's diagram. */
export const legalMoves: readonly { from: PurchaseStatus; to: PurchaseStatus; when: string }[] = [
  { from: 'initiated', to: 'pending', when: 'the API has returned 202' },
  { from: 'initiated', to: 'success', when: 'the provider confirms' },
  { from: 'initiated', to: 'failed', when: 'the provider rejects it, or provably never received it' },
  { from: 'initiated', to: 'refunded', when: 'given up before it was sent' },
  { from: 'pending', to: 'success', when: 'the provider confirms' },
  { from: 'pending', to: 'failed', when: 'the provider rejects it, or provably never received it' },
  { from: 'pending', to: 'refunded', when: 'given up before it was sent' },
  { from: 'success', to: 'refunded', when: 'an operator reverses it' },
];

export type FinalStatus = Exclude<PurchaseStatus, 'initiated' | 'pending'>;

export const isFinal = (status: PurchaseStatus): status is FinalStatus =>
  status !== 'initiated' && status !== 'pending';

/** The API's response to a client: the envelope's `status` and `status_code`, which is also the HTTP status. */
export function toPublicStatus(status: PurchaseStatus): {
  status: 'successful' | 'pending' | 'failed';
  statusCode: 200 | 202 | 424;
} {
  if (status === 'success') return { status: 'successful', statusCode: 200 };
  return isFinal(status) ? { status: 'failed', statusCode: 424 } : { status: 'pending', statusCode: 202 };
}

/** The texts a client reads, in answers and as `details` of events. */
export const messages = {
  success: (product: ProductType) => `${titleOf(product)} purchase successful.`,
  pending: (product: ProductType) => `${titleOf(product)} purchase is being processed.`,
  failed: (product: ProductType, reason: string) =>
    `${titleOf(product)} purchase failed: ${reason} Your wallet has been refunded.`,
  refunded: (product: ProductType) =>
    `${titleOf(product)} purchase could not be sent in time. Your wallet has been refunded.`,
  reversed: (product: ProductType) =>
    `${titleOf(product)} purchase was reversed after it was successful. Your wallet has been refunded.`,
};
