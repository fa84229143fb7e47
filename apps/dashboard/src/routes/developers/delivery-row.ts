import type { StoredDelivery } from '@topup/core';
import type { DeliveryRow } from '../../contract';

/** A delivery in a list. */
export function deliveryRow(delivery: StoredDelivery): DeliveryRow {
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
function sentAtOf({ sentAt, claimedAt, state, durationMs }: StoredDelivery): Date | null {
  const left = state === 'sending' || (durationMs ?? 0) > 0;
  return sentAt ?? (left ? claimedAt : null);
}
