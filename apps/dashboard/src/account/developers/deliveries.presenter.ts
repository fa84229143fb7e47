import type { StoredDelivery } from '@topup/core/reporting';
import { eventBody, eventHeaders, type Signers } from '@topup/core/webhook';
import type { Delivery, DeliveryRow } from '@topup/dashboard-contract';

/** What a list shows of a delivery. */
type Listed = Pick<
  StoredDelivery,
  | 'id'
  | 'event'
  | 'status'
  | 'state'
  | 'url'
  | 'httpStatus'
  | 'durationMs'
  | 'error'
  | 'createdAt'
  | 'claimedAt'
  | 'sentAt'
  | 'resentFrom'
> & { requestRef: string | null };

export function toDeliveryRow(delivery: Listed): DeliveryRow {
  const { id, event, status, state, requestRef, url, httpStatus, durationMs, error, createdAt, resentFrom } = delivery;
  return {
    id,
    event,
    status,
    state,
    reference: requestRef,
    url,
    httpStatus,
    durationMs,
    error,
    createdAt: createdAt.toISOString(),
    sentAt: sentAtOf(delivery)?.toISOString() ?? null,
    resentFrom,
  };
}

/**
 * While it is being sent, and for deliveries from before this time was stored: the time of the claim, some ms earlier.
 */
function sentAtOf({ sentAt, claimedAt, state, durationMs }: Listed): Date | null {
  const left = state === 'sending' || (durationMs ?? 0) > 0;
  return sentAt ?? (left ? claimedAt : null);
}

const MASKED = '•'.repeat(8);

/**
 * The request of a delivery, built by the code that sends it. Hash and signatures are masked, because they prove that
 * we sent it.
 */
export function toDeliveryRequest(delivery: StoredDelivery, signedWith: Signers | null): Delivery['request'] {
  const timestamp = timestampOf(delivery) ?? (isOpen(delivery) ? '(set when sent)' : '(not recorded)');
  const body = { ...eventBody(delivery, '', timestamp), ...(isOldTest(delivery) && OLD_TEST), hash: MASKED };
  const signatures = (signedWith?.secrets ?? []).map(() => `v1,${MASKED}`).join(' ');
  const headers = eventHeaders(delivery, delivery.sentTimestamp);
  return { headers: signatures === '' ? headers : { ...headers, 'webhook-signature': signatures }, body };
}

/** Version 0.1.0 sent its test events like this. */
const OLD_TEST = { amount: '0.00', product_type: 'TEST' };
const isOldTest = ({ event }: StoredDelivery): boolean => event === 'webhook.test';

const isOpen = ({ state }: StoredDelivery): boolean => state === 'queued' || state === 'sending';

/** Version 0.1.0 sent milliseconds and six zeros. */
const timestampOf = ({ sentTimestamp, sentAt }: StoredDelivery): string | null =>
  sentTimestamp ?? sentAt?.toISOString().replace('Z', '000000Z') ?? null;
