import { actorName, type By } from '../audit/actor';
import { unchanged, withAuditLog } from '../audit/with-audit-log';
import type { Refused } from '../errors/refusal-catalog';
import type { Db } from '../shared/db';
import { type Log, reasonOf } from '../shared/log.port';
import { type CatalogueSync, insertCatalogueSync } from './catalogue-sync.store';
import { BROKEN_OFF, courseOf, recordedSync, type SyncEnd } from './sync-catalogue';
import type { SyncDeps } from './sync-lists';

/** Begins a sync, which the caller runs (`runCatalogueSync`). Of those, only one runs at a time in all processes. */
export const beginCatalogueSync = (db: Db, by: By) =>
  withAuditLog<{ kind: 'begun'; sync: CatalogueSync } | Refused<'sync_under_way'>>(db, by, async (tx) => {
    const sync = await insertCatalogueSync(tx, actorName(by.actor));
    if (sync === null) return unchanged({ kind: 'sync_under_way' });
    return { result: { kind: 'begun', sync }, action: { action: 'catalogue.sync', subject: 'the catalogue' } };
  });

/** Runs a sync that has been begun, and records its steps and its end, for the console. Never rejects. */
export async function runCatalogueSync(
  { log, ...deps }: SyncDeps & { log: Log },
  { id }: CatalogueSync,
): Promise<SyncEnd> {
  try {
    return (await recordedSync(deps, courseOf(deps.db, id, log))).end;
  } catch (error) {
    log.error('a catalogue sync broke off', { error: reasonOf(error) });
    return BROKEN_OFF;
  }
}
