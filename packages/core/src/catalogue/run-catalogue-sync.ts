import { actorName, type By } from '../audit/actor';
import { unchanged, withAuditLog } from '../audit/with-audit-log';
import type { Refused } from '../errors/refusal-catalog';
import type { Db } from '../shared/db';
import { type Log, reasonOf } from '../shared/log.port';
import { formatNaira } from '../shared/money';
import {
  addCatalogueSyncSteps,
  type CatalogueSync,
  type CatalogueSyncCounts,
  type CatalogueSyncStep,
  endCatalogueSync,
  insertCatalogueSync,
} from './catalogue-sync.store';
import type { CatalogueSource, ProductSync } from './mapping/sync-products';
import { type ServiceSync, type SyncStep, type SyncSummary, syncCatalogue } from './sync-catalogue';

/** `providers`: in the order of `PROVIDERS`. `by`: the author of the changes in the audit log. */
type SyncRunDeps = { db: Db; log: Log; providers: readonly CatalogueSource[]; by: By };

/**
 * How a sync ended. `partial`: some services, or plans whose cost is doubtful, are as they were; then `summary` and
 * `fault` are both set. `failed`: all are, or the database did not take what was read.
 */
export type SyncEnd = { result: 'done' | 'partial' | 'failed' } & Pick<CatalogueSync, 'summary' | 'fault'>;

type Synced = Extract<ServiceSync, { kind: 'synced' }>;

/** Begins a sync, which the caller then runs (`runCatalogueSync`). Only one runs at a time in all processes. */
export const beginCatalogueSync = (db: Db, by: By) =>
  withAuditLog<{ kind: 'begun'; sync: CatalogueSync } | Refused<'sync_under_way'>>(db, by, async (tx) => {
    const sync = await insertCatalogueSync(tx, actorName(by.actor));
    if (sync === null) return unchanged({ kind: 'sync_under_way' });
    return { result: { kind: 'begun', sync }, action: { action: 'catalogue.sync', subject: 'the catalogue' } };
  });

/** Runs a sync that has been begun, and records its steps and its end, for the console. Never rejects. */
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

// ---- texts for operators

const readText = (step: SyncStep): string =>
  step.kind === 'read' ? `${plansText(step.variations)} listed by the provider` : `no list (${step.reason})`;

const plansText = (count: number): string => (count === 1 ? '1 plan' : `${count} plans`);

const unlisted = (codes: string[], why: string): string =>
  codes.length === 0 ? '' : `; not listed, because ${why}: ${codes.join(', ')}`;

function resultText(service: ServiceSync): string {
  if (service.kind === 'unavailable') return 'not changed';
  if (service.kind === 'emptied')
    return `not changed: the provider suddenly lists nothing, but we sell ${plansText(service.plans)}`;
  if (service.kind === 'shrunk')
    return `not changed: the provider suddenly lacks ${service.gone} of the ${plansText(service.plans)} that we sell`;
  const { added, changed, gone, kept } = counts([service]);
  const left = unlisted([...service.contradictory, ...service.clashes], 'the price or the service is unclear');
  return `${added} added, ${changed} changed, ${gone} discontinued, ${kept} unchanged${left}`;
}

/** How the products of one provider have changed. */
export function productText(sync: ProductSync): string {
  if (sync.kind === 'unavailable') return `not changed: no list (${sync.reason})`;
  if (sync.kind === 'emptied')
    return `not changed: it suddenly lists nothing, but we know ${sync.products} of its products`;
  if (sync.kind === 'shrunk')
    return `not changed: it suddenly lacks ${sync.gone} of the ${sync.products} products that we know`;
  const { added, changed, gone, unchanged, contradictory, mapped, proposed, takenBack } = sync;
  const products = `products: ${added} added, ${changed} changed, ${gone} discontinued, ${unchanged} unchanged`;
  const mappings = `mappings: ${mapped} made, ${proposed} proposed, ${takenBack} taken back`;
  return `${products}${unlisted(contradictory, 'they are unclear')}; ${mappings}`;
}

const ACCEPT = 'If that is right, run `ops catalogue sync --allow-empty`.';

/** How to mend the providers whose products are as they were; one sentence each. */
export function productFaults(products: ProductSync[]): string[] {
  return products.flatMap((sync) => {
    if (sync.kind === 'synced') return [];
    if (sync.kind === 'unavailable')
      return `${sync.provider} did not list its products (${sync.reason}). Try again later.`;
    return `${sync.provider} suddenly lists ${sync.kind === 'emptied' ? 'nothing' : 'much less'}. ${ACCEPT}`;
  });
}

/** Such as `m1 (1000.00 to 100.00)`. */
export const doubtfulCosts = (services: ServiceSync[]): string[] =>
  services
    .filter(isSynced)
    .flatMap(({ doubtful }) =>
      doubtful.map(
        ({ before, now }) => `${now.code} (${formatNaira(before.costKobo)} to ${formatNaira(now.costKobo)})`,
      ),
    );

/** Null when there is nothing to report. */
function faultOf({ services, products, belowCost }: SyncSummary): string | null {
  const of = (kind: ServiceSync['kind']) =>
    services.filter((service) => service.kind === kind).map(({ serviceId }) => serviceId);
  const about = (found: string[], sentence: (all: string) => string) =>
    found.length === 0 ? [] : [sentence(found.join(', '))];
  const unsold = belowCost.map(({ planId, tier }) => `${planId} in tier "${tier}"`);
  const sentences = [
    ...about(of('unavailable'), (all) => `The provider gave no list of ${all}. Try again later.`),
    ...about(of('emptied'), (all) => `The provider suddenly lists nothing under ${all}. ${ACCEPT}`),
    ...about(of('shrunk'), (all) => `The provider suddenly lacks many plans under ${all}. ${ACCEPT}`),
    ...about(doubtfulCosts(services), (all) => `Costs fell by more than half: ${all}. ${ACCEPT}`),
    ...productFaults(products),
    ...about(unsold, (all) => `On hold, because the price is below cost: ${all}.`),
  ];
  return sentences.join(' ') || null;
}

const isSynced = (service: ServiceSync): service is Synced => service.kind === 'synced';

function counts(services: ServiceSync[]): CatalogueSyncCounts {
  const synced = services.filter(isSynced);
  const total = (of: (service: Synced) => number) => synced.reduce((all, service) => all + of(service), 0);
  return {
    added: total(({ added }) => added.length),
    changed: total(({ changed, returned }) => changed.length + returned.length),
    gone: total(({ withdrawn }) => withdrawn.length),
    kept: total(({ unchanged, doubtful }) => unchanged.length + doubtful.length),
  };
}
