import type { DeliveryRow } from '@topup/dashboard-contract';
import { durationText } from './time';

/** "HTTP 200 · 143 ms"; with the fault of what did not arrive; '' while it is under way. */
export function outcomeWords({
  httpStatus,
  durationMs,
  error,
}: Pick<DeliveryRow, 'httpStatus' | 'durationMs' | 'error'>): string {
  const parts = [
    httpStatus === null ? null : `HTTP ${httpStatus}`,
    // The fault of a plain refusal only repeats its status.
    error === `the receiver answered ${httpStatus}` ? null : error,
    durationMs === null ? null : durationText(durationMs),
  ];
  return parts.filter((part) => part !== null).join(' · ');
}
