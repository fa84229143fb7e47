import type { StoredKey } from '@topup/core/api-key';
import type { KeyRow } from '@topup/dashboard-contract';

/** A key in a list: neither the key itself nor its digest. */
export const toKeyRow = ({ id, name, display, createdAt, lastUsedAt, revokedAt }: StoredKey): KeyRow => ({
  id,
  name,
  display,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
  revokedAt: revokedAt?.toISOString() ?? null,
});
