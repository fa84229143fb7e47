import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { verifyWebhookSignature } from '../index';

const NOW = new Date('2026-11-22T12:00:00.400Z');
const ID = '01890a5d-ac96-774b-bcce-b302099a8057';
const BODY = '{"event":"airtime.purchase.failed","reference":"réf-1","details":"₦100 back"}';

const newSecret = (bytes = 32) => `whsec_${randomBytes(bytes).toString('base64')}`;
const SECRET = newSecret();

/** The headers that the public library makes. */
function signed(body = BODY, { secret = SECRET, at = NOW, id = ID } = {}): Record<string, string> {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': new Webhook(secret).sign(id, at, body),
  };
}

const verify = (
  headers: Parameters<typeof verifyWebhookSignature>[1],
  secret: string | string[] = SECRET,
  body = BODY,
) => verifyWebhookSignature(body, headers, secret, { now: NOW });

describe('a receiver accepts an event that was forged, changed or kept for later', () => {
  test.each<[string, Record<string, string | undefined>]>([
    ['another id', { 'webhook-id': 'x' }],
    ['another timestamp', { 'webhook-timestamp': String(Math.floor(NOW.getTime() / 1_000) - 1) }],
    ['a timestamp with spaces', { 'webhook-timestamp': ` ${signed()['webhook-timestamp']}` }],
    ['a timestamp that is no number', { 'webhook-timestamp': 'NaN' }],
    [
      'a signature of another secret',
      { 'webhook-signature': signed(BODY, { secret: newSecret() })['webhook-signature'] },
    ],
    ['another version', { 'webhook-signature': signed()['webhook-signature']?.replace('v1,', 'v1a,') }],
    ['half a signature', { 'webhook-signature': signed()['webhook-signature']?.slice(0, 20) }],
    ['no version', { 'webhook-signature': signed()['webhook-signature']?.slice(3) }],
    ['an empty signature', { 'webhook-signature': '' }],
    ...['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name): [string, Record<string, undefined>] => [
      `no ${name}`,
      { [name]: undefined },
    ]),
  ])('%s is rejected', (_, change) => {
    expect(verify(signed())).toBe(true);
    expect(verify({ ...signed(), ...change })).toBe(false);
  });

  test('one changed byte of the body is rejected', () => {
    expect(verify(signed(), SECRET, BODY.replace('failed', 'failes'))).toBe(false);
    expect(verify(signed(), SECRET, `${BODY}\n`)).toBe(false);
  });

  test.each([
    [299, true],
    [301, false],
    [-299, true],
    [-301, false],
    [86_400, false],
  ])('an event that is %i s old is accepted: %s', (seconds, accepted) => {
    expect(verify(signed(BODY, { at: new Date(NOW.getTime() - seconds * 1_000) }))).toBe(accepted);
  });

  test('the tolerance can be set', () => {
    const headers = signed(BODY, { at: new Date(NOW.getTime() - 20_000) });
    expect(verifyWebhookSignature(BODY, headers, SECRET, { now: NOW, toleranceSeconds: 10 })).toBe(false);
  });

  test.each([
    ['', []],
    ['whsec_', []],
    ['undefined', [undefined]],
    [SECRET.slice(6), [SECRET.slice(6)]],
    [newSecret(23), []],
    [newSecret(65), []],
  ])('%j is no secret, so nothing is signed with it', (secret, list) => {
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64').toString('base64');
    const forged = key === '' ? signed() : signed(BODY, { secret: `whsec_${key}` });
    expect(verify(forged, secret)).toBe(false);
    expect(verify(forged, list as string[])).toBe(false);
  });

  test('no value makes it throw', () => {
    for (const odd of [undefined, null, 7, [], () => undefined, Symbol('x')] as never[]) {
      expect(verifyWebhookSignature(odd, signed(), SECRET)).toBe(false);
      expect(verifyWebhookSignature(BODY, odd, SECRET)).toBe(false);
      expect(verifyWebhookSignature(BODY, signed(), odd)).toBe(false);
    }
  });
});

describe('a receiver rejects a genuine event', () => {
  test('what the public library signs is accepted, as text and as bytes, from Node, Express or fetch', () => {
    const headers = signed();
    expect(verify(headers)).toBe(true);
    expect(verifyWebhookSignature(Buffer.from(BODY), headers, SECRET, { now: NOW })).toBe(true);
    expect(verifyWebhookSignature(new TextEncoder().encode(BODY), new Headers(headers), SECRET, { now: NOW })).toBe(
      true,
    );
    expect(verify({ 'Webhook-Id': ID, ...headers, 'webhook-id': undefined })).toBe(false); // two that differ
    const upper = Object.fromEntries(Object.entries(headers).map(([name, text]) => [name.toUpperCase(), text]));
    expect(verify(upper)).toBe(true);
  });

  test('while a secret is rotated, either secret verifies either signature that is there', () => {
    const [old, next] = [newSecret(24), newSecret(64)];
    const [byOld, byNext] = [old, next].map((secret) => signed(BODY, { secret })['webhook-signature']);
    const both = { ...signed(), 'webhook-signature': `${byNext} ${byOld}` };
    for (const secret of [old, next, [old, next], [SECRET, old]]) expect(verify(both, secret)).toBe(true);
    expect(verify(both, SECRET)).toBe(false);
    expect(verify({ ...both, 'webhook-signature': `v2,abc v1a,${byOld} ${byOld}` }, [next, old])).toBe(true);
  });

  test('bytes that are no UTF-8 are verified as they are', () => {
    const bytes = Uint8Array.from([0xff, 0xfe, 0x00, 0x41]);
    expect(verifyWebhookSignature(bytes, signed('\ufffd\ufffd\u0000A'), SECRET, { now: NOW })).toBe(false);
  });
});
