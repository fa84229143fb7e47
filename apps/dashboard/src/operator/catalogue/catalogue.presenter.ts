import type { CatalogueSync } from '@topup/core/catalogue';
import type { SyncState } from '@topup/dashboard-contract';

export const toSyncState = (sync: CatalogueSync | null): SyncState => ({
  running: sync !== null && sync.finishedAt === null,
  startedAt: sync?.startedAt.toISOString() ?? null,
  finishedAt: sync?.finishedAt?.toISOString() ?? null,
  steps: sync?.steps ?? [],
  summary: sync?.summary ?? null,
  fault: sync?.fault ?? null,
});
