import { readMode } from '../account/twin.store';
import type { Refused } from '../errors/refusal-catalog';
import type { DbOrTransaction } from '../shared/db';
import { newId } from '../shared/ids';
import { encryptKey, KEY_VERSION, keyDigest, keyDisplay, newApiKey } from './api-key';
import { insertKey, insertKeyUpTo, isOver, type NewKeyRow } from './key.store';
import { type KeyLimits, NO_KEY_LIMITS } from './limits';
import { masterFingerprint } from './master-key';

/** Gives an account a new key, of its mode. `key` is the only readable copy. */
export async function createKey(
  { db, masterKey }: { db: DbOrTransaction; masterKey: Buffer },
  accountId: string,
  name: string,
  limits: KeyLimits = NO_KEY_LIMITS,
): Promise<{ id: string; key: string }> {
  const { key, row } = await newKey(db, masterKey, accountId, name, limits);
  await insertKey(db, row);
  return { id: row.id, key };
}

/** `key`: the only readable copy. `too_many_keys`: a user asks, and the account has MAX_KEYS active keys. */
export type GivenKey =
  | { kind: 'created'; id: string; key: string }
  | { kind: 'too_many_keys' }
  | Refused<'expires_in_past'>;

/** Like `createKey`, but not when the account has `most` active keys, or the key would have expired by now. */
export async function createKeyUpTo(
  { tx, masterKey }: { tx: DbOrTransaction; masterKey: Buffer },
  most: number,
  accountId: string,
  name: string,
  limits: KeyLimits,
): Promise<GivenKey> {
  const { expiresAt: at } = limits;
  if (at !== null && (await isOver(tx, at))) return { kind: 'expires_in_past', at };
  const { key, row } = await newKey(tx, masterKey, accountId, name, limits);
  return (await insertKeyUpTo(tx, most, row)) ? { kind: 'created', id: row.id, key } : { kind: 'too_many_keys' };
}

async function newKey(
  db: DbOrTransaction,
  masterKey: Buffer,
  accountId: string,
  name: string,
  { scope, expiresAt, allowedCidrs, dailyLimitKobo }: KeyLimits,
): Promise<{ key: string; row: NewKeyRow }> {
  const id = newId();
  const key = newApiKey(await readMode(db, accountId));
  const row = {
    id,
    accountId,
    name,
    display: keyDisplay(key),
    digest: keyDigest(key),
    secretEncrypted: encryptKey(key, id, masterKey),
    keyVersion: KEY_VERSION,
    masterFingerprint: masterFingerprint(masterKey),
    scope,
    expiresAt,
    allowedCidrs,
    dailyLimitKobo,
  };
  return { key, row };
}
