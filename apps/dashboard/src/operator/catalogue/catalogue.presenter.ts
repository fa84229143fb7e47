import type { CatalogueSync, PlanStop } from '@topup/core/catalogue';
import { formatNaira } from '@topup/core/shared';
import type { PlanStopRow, SyncState } from '@topup/dashboard-contract';

export const toPlanStopRow = ({ costKobo, since, until, ...stop }: PlanStop): PlanStopRow => ({
  ...stop,
  since: since.toISOString(),
  until: until?.toISOString() ?? null,
  cost: formatNaira(costKobo),
});

export const toSyncState = (sync: CatalogueSync | null): SyncState => ({
  running: sync !== null && sync.finishedAt === null,
  startedBy: sync?.startedBy ?? null,
  startedAt: sync?.startedAt.toISOString() ?? null,
  finishedAt: sync?.finishedAt?.toISOString() ?? null,
  steps: sync?.steps ?? [],
  summary: sync?.summary ?? null,
  fault: sync?.fault ?? null,
});
