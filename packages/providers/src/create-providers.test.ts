import { startWebhookReceiver } from '@topup/testkit';
import { createObservedProviders } from './create-providers';

describe('wrong keys pass for an odd answer of the provider', () => {
  test('a lookup that is rejected because of our account raises the alert of the account', async () => {
    const vtpass = await startWebhookReceiver();
    const headers = { 'content-type': 'application/json' };
    vtpass.answerWith({ kind: 'answer', status: 200, headers, body: '{"code":"087"}' });
    const keys = { VTPASS_API_KEY: 'x', VTPASS_PUBLIC_KEY: 'x', VTPASS_SECRET_KEY: 'x' };
    const base = { PROVIDERS: ['vtpass'], VTPASS_BASE_URL: `http://127.0.0.1:${vtpass.port}/api` };
    const error = jest.fn();
    try {
      const [adapter] = createObservedProviders(
        { ...keys, ...base },
        {
          log: { info: jest.fn(), warn: jest.fn(), error },
          observer: { providerCalled: () => undefined },
          clock: { now: () => new Date(), monotonicMs: () => performance.now() },
        },
      );
      expect(await adapter?.balance()).toMatchObject({ kind: 'unavailable', fault: 'account' });
    } finally {
      await vtpass.stop();
    }
    expect(error.mock.calls).toEqual([[expect.any(String), expect.objectContaining({ alert: 'provider_account' })]]);
  });
});
