import type { Db } from '../db';
import { newId } from '../ids';
import { encryptKey, KEY_VERSION, keyDigest, keyDisplay, newApiKey } from './api-key';
import { insertKey } from './key.store';
import { masterFingerprint } from './master-key';

/** Gives an account a new key. The returned text is the only copy anybody will ever see; the database keeps its digest and an encrypted form. */
export async function createKey(
  deps: { db: Db; masterKey: Buffer },
  accountId: string,
  name: string,
): Promise<{ id: string; key: string }> {
  const id = newId();
  const key = newApiKey();
  await insertKey(deps.db, {
    id,
    accountId,
    name,
    display: keyDisplay(key),
    digest: keyDigest(key),
    secretEncrypted: encryptKey(key, id, deps.masterKey),
    keyVersion: KEY_VERSION,
    masterFingerprint: masterFingerprint(deps.masterKey),
  });
  return { id, key };
}
