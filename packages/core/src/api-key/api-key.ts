import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Mode } from '../account/mode';

/**
 * An API key is `tup_live_` or `tup_test_`, 43 base64url characters (256 random bits), and a checksum of 6 characters.
 * With the checksum a mistyped key is found out without the database, and scanners for leaked secrets have no false
 * finds.
 */
const SHAPE = /^tup_(live|test)_([A-Za-z0-9_-]{43})([A-Za-z0-9_-]{6})$/;

/** A new random key of an account in this mode. */
export function newApiKey(mode: Mode): string {
  const start = `tup_${mode}_${randomBytes(32).toString('base64url')}`;
  return `${start}${checksum(start)}`;
}

/** The mode that the text names when it has the shape and the checksum of a key; otherwise null. */
export function modeOfKey(text: string): Mode | null {
  const [, mode, , sum] = SHAPE.exec(text) ?? [];
  return sum !== undefined && sum === checksum(text.slice(0, -sum.length)) ? (mode as Mode) : null;
}

/** SHA-256, 32 bytes, by which a key is looked up. 256 random bits need no salt and no slow hash. */
export function keyDigest(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

/** How lists show a key: `tup_live_Ab12…Yz89`. */
export function keyDisplay(key: string): string {
  return `${key.slice(0, 'tup_live_'.length + 4)}…${key.slice(-4)}`;
}

/** CRC-32 in base64url: 32 bits give six characters. */
function checksum(start: string): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc32(start));
  return bytes.toString('base64url');
}

// ---- keys at rest

/** The layout that `encryptKey` writes, stored with each row so that it can change. */
export const KEY_VERSION = 1;

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM: nonce, tag, ciphertext. `keyId` is authenticated too, so the value of one row is invalid in another. */
export function encryptKey(key: string, keyId: string, masterKey: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', masterKey, nonce).setAAD(Buffer.from(keyId));
  const text = Buffer.concat([cipher.update(key, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
}

/** @throws Error when `secret` was encrypted with another master key or for another row, or was changed */
export function decryptKey(secret: Uint8Array, keyId: string, masterKey: Buffer): string {
  const bytes = Buffer.from(secret);
  const decipher = createDecipheriv('aes-256-gcm', masterKey, bytes.subarray(0, NONCE_BYTES))
    .setAAD(Buffer.from(keyId))
    .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
}
