import { type KeyDay, listKeys, listSigningKeys, readKeyUse, type StoredKey } from '@topup/core/api-key';
import { type Db, pick } from '@topup/core/shared';
import type { KeyRow } from '@topup/dashboard-contract';
import { columnsOf } from '../../http/csv';

/** All keys of an account, the oldest first. */
export async function listKeyRows(db: Db, accountId: string): Promise<ListedKey[]> {
  const [keys, use, [now, next]] = await Promise.all([
    listKeys(db, accountId),
    readKeyUse(db, accountId),
    listSigningKeys(db, accountId),
  ]);
  const signs = ({ id }: StoredKey) => (id === now?.id ? 'now' : id === next?.id ? 'next' : null);
  return keys.map((key) => toKeyRow(key, signs(key), use.get(key.id) ?? []));
}

/** One of them, as it is in that list. */
export async function readKeyRow(db: Db, { id, accountId }: StoredKey): Promise<ListedKey> {
  const found = (await listKeyRows(db, accountId)).find((key) => key.id === id);
  if (found === undefined) throw new Error('a key is never deleted');
  return found;
}

/** A key in a list: neither the key itself nor its digest. */
const toKeyRow = (key: StoredKey, signs: KeyRow['signs'], use: KeyDay[]) => ({
  ...pick(key, 'id', 'name', 'display', 'createdAt', 'lastUsedAt', 'revokedAt'),
  ...pick(key, 'scope', 'expiresAt', 'allowedCidrs', 'dailyLimitKobo'),
  signs,
  use,
});

type ListedKey = ReturnType<typeof toKeyRow>;

export const KEY_COLUMNS = columnsOf<ListedKey>()([
  'id,name,display,scope',
  ['allowed_networks', ({ allowedCidrs }) => allowedCidrs.join(' ')],
  'daily_limit,created_at,last_used_at,expires_at,revoked_at',
]);
