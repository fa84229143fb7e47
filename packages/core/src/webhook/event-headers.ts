import type { ClaimedEvent } from './event.store';

/**
 * The headers of a delivery, without those that the connection adds (Host, Content-Length, Connection). `webhookId`
 * names the event; a resend has the same.
 */
export function eventHeaders({
  webhookId,
  purchaseId,
}: Pick<ClaimedEvent, 'webhookId' | 'purchaseId'>): Record<string, string> {
  return {
    'User-Agent': 'prepaid-topup-webhooks/1',
    'Content-Type': 'application/json',
    Accept: '*/*',
    'Accept-Encoding': 'identity',
    'X-Webhook-Id': webhookId,
    ...(purchaseId === null && { 'X-Webhook-Test': 'true' }),
  };
}
