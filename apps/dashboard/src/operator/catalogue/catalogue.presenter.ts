import type { CatalogueSync, PlanStop } from '@topup/core/catalogue';
import { formatNaira } from '@topup/core/shared';
import type { CatalogueRow, PlanStopRow, SyncState } from '@topup/dashboard-contract';
import type { CsvColumn } from '../../http/csv';

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

export const PLAN_COLUMNS: CsvColumn<CatalogueRow>[] = [
  ['id', ({ id }) => id],
  ['plan_id', ({ planId }) => planId],
  ['network', ({ network }) => network],
  ['name', ({ name }) => name],
  ['validity', ({ validity }) => validity],
  ['cost', ({ cost }) => cost],
  ['price', ({ price }) => price],
  ['priced', ({ priced }) => priced],
  ['state', ({ state }) => state],
  ['cost_seen_at', ({ costSeenAt }, time) => time(costSeenAt)],
  ['stale', ({ stale }) => stale],
];

export const STOP_COLUMNS: CsvColumn<PlanStopRow>[] = [
  ['plan_id', ({ planId }) => planId],
  ['network', ({ network }) => network],
  ['name', ({ name }) => name],
  ['tier', ({ tier }) => tier],
  ['reason', ({ reason }) => reason],
  ['cost', ({ cost }) => cost],
  ['since', ({ since }, time) => time(since)],
  ['until', ({ until }, time) => time(until)],
];
