/**
 * The headers of a delivery, without those that the connection adds (Host, Content-Length, Connection).
 * @param webhookId names the event; a resend has the same
 */
export function eventHeaders(webhookId: string): Record<string, string> {
  return {
    'User-Agent': 'prepaid-topup-webhooks/1',
    'Content-Type': 'application/json',
    Accept: '*/*',
    'Accept-Encoding': 'identity',
    'X-Webhook-Id': webhookId,
  };
}
