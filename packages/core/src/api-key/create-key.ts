import type { Mode } from '../account/mode';
import { readMode } from '../account/twin.store';
import type { Refused } from '../errors/refusal-catalog';
import type { DbOrTransaction } from '../shared/db';
import { newId } from '../shared/ids';
import { encryptKey, KEY_VERSION, keyDigest, keyDisplay, newApiKey } from './api-key';
import { insertKey, insertKeyUpTo, isOver, type NewKeyRow } from './key.store';
import { type KeyLimits, NO_KEY_LIMITS } from './limits';
import { masterFingerprint } from './master-key';

/**
 * Gives an account a new key, of its mode. `key` is the only readable copy: the database keeps its digest and an
 * encrypted form.
 */
export async function createKey(
  deps: { db: DbOrTransaction; masterKey: Buffer },
  accountId: string,
  name: string,
  limits: KeyLimits = NO_KEY_LIMITS,
): Promise<{ id: string; key: string }> {
  const { key, row } = newKey(
    deps.masterKey,
    { id: accountId, mode: await readMode(deps.db, accountId) },
    name,
    limits,
  );
  await insertKey(deps.db, row);
  return { id: row.id, key };
}

/** `key`: the only readable copy. `too_many_keys`: a user asks, and the account has MAX_KEYS active keys. */
export type GivenKey =
  | { kind: 'created'; id: string; key: string }
  | { kind: 'too_many_keys' }
  | Refused<'expires_in_past'>;

/**
 * Like `createKey`, in a transaction of `writeAs`, and not when the account already has `most` keys that are not
 * revoked, or the key would have expired by now.
 */
export async function createKeyUpTo(
  deps: { tx: DbOrTransaction; masterKey: Buffer },
  most: number,
  accountId: string,
  name: string,
  limits: KeyLimits = NO_KEY_LIMITS,
): Promise<GivenKey> {
  const { expiresAt: at } = limits;
  if (at !== null && (await isOver(deps.tx, at))) return { kind: 'expires_in_past', at };
  const { key, row } = newKey(
    deps.masterKey,
    { id: accountId, mode: await readMode(deps.tx, accountId) },
    name,
    limits,
  );
  const inserted = await insertKeyUpTo(deps.tx, most, row);
  return inserted ? { kind: 'created', id: row.id, key } : { kind: 'too_many_keys' };
}

function newKey(
  masterKey: Buffer,
  account: { id: string; mode: Mode },
  name: string,
  { scope, expiresAt, allowedCidrs, dailyLimitKobo }: KeyLimits,
): { key: string; row: NewKeyRow } {
  const id = newId();
  const key = newApiKey(account.mode);
  const row = {
    id,
    accountId: account.id,
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
