import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * An API key: `tup_live_`, 43 base64url characters (256 random bits) and 6 characters of checksum. The checksum lets a mistyped or invented key be
 * refused without asking the database, and lets scanners for leaked secrets be sure of a find.
 */
const PREFIX = 'tup_live_';
const SHAPE = /^tup_live_([A-Za-z0-9_-]{43})([A-Za-z0-9_-]{6})$/;

/** A new key. Shown to its owner once and never again. */
export function newApiKey(): string {
  const random = randomBytes(32).toString('base64url');
  return `${PREFIX}${random}${checksum(random)}`;
}

/** True when the text could be a key of ours: the right shape and checksum. */
export function isWellFormedKey(text: string): boolean {
  const [, random, sum] = SHAPE.exec(text) ?? [];
  return random !== undefined && sum === checksum(random);
}

/** What a key is looked up by: SHA-256, 32 bytes. 256 random bits need no salt and no slow hash. */
export function keyDigest(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

/** How a key is named to people who may not see it: `tup_live_Ab12…Yz89`. */
export function keyDisplay(key: string): string {
  return `${key.slice(0, PREFIX.length + 4)}…${key.slice(-4)}`;
}

/** CRC-32 in base64url: 32 bits are six characters. */
function checksum(random: string): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc32(`${PREFIX}${random}`));
  return bytes.toString('base64url');
}

// ---- keys at rest

/** The layout that `encryptKey` writes; stored with each row so that it can be changed. Which master key was used is told by `masterFingerprint`. */
export const KEY_VERSION = 1;

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM: nonce, tag, ciphertext. `keyId` is authenticated along, so that one row's secret cannot be put into another. */
export function encryptKey(key: string, keyId: string, masterKey: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', masterKey, nonce).setAAD(Buffer.from(keyId));
  const text = Buffer.concat([cipher.update(key, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
}

/** @throws Error when it was encrypted with another master key or for another row, or was changed */
export function decryptKey(secret: Uint8Array, keyId: string, masterKey: Buffer): string {
  const bytes = Buffer.from(secret);
  const decipher = createDecipheriv('aes-256-gcm', masterKey, bytes.subarray(0, NONCE_BYTES))
    .setAAD(Buffer.from(keyId))
    .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
}
