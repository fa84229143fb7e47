import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { eventHash } from '@topup/core/webhook';
import { Webhook } from 'standardwebhooks';
import { type VerifyOptions, verifyWebhook, verifyWebhookHash, type WebhookHeaders } from '../index';

type Vector = { name: string; keys: string[]; body: unknown; valid: boolean };

const FILE = path.join(__dirname, '../../../../clients/vectors/webhook-vectors.json');
const vectors: Vector[] = JSON.parse(readFileSync(FILE, 'utf8'));
const KEY = 'tup_live_vector-key-one';

const genuine = (reference = 'order-1') => ({
  event: 'airtime.purchase.success',
  reference,
  status: 'success',
  amount: '100.00',
  product_type: 'AIRTIME',
  details: 'Airtime purchase successful.',
  hash: eventHash(KEY, reference),
  timestamp: '2026-11-21T12:05:11.516000000Z',
});

describe('a receiver that accepts a forged event or rejects a genuine one', () => {
  test.each(
    vectors.map((vector): [string, Vector] => [`${vector.valid ? 'accepts' : 'rejects'}: ${vector.name}`, vector]),
  )('%s', (_name, vector) => {
    expect(verifyWebhookHash(vector.body, vector.keys)).toBe(vector.valid);
  });

  test('the valid vectors carry the hash that the service makes', () => {
    const valid = vectors.filter((vector) => vector.valid);
    expect(valid.length).toBeGreaterThan(5);
    for (const { body, keys } of valid) {
      const { hash, reference } = body as { hash: string; reference: string };
      expect(keys.map((key) => eventHash(key, reference))).toContain(hash);
    }
  });

  test('one key needs no list', () => {
    expect(verifyWebhookHash(genuine(), KEY)).toBe(true);
    expect(verifyWebhookHash(genuine(), `${KEY}x`)).toBe(false);
  });

  test('a missing key makes no hash valid', () => {
    const unset = undefined as unknown as string;
    const forged = { ...genuine(), hash: eventHash('undefined', 'order-1') };
    expect(verifyWebhookHash(forged, unset)).toBe(false);
    expect(verifyWebhookHash(forged, [unset])).toBe(false);
  });

  test('no value makes it throw', () => {
    const throwing = Object.defineProperty({ ...genuine() }, 'hash', {
      enumerable: true,
      get: () => {
        throw new Error('no');
      },
    });
    const { proxy, revoke } = Proxy.revocable(genuine(), {});
    revoke();
    const odd = [
      undefined,
      0,
      'x',
      Number.NaN,
      Symbol('x'),
      1n,
      [],
      () => undefined,
      new Date(),
      Object.create(null),
      throwing,
      proxy,
    ];
    for (const body of odd) expect(verifyWebhookHash(body, KEY)).toBe(false);
  });

  test('fields of a prototype do not count', () => {
    const { hash, ...rest } = genuine();
    expect(verifyWebhookHash(Object.assign(Object.create({ hash }), rest), KEY)).toBe(false);
  });
});

