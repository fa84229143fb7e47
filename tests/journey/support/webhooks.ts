import { createHash } from 'node:crypto';
import type { ReceivedWebhook, WebhookReceiver } from '@topup/testkit';

const FIELDS = ['amount', 'details', 'event', 'hash', 'product_type', 'reference', 'status', 'timestamp'];

/** The webhooks of one purchase, in order of arrival. */
export function webhooksOf(receiver: WebhookReceiver, ref: string): ReceivedWebhook[] {
  return receiver.received.filter(({ body }) => body?.reference === ref);
}

/** The same as text: `airtime.purchase.pending pending`. */
export function eventsOf(receiver: WebhookReceiver, ref: string): string[] {
  return webhooksOf(receiver, ref).map(({ body }) => `${body?.event} ${body?.status}`);
}

/** Checks an event as a receiver can by specification 6: eight strings, nanoseconds, and the hash made of `apiKey`. */
export function expectSigned({ body, headers }: ReceivedWebhook, apiKey: string, productType = 'AIRTIME'): void {
  const fields = body ?? {};
  expect(Object.keys(fields).sort()).toEqual(FIELDS);
  expect(Object.values(fields).map((value) => typeof value)).toEqual(FIELDS.map(() => 'string'));
  expect(fields).toMatchObject({
    product_type: productType,
    amount: expect.stringMatching(/^\d+\.\d\d$/),
    hash: createHash('sha256').update(`${apiKey}:${fields.reference}`).digest('hex'),
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{9}Z$/),
  });
  expect(fields.timestamp).not.toMatch(/000000Z$/); // milliseconds with zeros appended
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'x-webhook-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  expect(headers).not.toHaveProperty('authorization');
}

/** No event was sent twice. */
export function expectEachSentOnce(receivers: WebhookReceiver[]): void {
  const ids = receivers.flatMap(({ received }) => received.map(({ headers }) => headers['x-webhook-id']));
  expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
}
