import { createHmac } from 'node:crypto';
import { decryptKey } from './api-key';

/**
 * The master keys, 32 bytes each. New API keys are under `current`; during a rotation those under `previous` still
 * open.
 */
export type MasterKeys = { current: Buffer; previous?: Buffer | undefined };

/** An API key as its row stores it. */
type SealedKey = { id: string; secretEncrypted: Uint8Array; masterFingerprint: string | null };

/** Names a master key without revealing it: 16 hex digits. */
export function masterFingerprint(masterKey: Buffer): string {
  return createHmac('sha256', masterKey).update('fingerprint of an API key master key').digest('hex').slice(0, 16);
}

/**
 * Decrypts the key of a row. `under` is the master key that opened it: the one with the row's fingerprint, or, in a row
 * without a fingerprint, the first that fits. AES-GCM detects a wrong one with certainty.
 * @throws Error when no master key opens it
 */
export function openKey(
  { id, secretEncrypted, masterFingerprint: named }: SealedKey,
  keys: MasterKeys,
): { apiKey: string; under: Buffer } {
  for (const under of [keys.current, keys.previous]) {
    if (under === undefined || (named !== null && named !== masterFingerprint(under))) continue;
    try {
      return { apiKey: decryptKey(secretEncrypted, id, under), under };
    } catch (error) {
      if (named !== null) throw error;
    }
  }
  throw new Error('no master key opens this API key');
}
