import type { StoredDelivery } from '@topup/core/reporting';
import { eventBody, eventHeaders } from '@topup/core/webhook';
import type { Delivery } from '@topup/dashboard-contract';

const MASKED = '•'.repeat(8);

/** The request of a delivery, made by the code that sends it. The hash is masked: with it one could pretend to be us. */
export function deliveryRequest(delivery: StoredDelivery): Delivery['request'] {
  const { sentAt, state, webhookId } = delivery;
  const body = { ...eventBody(delivery, '', sentAt ?? new Date(0)), hash: MASKED };
  if (sentAt === null) body.timestamp = ['queued', 'sending'].includes(state) ? '(when it is sent)' : '(not recorded)';
  return { headers: eventHeaders(webhookId), body };
}
