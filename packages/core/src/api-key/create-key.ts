import type { DbOrTransaction } from '../shared/db';
import { newId } from '../shared/ids';
import { encryptKey, KEY_VERSION, keyDigest, keyDisplay, newApiKey } from './api-key';
import { insertKey, insertKeyUpTo, type NewKeyRow } from './key.store';
import { masterFingerprint } from './master-key';

/**
 * Gives an account a new key. `key` is the only readable copy: the database keeps its digest and an encrypted form.
 */
export async function createKey(
  deps: { db: DbOrTransaction; masterKey: Buffer },
  accountId: string,
  name: string,
): Promise<{ id: string; key: string }> {
  const { key, row } = newKey(deps.masterKey, accountId, name);
  await insertKey(deps.db, row);
  return { id: row.id, key };
}

/** Like `createKey`, in a transaction of `writeAs`, and not when the account already has `most` active keys. */
export async function createKeyUpTo(
  deps: { tx: DbOrTransaction; masterKey: Buffer },
  most: number,
  accountId: string,
  name: string,
): Promise<{ kind: 'created'; id: string; key: string } | { kind: 'too_many_keys' }> {
  const { key, row } = newKey(deps.masterKey, accountId, name);
  const inserted = await insertKeyUpTo(deps.tx, most, row);
  return inserted ? { kind: 'created', id: row.id, key } : { kind: 'too_many_keys' };
}

function newKey(masterKey: Buffer, accountId: string, name: string): { key: string; row: NewKeyRow } {
  const id = newId();
  const key = newApiKey();
  const row = {
    id,
    accountId,
    name,
    display: keyDisplay(key),
    digest: keyDigest(key),
    secretEncrypted: encryptKey(key, id, masterKey),
    keyVersion: KEY_VERSION,
    masterFingerprint: masterFingerprint(masterKey),
  };
  return { key, row };
}
