import { NO_ORIGIN } from '@topup/core/audit';
import { beginDueCatalogueSync, type CatalogueSource, runCatalogueSync, type SyncEnd } from '@topup/core/catalogue';
import type { Db, Log } from '@topup/core/shared';
import type { Metrics } from '@topup/runtime';
import { startChore } from './start-chore';

type CatalogueSyncDeps = {
  db: Db;
  log: Log;
  /** In the order of `PROVIDERS`. */
  providers: readonly CatalogueSource[];
  /** 0: it syncs only when somebody asks. */
  everyMs: number;
  /** How often it looks whether a sync is due. Default: once a second. */
  lookEveryMs?: number;
  /** How long after a sync that was not done in all parts it is tried again; doubled each time. Default: a minute. */
  retryMs?: number;
  random?: () => number;
};

const BY = { actor: { kind: 'system', process: 'worker' }, origin: NO_ORIGIN } as const;
const RESULTS: SyncEnd['result'][] = ['done', 'partial', 'failed'];

/**
 * Synchronises the catalogue with the providers about every `everyMs`, and at once when one has announced new plans or
 * somebody has asked. Of all workers one does it; what failed is tried again after a minute, then two, four and so on.
 */
export function startCatalogueSync(
  metrics: Metrics,
  { db, log, providers, everyMs, lookEveryMs = 1_000, retryMs = 60_000, random = Math.random }: CatalogueSyncDeps,
): { stop(): Promise<void> } {
  const count = metrics.counter(
    'catalogue_syncs_total',
    'Readings of the data plans of the providers.',
    ['result'],
    RESULTS.map((result) => ({ result })),
  );
  let turnMs = spread();
  let againMs = retryMs;

  /** From nine tenths to eleven, so that installations which began together do not ask together forever. */
  function spread(): number {
    return everyMs * (0.9 + 0.2 * random());
  }

  async function look(): Promise<void> {
    const begun = await beginDueCatalogueSync(db, turnMs);
    if (begun === null) return;
    turnMs = spread();
    const { result, summary, fault } = await runCatalogueSync({ db, log, providers, by: BY }, begun);
    count({ result });
    if (result === 'done') againMs = retryMs;
    else {
      turnMs = Math.min(turnMs, againMs);
      againMs *= 2;
    }
    const fields = { startedBy: begun.startedBy, result, ...summary, ...(fault !== null && { fault }) };
    if (result === 'done') log.info('the catalogue was synchronised', fields);
    else log.warn('part of the catalogue could not be synchronised; the worker tries again', fields);
  }

  return startChore({
    everyMs: lookEveryMs,
    log,
    failed: 'a catalogue sync could not begin; the worker tries again',
    run: look,
  });
}
