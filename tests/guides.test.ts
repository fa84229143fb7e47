import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Webhook } from 'standardwebhooks';

// Readers copy the code of a guide. A check of signatures that accepts too much is worse than none.

const GUIDE = readFileSync(path.join(__dirname, '../docs/integrate/webhooks.md'), 'utf8');
const [, CODE = ''] = /```js\n(.*?)```/s.exec(GUIDE) ?? [];

const secret = `whsec_${randomBytes(32).toString('base64')}`;
const older = `whsec_${randomBytes(32).toString('base64')}`;
const body = '{"event":"airtime.purchase.success","details":"délivré"}';

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const sign = (by: string, at = new Date(), id = 'msg_1') => new Webhook(by).sign(id, at, body);
const headers = (signature: string, at = new Date()) => ({
  'webhook-id': 'msg_1',
  'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
  'webhook-signature': signature,
});

/** What the function of the guide says, in a Node of its own. */
function isGenuine(text: string, given: Record<string, string>): boolean {
  const call = `isGenuine(Buffer.from(${JSON.stringify(text)}), ${JSON.stringify(given)}, ${JSON.stringify(secret)})`;
  const input = `${CODE}\nprocess.stdout.write(JSON.stringify(${call}));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-'], { input, encoding: 'utf8' });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout);
}

describe('the check of signatures in the guide to webhooks', () => {
  test.each([
    ['an event', headers(sign(secret))],
    ['an event with two signatures, while the secret is rotated', headers(`${sign(older)} ${sign(secret)}`)],
    ['an event of four minutes ago', headers(sign(secret, minutesAgo(4)), minutesAgo(4))],
  ])('accepts %s', (_what, given) => {
    expect(isGenuine(body, given)).toBe(true);
  });

  test.each([
    ['another secret', body, headers(sign(older))],
    ['another body', body.replace('success', 'failed'), headers(sign(secret))],
    ['another id', body, headers(sign(secret, new Date(), 'msg_2'))],
    ['another time', body, headers(sign(secret, minutesAgo(1)))],
    ['an event of six minutes ago', body, headers(sign(secret, minutesAgo(6)), minutesAgo(6))],
    ['an event of the future', body, headers(sign(secret, minutesAgo(-6)), minutesAgo(-6))],
    ['no signature', body, {}],
    ['an empty signature', body, headers('v1,')],
    ['a time that is none', body, { ...headers(sign(secret)), 'webhook-timestamp': 'now' }],
  ])('refuses %s', (_what, text, given) => {
    expect(isGenuine(text, given as Record<string, string>)).toBe(false);
  });
});
