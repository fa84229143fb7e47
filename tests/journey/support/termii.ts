import { startWebhookReceiver, type WebhookReceiver } from '@topup/testkit';

/** Termii's answer to a message that it takes. */
export const TERMII_TAKES = {
  kind: 'answer',
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: '{"code":"ok","message_id":"1"}',
} as const;

export const TERMII_API_KEY = 'termii-key-of-this-test';

/** Starts a server in place of Termii, and the settings with which the service uses it. */
export async function startTermii(): Promise<{ termii: WebhookReceiver; settings: Record<string, string> }> {
  const termii = await startWebhookReceiver();
  const settings = {
    TERMII_BASE_URL: `http://127.0.0.1:${termii.port}`,
    TERMII_API_KEY,
    TERMII_SENDER_ID: 'TopUp',
  };
  return { termii, settings };
}
