import { actorName, type By } from '../audit/actor';
import { unchanged, withAuditLog } from '../audit/with-audit-log';
import type { Refused } from '../errors/refusal-catalog';
import type { Db } from '../shared/db';
import type { Log } from '../shared/log.port';
import { reasonOf } from '../shared/log.port';
import { formatNaira } from '../shared/money';
import {
  addCatalogueSyncSteps,
  type CatalogueSync,
  type CatalogueSyncCounts,
  type CatalogueSyncStep,
  endCatalogueSync,
  insertCatalogueSync,
} from './catalogue-sync.store';
import { productFaults, productText } from './mapping/product-sync-text';
import type { CatalogueSource } from './mapping/sync-products';
import { type ServiceSync, type SyncStep, type SyncSummary, syncCatalogue } from './sync-catalogue';

type SyncRunDeps = {
  db: Db;
  log: Log;
  /** In the order of `PROVIDERS`. */
  providers: readonly CatalogueSource[];
  /** Whom changes of the plans are recorded as. */
  by: By;
};

/**
 * How a sync ended. `summary` and `fault` are both set when a part of it failed.
 * - `done`: every service was read and written.
 * - `partial`: some services, or plans whose cost is doubtful, are as they were before.
 * - `failed`: all are, or the database did not take what was read.
 */
export type SyncEnd = {
  result: 'done' | 'partial' | 'failed';
  summary: CatalogueSyncCounts | null;
  fault: string | null;
};

type Synced = Extract<ServiceSync, { kind: 'synced' }>;

/** Begins a sync, which the caller then runs (`runCatalogueSync`). Only one runs at a time in all processes. */
export const beginCatalogueSync = (
  db: Db,
  by: By,
): Promise<{ kind: 'begun'; sync: CatalogueSync } | Refused<'sync_under_way'>> =>
  withAuditLog<{ kind: 'begun'; sync: CatalogueSync } | Refused<'sync_under_way'>>(db, by, async (tx) => {
    const sync = await insertCatalogueSync(tx, actorName(by.actor));
    if (sync === null) return unchanged({ kind: 'sync_under_way' });
    return { result: { kind: 'begun', sync }, action: { action: 'catalogue.sync', subject: 'the catalogue' } };
  });

/**
 * Runs a sync that has been begun, and records each step and how it ended, for the console. Never rejects: what failed
 * is in the log, in the row, and returned.
 */
export async function runCatalogueSync(deps: SyncRunDeps, { id }: CatalogueSync): Promise<SyncEnd> {
  const end = await sync(deps, id);
  await endCatalogueSync(deps.db, id, end).catch((error) =>
    deps.log.error('the end of a catalogue sync could not be recorded', { error: reasonOf(error) }),
  );
  return end;
}

async function sync({ db, log, providers, by }: SyncRunDeps, id: string): Promise<SyncEnd> {
  let recorded: Promise<unknown> = Promise.resolve();
  /** In order. The sync continues when a step cannot be recorded. */
  const record = (steps: CatalogueSyncStep[]) => {
    recorded = recorded
      .then(() => addCatalogueSyncSteps(db, id, steps))
      .catch((error) => log.warn('a step of a catalogue sync could not be recorded', { error: reasonOf(error) }));
  };
  try {
    const summary = await syncCatalogue({ db, by, providers }, (step) =>
      record([{ service: step.serviceId, text: readText(step) }]),
    );
    record([
      ...summary.services.map((service) => ({ service: service.serviceId, text: resultText(service) })),
      ...summary.products.map((each) => ({ service: each.provider, text: productText(each) })),
    ]);
    await recorded;
    return { result: resultOf(summary), summary: counts(summary.services), fault: faultOf(summary) };
  } catch (error) {
    log.error('a catalogue sync broke off', { error: reasonOf(error) });
    await recorded;
    return {
      result: 'failed',
      summary: null,
      fault: 'The database did not save everything. What was saved stays, and you can safely sync again.',
    };
  }
}

