/** The headers of a delivery, but for what the connection adds (Host, Content-Length, Connection). `webhookId` names the event, also when it is sent again. */
export function eventHeaders(webhookId: string): Record<string, string> {
  return {
    'User-Agent': 'prepaid-topup-webhooks/1',
    'Content-Type': 'application/json',
    Accept: '*/*',
    'Accept-Encoding': 'identity',
    'X-Webhook-Id': webhookId,
  };
}
