import type { Db } from '../shared/db';
import { encryptKey } from './api-key';
import { countKeys, listKeysNotUnder, replaceSecret, type StoredKey } from './key.store';
import { type MasterKeys, masterFingerprint, openKey } from './master-key';

/**
 * `keys` = `rotated` + `alreadyCurrent` + `revokedUnreadable`, unless keys were added or revoked meanwhile.
 * `fingerprint` is that of the current master key.
 */
export type Rotation = {
  fingerprint: string;
  keys: number;
  rotated: number;
  alreadyCurrent: number;
  revokedUnreadable: number;
};

/**
 * Active keys that no given master key opens: their `ids`, and how many `keys` there are in all. Nothing was changed.
 */
export class UnreadableKeys extends Error {
  constructor(
    readonly ids: string[],
    readonly keys: number,
  ) {
    super(`${ids.length} of ${keys} API keys open with neither master key`);
  }
}

type RotateDeps = { db: Db; masterKeys: MasterKeys };

const BATCH = 100;
const SMALLEST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Encrypts every API key with the current master key. Each row is replaced on its own and only if it is unchanged, so
 * this can be interrupted, repeated, and run beside a service that has both master keys.
 *
 * A revoked key that does not open is left as it is, because nothing will be signed with it.
 * @throws UnreadableKeys when an active key opens with neither master key. Then nothing was changed, so a wrong secret
 * cannot spread to all keys.
 */
export async function rotateMasterKey(deps: RotateDeps): Promise<Rotation> {
  const keys = await countKeys(deps.db);
  const unreadable = await unreadableKeys(deps);
  const inUse = unreadable.filter(({ revokedAt }) => revokedAt === null);
  if (inUse.length > 0)
    throw new UnreadableKeys(
      inUse.map(({ id }) => id),
      keys,
    );

  let rotated = 0;
  for await (const key of keysToMove(deps)) if (await moveKey(deps, key)) rotated += 1;
  const fingerprint = masterFingerprint(deps.masterKeys.current);
  const revokedUnreadable = unreadable.length;
  return { fingerprint, keys, rotated, alreadyCurrent: keys - rotated - revokedUnreadable, revokedUnreadable };
}

async function unreadableKeys(deps: RotateDeps): Promise<StoredKey[]> {
  const found: StoredKey[] = [];
  for await (const key of keysToMove(deps)) if (opened(deps, key) === null) found.push(key);
  return found;
}

/**
 * True when the key was under the previous master key. A key under the current one without fingerprint only gets it.
 */
async function moveKey({ db, masterKeys }: RotateDeps, key: StoredKey): Promise<boolean> {
  const found = opened({ masterKeys }, key);
  if (found === null) return false;
  const moved = found.under !== masterKeys.current;
  const to = moved ? encryptKey(found.apiKey, key.id, masterKeys.current) : key.secretEncrypted;
  const replacement = { from: key.secretEncrypted, to, masterFingerprint: masterFingerprint(masterKeys.current) };
  return (await replaceSecret(db, key.id, replacement)) && moved;
}

function opened(
  { masterKeys }: Pick<RotateDeps, 'masterKeys'>,
  key: StoredKey,
): { apiKey: string; under: Buffer } | null {
  try {
    return openKey(key, masterKeys);
  } catch {
    return null;
  }
}

async function* keysToMove({ db, masterKeys }: RotateDeps): AsyncGenerator<StoredKey> {
  const current = masterFingerprint(masterKeys.current);
  for (let after = SMALLEST_ID; ; ) {
    const batch = await listKeysNotUnder(db, current, after, BATCH);
    yield* batch;
    const last = batch.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}
