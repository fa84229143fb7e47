import type { StoredKey } from '@topup/core/api-key';
import type { KeyRow } from '@topup/dashboard-contract';

/** A key in a list. Nothing of it opens anything: neither the key nor what it is recognised by. */
export const keyRow = ({ id, name, display, createdAt, lastUsedAt, revokedAt }: StoredKey): KeyRow => ({
  id,
  name,
  display,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
  revokedAt: revokedAt?.toISOString() ?? null,
});