describe('a receiver believes a status or an amount that nobody signed', () => {
  const [SECRET = '', OLD_SECRET = ''] = [1, 2].map(() => `whsec_${randomBytes(32).toString('base64')}`);
  const NOW = new Date('2026-11-21T12:05:12Z');
  const BODY = JSON.stringify({ ...genuine(), added: { later: true } });

  const signed = (body = BODY, secret = SECRET) => ({
    'webhook-id': 'id-1',
    'webhook-timestamp': String(NOW.getTime() / 1_000),
    'webhook-signature': new Webhook(secret).sign('id-1', NOW, body),
  });
  const verify = (options: VerifyOptions, body: string | Uint8Array = BODY, headers: WebhookHeaders = signed()) =>
    verifyWebhook(body, headers, { now: NOW, ...options });

  test.each<[string, VerifyOptions]>([
    ['the secret', { secret: SECRET }],
    ['the key', { apiKey: KEY }],
    ['both', { secret: SECRET, apiKey: KEY }],
    ['the old and the new of both', { secret: [OLD_SECRET, SECRET], apiKey: ['old', KEY] }],
  ])('with %s it gets the event, from text, bytes and every kind of headers', (_, options) => {
    for (const body of [BODY, Buffer.from(BODY), new TextEncoder().encode(BODY)])
      expect(verify(options, body)).toMatchObject({ event: 'airtime.purchase.success', reference: 'order-1' });
    expect(verify(options, BODY, new Headers(signed()))).not.toBeNull();
  });

  test('both must be right', () => {
    const other = `whsec_${randomBytes(32).toString('base64')}`;
    expect(verify({ secret: other, apiKey: KEY })).toBeNull();
    expect(verify({ secret: SECRET, apiKey: 'other' })).toBeNull();
  });

  test('a changed amount is rejected by the secret, and not by the key alone', () => {
    const forged = BODY.replace('"100.00"', '"900.00"');
    expect(verify({ secret: SECRET }, forged)).toBeNull();
    expect(verify({ apiKey: KEY }, forged)).toMatchObject({ amount: '900.00' });
  });

  test('an event that was kept is rejected after five minutes, or what is asked for', () => {
    const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000);
    expect(verify({ secret: SECRET, now: later(300) })).not.toBeNull();
    expect(verify({ secret: SECRET, now: later(301) })).toBeNull();
    expect(verify({ secret: SECRET, now: later(301), toleranceSeconds: 600 })).not.toBeNull();
  });

  test('a signed body that is no event is none', () => {
    for (const body of ['', 'null', '[]', '{}', 'x', JSON.stringify({ ...genuine(), amount: 100 })])
      expect(verify({ secret: SECRET }, body, signed(body))).toBeNull();
  });

  const UNSET = undefined as unknown as string;

  test.each<[string, VerifyOptions]>([
    ['secret', { apiKey: KEY, secret: UNSET }],
    ['secret', { apiKey: KEY, secret: ' \n' }],
    ['secret', { apiKey: KEY, secret: [UNSET, ''] }],
    ['apiKey', { apiKey: UNSET, secret: SECRET }],
    ['apiKey', { apiKey: [], secret: SECRET }],
  ])('a %s that is there and unset throws, because less would be checked (%j)', (name, options) => {
    expect(() => verify(options)).toThrow(new RegExp(`no value in \`${name}\``));
  });

  test.each([
    ['is cut at its end', SECRET.slice(0, -4)],
    ['is cut by two characters', SECRET.slice(0, -2)],
    ['is cut at its start', SECRET.slice(2)],
    ['has no whsec_', SECRET.slice(6)],
    ['is in quotes', `"${SECRET}"`],
    ['is there twice', `${SECRET}${SECRET}`],
    ['is another kind of key', KEY],
  ])('a secret that %s throws, alone and in a list: it would reject every genuine event', (_, secret) => {
    for (const given of [secret, [SECRET, secret]])
      expect(() => verify({ secret: given })).toThrow(
        new TypeError(
          'verifyWebhook got a `secret` that is cut or is no webhook secret. ' +
            'Pass the whole text that the dashboard showed you: whsec_ and 44 characters.',
        ),
      );
  });

  test('a secret without the = at its end is whole', () => {
    expect(verify({ secret: SECRET.replace(/=$/, '') })).not.toBeNull();
  });

  test.each<[string, unknown]>([
    ['was parsed', genuine()],
    ['was parsed, and is no event', [1]],
    ['is a text that nobody has waited for', Promise.resolve(BODY)],
    ['is a number', 7],
  ])('a body that %s throws, because nobody signed it in that form', (_, body) => {
    for (const options of [{ secret: SECRET }, { apiKey: KEY }])
      expect(() => verify(options, body as string)).toThrow(
        new TypeError(
          'verifyWebhook got a body that is neither text nor bytes, such as a parsed one. ' +
            'Pass the body as it came: the bytes of express.raw(), or the text of `await request.text()`.',
        ),
      );
  });

  test.each([undefined, null, {}])('a request without a body, which frameworks give as %p, is no event', (body) => {
    expect(verifyWebhook(body as never, signed(), { secret: SECRET, now: NOW })).toBeNull();
  });

  test('bytes in an ArrayBuffer are bytes', () => {
    const { buffer } = Uint8Array.from(Buffer.from(BODY));
    expect(verify({ secret: SECRET }, buffer as never)).not.toBeNull();
  });

  test('of an old and a new one that is not set yet, the other one counts', () => {
    expect(verify({ secret: [SECRET, UNSET], apiKey: [UNSET, KEY] })).not.toBeNull();
    expect(verify({ secret: [`whsec_${randomBytes(32).toString('base64')}`, UNSET] })).toBeNull();
  });

  test('the line end of a file around a secret or a key does not reject genuine events', () => {
    expect(verify({ secret: `${SECRET}\n`, apiKey: ` ${KEY}\r\n` })).not.toBeNull();
    expect(verifyWebhookHash(genuine(), [`${KEY}\n`])).toBe(true);
  });

  test.each([{}, { secret: '' }, { apiKey: [] }])('with nothing to check by it throws (%j)', (options) => {
    expect(() => verify(options)).toThrow(TypeError);
  });

  test('the form of version 0.1 still checks a parsed body', () => {
    expect(verifyWebhook(genuine(), KEY)).toBe(true);
    expect(verifyWebhook(genuine(), 'other')).toBe(false);
  });
});
