import { createHmac } from 'node:crypto';
import { decryptKey } from './api-key';

/** The secrets that encrypt API keys at rest, 32 bytes each. New keys are under `current`; while it is being changed, those under `previous` open too. */
export type MasterKeys = { current: Buffer; previous?: Buffer | undefined };

/** A key as its row keeps it. */
type SealedKey = { id: string; secretEncrypted: Uint8Array; masterFingerprint: string | null };

/** Which master key this is, without giving anything of it away: 16 hex digits. */
export function masterFingerprint(masterKey: Buffer): string {
  return createHmac('sha256', masterKey).update('fingerprint of an API key master key').digest('hex').slice(0, 16);
}

/**
 * The key of a row, and the master key that opened it: the one whose fingerprint the row bears, or, in a row that bears none, whichever of the two fits.
 * AES-GCM tells for certain whether it was the right one.
 * @throws Error when neither opens it
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
