import type { Db } from '../shared/db';
import { encryptKey } from './api-key';
import { countKeys, listKeysNotUnder, replaceSecret, type StoredKey } from './key.store';
import { type MasterKeys, masterFingerprint, openKey } from './master-key';

/** `keys` = `rotated` + `alreadyCurrent` + `revokedUnreadable`, unless somebody else changed keys meanwhile. `fingerprint`: of the current master key. */
export type Rotation = {
  fingerprint: string;
  keys: number;
  rotated: number;
  alreadyCurrent: number;
  revokedUnreadable: number;
};

/** Keys in use that no given master key opens; nothing was changed. */
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
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/**
 * Puts every API key under the current master key. Each row is replaced by itself, and only while it is what was read, so this may be interrupted, repeated,
 * and run beside a service that reads both master keys. A revoked key that does not open is left: nothing will ever be signed with it.
 * @throws UnreadableKeys before anything is changed, when keys in use open with neither: a wrong secret must not become everybody's
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

/** True when it was under the previous one. One that is under the current one and does not say so yet gets its fingerprint. */
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
  for (let after = BEFORE_ALL; ; ) {
    const batch = await listKeysNotUnder(db, current, after, BATCH);
    yield* batch;
    const last = batch.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}
