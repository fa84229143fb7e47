import type { StoredDelivery } from '@topup/core/reporting';
import { pick, toWire } from '@topup/core/shared';
import { eventBody, eventHeaders, type Signers } from '@topup/core/webhook';
import type { Delivery, DeliveryRow } from '@topup/dashboard-contract';

const SHOWN = ['id', 'event', 'status', 'state', 'url', 'httpStatus', 'durationMs', 'error', 'createdAt'] as const;

/** What a list shows of a delivery. */
type Listed = Pick<StoredDelivery, (typeof SHOWN)[number] | 'claimedAt' | 'sentAt' | 'resentFrom'> & {
  requestRef: string | null;
};

export const toDeliveryRow = (delivery: Listed): DeliveryRow =>
  toWire({
    ...pick(delivery, ...SHOWN, 'resentFrom'),
    reference: delivery.requestRef,
    sentAt: sentAtOf(delivery),
  });

/** While it is being sent, the time of the claim, some ms earlier. */
const sentAtOf = ({ sentAt, claimedAt, state }: Listed): Date | null =>
  sentAt ?? (state === 'sending' ? claimedAt : null);

const MASKED = '•'.repeat(8);

/**
 * The request of a delivery, built by the code that sends it. Hash and signatures are masked, because they prove that
 * we sent it.
 */
export function toDeliveryRequest(delivery: StoredDelivery, signedWith: Signers | null): Delivery['request'] {
  const timestamp = delivery.sentTimestamp ?? (isOpen(delivery) ? '(set when sent)' : '(not recorded)');
  const body = { ...eventBody(delivery, '', timestamp), hash: MASKED };
  const signatures = (signedWith?.secrets ?? []).map(() => `v1,${MASKED}`).join(' ');
  const headers = eventHeaders(delivery, delivery.sentTimestamp);
  return { headers: signatures === '' ? headers : { ...headers, 'webhook-signature': signatures }, body };
}

const isOpen = ({ state }: StoredDelivery): boolean => state === 'queued' || state === 'sending';
