import { startWebhookReceiver } from '@topup/testkit';
import { createSmsSender } from './termii-sms';

test('tokens go to Termii when it is set up, and otherwise nowhere', async () => {
  const termii = await startWebhookReceiver();
  try {
    termii.answerWith({
      kind: 'answer',
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: '{"message_id":"1"}',
    });
    const unset = { TERMII_BASE_URL: undefined, TERMII_API_KEY: undefined, TERMII_SENDER_ID: undefined };
    const set = {
      TERMII_BASE_URL: `http://127.0.0.1:${termii.port}`,
      TERMII_API_KEY: 'key',
      TERMII_SENDER_ID: 'TopUp',
    };

    expect(createSmsSender(unset)).toBeNull();
    await createSmsSender(set)?.send('08035550123', 'second');
    expect(termii.received).toHaveLength(1);
    expect(termii.received[0]?.body).toMatchObject({ from: 'TopUp', api_key: 'key', sms: 'second' });
  } finally {
    await termii.stop();
  }
});
