import { integer, withDefault } from '@topup/runtime/settings';
import { DELIVERY_TIMEOUT_MS } from './webhook-targets';

/** How the processes that others send requests to stop. */
export const draining = {
  DRAIN_DELAY_MS: withDefault(
    integer(0, 300_000),
    '0',
    'How long api and dashboard still take connections after SIGTERM, while `/ready` returns 503. Set it to the time that your load balancer, or Kubernetes, needs to send them nothing more.',
  ),
};

/** Durations of the work that may be in hand when a process stops, in milliseconds. A process has only some of them. */
export type InHand = {
  PROVIDER_TIMEOUT_MS: number;
  DRAIN_DELAY_MS?: number;
  PURCHASE_WAIT_MS?: number;
  SYNC_WAIT_MS?: number;
};

/** For what follows the longest call: its settlement, the queues, the connections. */
const AFTER_THE_LAST_CALL_MS = 15_000;

/** How long a process may take from SIGTERM to its end, in milliseconds. After that it gives up and exits 1. */
export function stopTimeMs(settings: InHand): number {
  const { DRAIN_DELAY_MS = 0, PURCHASE_WAIT_MS = 0, SYNC_WAIT_MS = 0 } = settings;
  const longestCall = Math.max(settings.PROVIDER_TIMEOUT_MS, PURCHASE_WAIT_MS, SYNC_WAIT_MS, DELIVERY_TIMEOUT_MS);
  return DRAIN_DELAY_MS + longestCall + AFTER_THE_LAST_CALL_MS;
}
