import type { ClaimedEvent } from './event.store';

/**
 * The headers of a delivery, without its signature and those that the connection adds (Host, Content-Length,
 * Connection). `webhookId` names the event; a resend has the same.
 * @param timestamp that of the body; null for a delivery from before there were the headers of Standard Webhooks
 */
export function eventHeaders(
  { webhookId, purchaseId, mode }: Pick<ClaimedEvent, 'webhookId' | 'purchaseId' | 'mode'>,
  timestamp: string | null,
): Record<string, string> {
  return {
    'User-Agent': 'prepaid-topup-webhooks/1',
    'Content-Type': 'application/json',
    Accept: '*/*',
    'Accept-Encoding': 'identity',
    'X-Webhook-Id': webhookId,
    'X-Mode': mode,
    ...(purchaseId === null && { 'X-Webhook-Test': 'true' }),
    ...(timestamp !== null && {
      'webhook-id': webhookId,
      'webhook-timestamp': String(Math.floor(Date.parse(timestamp) / 1_000)),
    }),
  };
}
