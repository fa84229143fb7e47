import type { DeliveryRow } from '@topup/dashboard-contract';
import { formatDuration } from './time';

/** "HTTP 200 · 143 ms", with the error of a failed delivery; '' while it is under way. */
export function outcomeLabel({
  httpStatus,
  durationMs,
  error,
}: Pick<DeliveryRow, 'httpStatus' | 'durationMs' | 'error'>): string {
  const parts = [
    httpStatus === null ? null : `HTTP ${httpStatus}`,
    // This error only repeats the status.
    error === `the receiver answered ${httpStatus}` ? null : error,
    durationMs === null ? null : formatDuration(durationMs),
  ];
  return parts.filter((part) => part !== null).join(' · ');
}
