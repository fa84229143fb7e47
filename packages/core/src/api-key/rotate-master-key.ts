import { insertAction } from '../audit/action.store';
import type { By } from '../audit/actor';
import type { Db } from '../shared/db';
import { encryptKey } from './api-key';
import { type MasterKeys, masterFingerprint, tryUnseal } from './master-key';
import { countSealed, listSealedNotUnder, replaceSealed, type SealedRow } from './sealed.store';

/**
 * API keys and webhook secrets in use that no given master key opens, of `all` that there are. Each is named by the id
 * of the key, or by the account of the secret. Nothing was changed.
 */
export class UnreadableKeys extends Error {
  constructor(
    readonly names: string[],
    readonly all: number,
  ) {
    super(`${names.length} of ${all} API keys and webhook secrets open with neither master key`);
  }
}

type RotateDeps = { db: Db; masterKeys: MasterKeys; by: By };

const BATCH = 100;
const SMALLEST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Encrypts every API key and every webhook secret with the current master key, and records that. Each row is replaced
 * on its own and only if it is unchanged, so this can be interrupted, repeated, and run beside a service that has both
 * master keys. What is revoked and does not open is left as it is, because nothing will be signed with it.
 * @returns counts: `keys` + `webhookSecrets` = `rotated` + `alreadyCurrent` + `revokedUnreadable`, unless some were
 * added or revoked meanwhile
 * @throws UnreadableKeys when one in use opens with neither master key. Then nothing was changed, so a wrong secret
 * cannot spread to all of them.
 */
export async function rotateMasterKey(deps: RotateDeps) {
  const { db, masterKeys, by } = deps;
  const counts = await countSealed(db);
  const all = counts.keys + counts.webhookSecrets;
  const unreadable: SealedRow[] = [];
  for await (const row of rowsToMove(deps)) if (tryUnseal(row, masterKeys) === null) unreadable.push(row);
  const inUse = unreadable.filter((row) => row.inUse);
  if (inUse.length > 0) throw new UnreadableKeys(inUse.map(nameOf), all);

  let rotated = 0;
  const fingerprint = masterFingerprint(masterKeys.current);
  const action = { action: 'master_key.rotate', subject: 'the master key', after: { fingerprint } };
  let recorded = false;
  for await (const row of rowsToMove(deps)) {
    // before the first row, because a rotation that breaks off has changed keys too
    if (!recorded) await insertAction(db, by.actor, by.origin, action);
    recorded = true;
    if (await moveRow(deps, row)) rotated += 1;
  }
  const revokedUnreadable = unreadable.length;
  return { fingerprint, ...counts, rotated, alreadyCurrent: all - rotated - revokedUnreadable, revokedUnreadable };
}

const nameOf = ({ kind, id, accountId }: SealedRow): string =>
  kind === 'key' ? id : `webhook secret of account ${accountId}`;

/** True when the value was under the previous key. One under the current key without fingerprint only gets it. */
async function moveRow({ db, masterKeys }: RotateDeps, row: SealedRow): Promise<boolean> {
  const found = tryUnseal(row, masterKeys);
  if (found === null) return false;
  const moved = found.under !== masterKeys.current;
  const to = moved ? encryptKey(found.secret, row.id, masterKeys.current) : row.secretEncrypted;
  return (await replaceSealed(db, row, { to, masterFingerprint: masterFingerprint(masterKeys.current) })) && moved;
}

async function* rowsToMove({ db, masterKeys }: RotateDeps): AsyncGenerator<SealedRow> {
  const current = masterFingerprint(masterKeys.current);
  for (let after = SMALLEST_ID; ; ) {
    const batch = await listSealedNotUnder(db, current, after, BATCH);
    yield* batch;
    const last = batch.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}
