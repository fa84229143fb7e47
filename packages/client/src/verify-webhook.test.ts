import { readFileSync } from 'node:fs';
import path from 'node:path';
import { eventHash } from '@topup/core/webhook';
import { verifyWebhook } from './index';

type Vector = { name: string; keys: string[]; body: unknown; valid: boolean };

const vectors: Vector[] = JSON.parse(readFileSync(path.join(__dirname, '../webhook-vectors.json'), 'utf8'));
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
    expect(verifyWebhook(vector.body, vector.keys)).toBe(vector.valid);
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
    expect(verifyWebhook(genuine(), KEY)).toBe(true);
    expect(verifyWebhook(genuine(), `${KEY}x`)).toBe(false);
  });

  test('a missing key makes no hash valid', () => {
    const unset = undefined as unknown as string;
    const forged = { ...genuine(), hash: eventHash('undefined', 'order-1') };
    expect(verifyWebhook(forged, unset)).toBe(false);
    expect(verifyWebhook(forged, [unset])).toBe(false);
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
    for (const body of odd) expect(verifyWebhook(body, KEY)).toBe(false);
  });

  test('fields of a prototype do not count', () => {
    const { hash, ...rest } = genuine();
    expect(verifyWebhook(Object.assign(Object.create({ hash }), rest), KEY)).toBe(false);
  });
});
