import { insertAction, type NewAction } from '../audit/action.store';
import type { By } from '../audit/actor';
import type { Db } from '../shared/db';
import { encryptKey } from './api-key';
import { type MasterKeys, masterFingerprint, unseal } from './master-key';
import { countSealed, listSealedNotUnder, replaceSealed, type SealedRow } from './sealed.store';

/**
 * `keys` + `webhookSecrets` = `rotated` + `alreadyCurrent` + `revokedUnreadable`, unless some were added or revoked
 * meanwhile. `fingerprint` is that of the current master key.
 */
type Rotation = {
  fingerprint: string;
  keys: number;
  webhookSecrets: number;
  rotated: number;
  alreadyCurrent: number;
  revokedUnreadable: number;
};

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
 * master keys.
 *
 * What is revoked and does not open is left as it is, because nothing will be signed with it.
 * @throws UnreadableKeys when one in use opens with neither master key. Then nothing was changed, so a wrong secret
 * cannot spread to all of them.
 */
export async function rotateMasterKey(deps: RotateDeps): Promise<Rotation> {
  const counts = await countSealed(deps.db);
  const all = counts.keys + counts.webhookSecrets;
  const unreadable = await unreadableRows(deps);
  const inUse = unreadable.filter((row) => row.inUse);
  if (inUse.length > 0) throw new UnreadableKeys(inUse.map(nameOf), all);

  let rotated = 0;
  const fingerprint = masterFingerprint(deps.masterKeys.current);
  let recorded = false;
  for await (const row of rowsToMove(deps)) {
    // before the first row, because a rotation that breaks off has changed keys too
    if (!recorded) await insertAction(deps.db, deps.by.actor, deps.by.origin, rotation(fingerprint));
    recorded = true;
    if (await moveRow(deps, row)) rotated += 1;
  }
  const revokedUnreadable = unreadable.length;
  return { fingerprint, ...counts, rotated, alreadyCurrent: all - rotated - revokedUnreadable, revokedUnreadable };
}

const rotation = (fingerprint: string): NewAction => ({
  action: 'master_key.rotate',
  subject: 'the master key',
  after: { fingerprint },
});

const nameOf = ({ kind, id, accountId }: SealedRow): string =>
  kind === 'key' ? id : `webhook secret of account ${accountId}`;

async function unreadableRows(deps: RotateDeps): Promise<SealedRow[]> {
  const found: SealedRow[] = [];
  for await (const row of rowsToMove(deps)) if (opened(deps, row) === null) found.push(row);
  return found;
}

/**
 * True when the value was under the previous master key. A key under the current one without fingerprint only gets it.
 */
async function moveRow({ db, masterKeys }: Omit<RotateDeps, 'by'>, row: SealedRow): Promise<boolean> {
  const found = opened({ masterKeys }, row);
  if (found === null) return false;
  const moved = found.under !== masterKeys.current;
  const to = moved ? encryptKey(found.secret, row.id, masterKeys.current) : row.secretEncrypted;
  return (await replaceSealed(db, row, { to, masterFingerprint: masterFingerprint(masterKeys.current) })) && moved;
}

function opened(
  { masterKeys }: Pick<RotateDeps, 'masterKeys'>,
  row: SealedRow,
): { secret: string; under: Buffer } | null {
  try {
    return unseal(row, masterKeys);
  } catch {
    return null;
  }
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
