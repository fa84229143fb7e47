import { randomBytes } from 'node:crypto';
import { decryptKey, encryptKey, isWellFormedKey, keyDisplay, newApiKey } from './api-key';

const masterKey = randomBytes(32);

test('a key has the documented shape and its checksum catches every single changed character', () => {
  const key = newApiKey();
  expect(key).toMatch(/^tup_live_[A-Za-z0-9_-]{49}$/);
  expect(isWellFormedKey(key)).toBe(true);
  for (let i = 0; i < key.length; i += 1) {
    const changed = key.slice(0, i) + (key[i] === 'x' ? 'y' : 'x') + key.slice(i + 1);
    expect(isWellFormedKey(changed)).toBe(false);
  }
});

test.each(['', 'tup_live_', 'Bearer x', `tup_live_${'a'.repeat(49)}`, `tup_live_${'é'.repeat(49)}`])(
  '%p is no key',
  (text) => {
    expect(isWellFormedKey(text)).toBe(false);
  },
);

test('a display name does not give the key away', () => {
  const key = newApiKey();
  expect(keyDisplay(key)).toHaveLength('tup_live_'.length + 9);
});

test('a stored key opens only with its master key, for its row, unchanged', () => {
  const key = newApiKey();
  const secret = encryptKey(key, 'row-1', masterKey);
  expect(secret.includes(key)).toBe(false);
  expect(decryptKey(secret, 'row-1', masterKey)).toBe(key);
  expect(() => decryptKey(secret, 'row-2', masterKey)).toThrow();
  expect(() => decryptKey(secret, 'row-1', randomBytes(32))).toThrow();
  const changed = Buffer.from(secret);
  changed.writeUInt8(changed.readUInt8(40) ^ 1, 40);
  expect(() => decryptKey(changed, 'row-1', masterKey)).toThrow();
});
