import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { eventually } from '../service/eventually';
import type { WebhookAnswer } from './answers';
import { startWebhookReceiver, type WebhookReceiver } from './receiver';

let receiver: WebhookReceiver;
beforeEach(async () => {
  receiver = await startWebhookReceiver();
});
afterEach(() => receiver.stop());

/** POSTs on a connection of its own, and resolves with the head of the answer. */
async function post(body: string, headers: Record<string, string> = {}): Promise<IncomingMessage> {
  const outgoing = request(receiver.url, { method: 'POST', agent: false, headers }).end(body);
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  return response;
}

describe('the receiver does not behave as a test asks', () => {
  test('a webhook is kept as it arrived, with its headers and its parsed body', async () => {
    const { statusCode } = await post('{"event": "airtime.purchase.success"}', { 'x-webhook-id': 'e1' });
    expect(statusCode).toBe(200);
    expect(receiver.received).toMatchObject([
      {
        method: 'POST',
        path: '/webhooks',
        rawBody: '{"event": "airtime.purchase.success"}',
        body: { event: 'airtime.purchase.success' },
      },
    ]);
    expect(receiver.received[0]?.headers['x-webhook-id']).toBe('e1');
    await post('[not an object');
    expect(receiver.received[1]?.body).toBeNull();
  });

  test('waitFor finds past and future webhooks, and reports what came instead', async () => {
    await post('{"event":"past"}');
    const future = receiver.waitFor(({ body }) => body?.event === 'future');
    expect((await receiver.waitFor(({ body }) => body?.event === 'past')).body).toEqual({ event: 'past' });
    await post('{"event":"future"}');
    expect((await future).body).toEqual({ event: 'future' });
    await expect(receiver.waitFor(() => false, 10)).rejects.toThrow(
      'no such webhook within 10 ms; received: POST /webhooks past, POST',
    );
  });

  test('status, headers and body are as the rule says, which can depend on the request', async () => {
    receiver.answerWith(({ path }) => ({
      kind: 'answer',
      status: 302,
      headers: { location: `${path}/elsewhere` },
      body: 'moved',
      delayMs: 1,
    }));
    const response = await post('{}');
    expect([response.statusCode, response.headers.location, await text(response)]).toEqual([
      302,
      '/webhooks/elsewhere',
      'moved',
    ]);
  });

  test.each<[WebhookAnswer, string]>([
    [{ kind: 'reset' }, 'ECONNRESET'],
    [{ kind: 'truncated', status: 200 }, 'ECONNRESET'],
  ])('a receiver can break off: %j', async (answer, code) => {
    receiver.answerWith(answer);
    await expect(post('{}').then(text)).rejects.toMatchObject({ code });
    expect(receiver.received).toHaveLength(1);
  });

  test.each<WebhookAnswer>([
    { kind: 'endless', status: 200 },
    { kind: 'drip', status: 200 },
  ])('an endless answer ends when its reader leaves: %j', async (answer) => {
    receiver.answerWith(answer);
    const response = await post('{}');
    let bytes = 0;
    for await (const chunk of response) {
      bytes += chunk.length;
      if (bytes > 2) break;
    }
    await eventually(receiver.open, (open) => open === 0);
    expect(receiver.accepted()).toBe(1);
  });

  test('a hanging receiver can be stopped', async () => {
    receiver.answerWith({ kind: 'hang' });
    const unanswered = expect(post('{}')).rejects.toMatchObject({ code: 'ECONNRESET' });
    await receiver.waitFor(() => true);
    await receiver.stop();
    await unanswered;
  });
});
