import type { StoredDelivery } from '@topup/core/reporting';
import type { DeliveryRow } from '@topup/dashboard-contract';

/** What is told of a delivery in a list. */
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

/** A delivery in a list. */
export function deliveryRow(delivery: Listed): DeliveryRow {
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

/** While it is sent, and of those sent before the moment was kept, it is that of the claim, some milliseconds earlier. */
function sentAtOf({ sentAt, claimedAt, state, durationMs }: Listed): Date | null {
  const left = state === 'sending' || (durationMs ?? 0) > 0;
  return sentAt ?? (left ? claimedAt : null);
}
