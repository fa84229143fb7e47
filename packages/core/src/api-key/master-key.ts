import { createHmac } from 'node:crypto';
import { decryptKey } from './api-key';

/** 32 bytes each. New values are under `current`; during a rotation those under `previous` still open. */
export type MasterKeys = { current: Buffer; previous?: Buffer | undefined };

/** An API key, or a webhook secret, as its row stores it. */
export type Sealed = { id: string; secretEncrypted: Uint8Array; masterFingerprint: string | null };

/** Names a master key without revealing it: 16 hex digits. */
export function masterFingerprint(masterKey: Buffer): string {
  return createHmac('sha256', masterKey).update('fingerprint of an API key master key').digest('hex').slice(0, 16);
}

type Unsealed = { secret: string; under: Buffer };

/**
 * Decrypts the key or secret of a row. `under` is the master key that opened it: the one with the row's fingerprint. In
 * a row without a fingerprint it is the first that fits. AES-GCM detects a wrong one with certainty.
 * @throws Error when no master key opens it
 */
export function unseal({ id, secretEncrypted, masterFingerprint: named }: Sealed, keys: MasterKeys): Unsealed {
  for (const under of [keys.current, keys.previous]) {
    if (under === undefined || (named !== null && named !== masterFingerprint(under))) continue;
    try {
      return { secret: decryptKey(secretEncrypted, id, under), under };
    } catch (error) {
      if (named !== null) throw error;
    }
  }
  throw new Error('no master key opens this secret');
}

/** The same; null when no master key opens it. */
export function tryUnseal(sealed: Sealed, keys: MasterKeys): Unsealed | null {
  try {
    return unseal(sealed, keys);
  } catch {
    return null;
  }
}
