import { type KeyDay, listKeys, listSigningKeys, readKeyUse, type StoredKey } from '@topup/core/api-key';
import { type Db, formatNaira } from '@topup/core/shared';
import type { KeyRow } from '@topup/dashboard-contract';
import type { CsvColumn } from '../../http/csv';

/** All keys of an account, the oldest first. */
export async function listKeyRows(db: Db, accountId: string): Promise<KeyRow[]> {
  const [keys, use, [now, next]] = await Promise.all([
    listKeys(db, accountId),
    readKeyUse(db, accountId),
    listSigningKeys(db, accountId),
  ]);
  const signs = ({ id }: StoredKey) => (id === now?.id ? 'now' : id === next?.id ? 'next' : null);
  return keys.map((key) => toKeyRow(key, signs(key), use.get(key.id) ?? []));
}

/** One of them, as it is in that list. */
export async function readKeyRow(db: Db, { id, accountId }: StoredKey): Promise<KeyRow> {
  const found = (await listKeyRows(db, accountId)).find((key) => key.id === id);
  if (found === undefined) throw new Error('a key is never deleted');
  return found;
}

/** A key in a list: neither the key itself nor its digest. */
const toKeyRow = (key: StoredKey, signs: KeyRow['signs'], use: KeyDay[]): KeyRow => ({
  id: key.id,
  name: key.name,
  display: key.display,
  createdAt: key.createdAt.toISOString(),
  lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
  revokedAt: key.revokedAt?.toISOString() ?? null,
  scope: key.scope,
  expiresAt: key.expiresAt?.toISOString() ?? null,
  allowedCidrs: key.allowedCidrs,
  dailyLimit: key.dailyLimitKobo === null ? null : formatNaira(key.dailyLimitKobo),
  signs,
  use: use.map(({ day, purchases, spentKobo }) => ({ day, purchases, spent: formatNaira(spentKobo) })),
});

export const KEY_COLUMNS: CsvColumn<KeyRow>[] = [
  ['id', ({ id }) => id],
  ['name', ({ name }) => name],
  ['display', ({ display }) => display],
  ['scope', ({ scope }) => scope],
  ['allowed_networks', ({ allowedCidrs }) => allowedCidrs.join(' ')],
  ['daily_limit', ({ dailyLimit }) => dailyLimit],
  ['created_at', ({ createdAt }, time) => time(createdAt)],
  ['last_used_at', ({ lastUsedAt }, time) => time(lastUsedAt)],
  ['expires_at', ({ expiresAt }, time) => time(expiresAt)],
  ['revoked_at', ({ revokedAt }, time) => time(revokedAt)],
];
