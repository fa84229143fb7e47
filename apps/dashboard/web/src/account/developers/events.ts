import type { EventName } from '@topup/dashboard-contract';

/** As docs/integrate/webhooks.md lists them. */
export const EVENTS: readonly EventName[] = [
  'airtime.purchase.success',
  'airtime.purchase.failed',
  'airtime.purchase.pending',
  'data.purchase.success',
  'data.purchase.failed',
  'transaction.requery',
];
