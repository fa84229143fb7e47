import { randomBytes } from 'node:crypto';
import { decryptKey, encryptKey, keyDisplay, modeOfKey, newApiKey } from './api-key';

const masterKey = randomBytes(32);

test('a key has the documented shape and its checksum catches every single changed character', () => {
  const key = newApiKey('live');
  expect(key).toMatch(/^tup_live_[A-Za-z0-9_-]{49}$/);
  expect(modeOfKey(key)).toBe('live');
  for (let i = 0; i < key.length; i += 1) {
    const changed = key.slice(0, i) + (key[i] === 'x' ? 'y' : 'x') + key.slice(i + 1);
    expect(modeOfKey(changed)).toBeNull();
  }
});

test('a test key names its mode, and is no live key with another prefix', () => {
  const key = newApiKey('test');
  expect(key).toMatch(/^tup_test_[A-Za-z0-9_-]{49}$/);
  expect(modeOfKey(key)).toBe('test');
  expect(modeOfKey(key.replace('tup_test_', 'tup_live_'))).toBeNull();
});

test.each(['', 'tup_live_', 'Bearer x', `tup_live_${'a'.repeat(49)}`, `tup_live_${'é'.repeat(49)}`])(
  '%p is no key',
  (text) => {
    expect(modeOfKey(text)).toBeNull();
  },
);

test('a display name does not give the key away', () => {
  const key = newApiKey('live');
  expect(keyDisplay(key)).toHaveLength('tup_live_'.length + 9);
});

test('a stored key opens only with its master key, for its row, unchanged', () => {
  const key = newApiKey('live');
  const secret = encryptKey(key, 'row-1', masterKey);
  expect(secret.includes(key)).toBe(false);
  expect(decryptKey(secret, 'row-1', masterKey)).toBe(key);
  expect(() => decryptKey(secret, 'row-2', masterKey)).toThrow();
  expect(() => decryptKey(secret, 'row-1', randomBytes(32))).toThrow();
  const changed = Buffer.from(secret);
  changed.writeUInt8(changed.readUInt8(40) ^ 1, 40);
  expect(() => decryptKey(changed, 'row-1', masterKey)).toThrow();
});
