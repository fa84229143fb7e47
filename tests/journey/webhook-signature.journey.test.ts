import { randomUUID } from 'node:crypto';
import { verifyWebhookHash, verifyWebhookSignature } from '@topup/client';
import { eventually, type ReceivedWebhook, startWorld, type World } from '@topup/testkit';
import { Webhook } from 'standardwebhooks';
import { expectLogsMasked } from './support/expect-masked';
import { type Ops, ofAccount, operatorsOf } from './support/ops';
import { expectSigned } from './support/webhooks';

type Made = { id: string; secret: string };

let world: World;
let ops: Ops;

beforeAll(async () => {
  world = await startWorld();
  ops = operatorsOf(world);
  await world.client.setWebhook(world.receiver.url);
});
afterAll(() => world?.stop());

/** Buys airtime, and returns the event of its success as it arrived. */
async function bought(): Promise<ReceivedWebhook> {
  const ref = randomUUID();
  expect((await world.client.buyAirtime({ ref })).status).toBe(200);
  const event = await world.receiver.waitFor(
    ({ body }) => body?.reference === ref && body.event === 'airtime.purchase.success',
  );
  expectSigned(event, world.account.apiKey); // the documented hash stays, whatever the signature
  expect(verifyWebhookHash(event.body, world.account.apiKey)).toBe(true);
  return event;
}

const command = <T>(verb: string, ...more: string[]) =>
  ops<T>('webhook-secret', verb, ...ofAccount(world, world.account), ...more);

/** Verifies an event as it arrived, with the public library and with our client. They must agree. */
function verifies({ rawBody, headers }: ReceivedWebhook, secret: string): boolean {
  const ours = verifyWebhookSignature(rawBody, headers, secret);
  try {
    new Webhook(secret).verify(rawBody, headers as Record<string, string>);
  } catch {
    expect(ours).toBe(false);
    return false;
  }
  expect(ours).toBe(true);
  return true;
}

describe('a receiver cannot verify what a worker really sends', () => {
  let first: Made;
  let second: Made;

  test('before there is a secret an event has no signature, but its id and time', async () => {
    const { headers } = await bought();
    expect(headers).not.toHaveProperty('webhook-signature');
    expect(headers).toMatchObject({
      'webhook-id': headers['x-webhook-id'],
      'webhook-timestamp': expect.stringMatching(/^\d{10}$/),
    });
  });

  test('the signature is over the very bytes that arrive, and over all of them', async () => {
    first = await command<Made>('create');
    const event = await bought();
    expect(event.headers['webhook-id']).toBe(event.headers['x-webhook-id']);
    expect(verifies(event, first.secret)).toBe(true);
    for (const change of ['status', 'amount', 'timestamp', 'event']) {
      const forged = JSON.stringify({ ...event.body, [change]: 'else' });
      // the hash covers the reference alone
      expect(verifyWebhookHash(JSON.parse(forged), world.account.apiKey)).toBe(true);
      expect(verifies({ ...event, rawBody: forged }, first.secret)).toBe(false);
    }
  });

  test('while the secret is rotated either one verifies, and after the overlap only the new one', async () => {
    second = await command<Made>('rotate');
    const both = await bought();
    expect([verifies(both, first.secret), verifies(both, second.secret)]).toEqual([true, true]);

    await world.sql('UPDATE webhook_secret SET ends_at = clock_timestamp() WHERE id = $1', [first.id]);
    const after = await bought();
    expect([verifies(after, first.secret), verifies(after, second.secret)]).toEqual([false, true]);
  });

  test('timestamps of events that one worker sends one after another increase', async () => {
    const events = [await bought(), await bought(), await bought()];
    const timestamps = events.map(({ body }) => String(body?.timestamp));
    expect([...timestamps].sort()).toEqual(timestamps);
    expect(new Set(timestamps).size).toBe(3);
    for (const { body, headers } of events)
      expect(headers['webhook-timestamp']).toBe(String(Math.floor(Date.parse(String(body?.timestamp)) / 1000)));
  });

  test('after it is revoked there is no signature', async () => {
    await command('revoke');
    expect((await bought()).headers).not.toHaveProperty('webhook-signature');
  });

  test('no log has a secret', async () => {
    await eventually(
      () => world.workers.flatMap((worker) => worker.logs('webhook')).length,
      (lines) => lines > 0,
    );
    for (const { secret } of [first, second]) await expectLogsMasked(world, secret);
  });
});