function resultOf({ services, products }: SyncSummary): SyncEnd['result'] {
  const all = [...services, ...products];
  const synced = all.filter(({ kind }) => kind === 'synced').length;
  if (synced === all.length && doubtfulCosts(services).length === 0) return 'done';
  return synced === 0 ? 'failed' : 'partial';
}

/** As texts for operators, such as `m1 (1000.00 to 100.00)`. */
export const doubtfulCosts = (services: ServiceSync[]): string[] =>
  services.flatMap((service) =>
    service.kind !== 'synced'
      ? []
      : service.doubtful.map(
          ({ before, now }) => `${now.code} (${formatNaira(before.costKobo)} to ${formatNaira(now.costKobo)})`,
        ),
  );

const readText = (step: SyncStep): string =>
  step.kind === 'read' ? `${plansText(step.variations)} listed by the provider` : `no list (${step.reason})`;

const plansText = (count: number): string => (count === 1 ? '1 plan' : `${count} plans`);

function resultText(service: ServiceSync): string {
  if (service.kind === 'unavailable') return 'not changed';
  if (service.kind === 'emptied')
    return `not changed: the provider suddenly lists nothing, but we sell ${plansText(service.plans)}`;
  if (service.kind === 'shrunk')
    return `not changed: the provider suddenly lacks ${service.gone} of the ${plansText(service.plans)} that we sell`;
  const { added, changed, returned, withdrawn, unchanged, doubtful, contradictory, clashes } = service;
  const unlisted = [...contradictory, ...clashes];
  const left =
    unlisted.length === 0 ? '' : `; not listed, because the price or the service is unclear: ${unlisted.join(', ')}`;
  return `${added.length} added, ${changed.length + returned.length} changed, ${withdrawn.length} discontinued, ${unchanged.length + doubtful.length} unchanged${left}`;
}

function counts(services: ServiceSync[]) {
  const synced = services.filter((service): service is Synced => service.kind === 'synced');
  const total = (of: (service: Synced) => number) => synced.reduce((all, service) => all + of(service), 0);
  return {
    added: total(({ added }) => added.length),
    changed: total(({ changed, returned }) => changed.length + returned.length),
    gone: total(({ withdrawn }) => withdrawn.length),
    kept: total(({ unchanged, doubtful }) => unchanged.length + doubtful.length),
  };
}

/** A text for operators; null when there is nothing to report. */
function faultOf({ services, products, belowCost }: SyncSummary): string | null {
  const of = (kind: ServiceSync['kind']) =>
    services.filter((service) => service.kind === kind).map(({ serviceId }) => serviceId);
  const [unread, emptied, shrunk] = [of('unavailable'), of('emptied'), of('shrunk')];
  const doubtful = doubtfulCosts(services);
  const unsold = belowCost.map(({ planId, tier }) => `${planId} in tier "${tier}"`);
  const sentences = [
    ...(unread.length === 0 ? [] : [`The provider gave no list of ${unread.join(', ')}. Try again later.`]),
    ...(emptied.length === 0
      ? []
      : [
          `The provider suddenly lists nothing under ${emptied.join(', ')}. If that is right, run \`ops catalogue sync --allow-empty\`.`,
        ]),
    ...(shrunk.length === 0
      ? []
      : [
          `The provider suddenly lacks many plans under ${shrunk.join(', ')}. If that is right, run \`ops catalogue sync --allow-empty\`.`,
        ]),
    ...(doubtful.length === 0
      ? []
      : [
          `Costs fell by more than half: ${doubtful.join(', ')}. If that is right, run \`ops catalogue sync --allow-empty\`.`,
        ]),
    ...productFaults(products),
    ...(unsold.length === 0 ? [] : [`Stopped, because the price is below cost: ${unsold.join(', ')}.`]),
  ];
  return sentences.length === 0 ? null : sentences.join(' ');
}
