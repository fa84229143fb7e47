import { actorName } from '../audit/actor';
import { systemClock } from '../shared/clock';
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
  insertEndedCatalogueSync,
} from './catalogue-sync.store';
import type { ProductSync } from './mapping/sync-products';
import {
  type ServiceSync,
  type SyncDeps,
  type SyncOptions,
  type SyncStep,
  type SyncSummary,
  syncLists,
} from './sync-lists';

/**
 * How a sync ended. `partial`: some services, or plans whose cost is doubtful, are as they were; then `summary` and
 * `fault` are both set. `failed`: all are, or the database did not take what was read.
 */
export type SyncEnd = { result: 'done' | 'partial' | 'failed' } & Pick<CatalogueSync, 'summary' | 'fault'>;

type Synced = Extract<ServiceSync, { kind: 'synced' }>;

/**
 * Begins, runs and records a sync of a command, which tells a person what changed. It also runs beside another one,
 * such as that of a command that was interrupted.
 * @param progress called once per service, when the owner of the catalogue has answered
 */
export async function syncCatalogue(
  deps: SyncDeps,
  progress: (step: SyncStep) => void,
  options?: SyncOptions,
): Promise<SyncSummary> {
  const startedBy = actorName(deps.by.actor);
  const begun = await insertCatalogueSync(deps.db, startedBy);
  const course = begun === null ? courseBeside(deps.db, startedBy) : courseOf(deps.db, begun.id, QUIET);
  return (await recordedSync(deps, course, progress, options)).summary;
}

const QUIET: Pick<Log, 'warn' | 'error'> = { warn: () => undefined, error: () => undefined };

export const BROKEN_OFF: SyncEnd = {
  result: 'failed',
  summary: null,
  fault: 'The database did not save everything. What was saved stays, and you can safely sync again.',
};

const endOf = (summary: SyncSummary): SyncEnd => {
  return { result: resultOf(summary), summary: counts(summary.services), fault: faultOf(summary) };
};

/** The record of one sync. Neither rejects: the sync continues when a step cannot be recorded. */
type Course = { add(steps: CatalogueSyncStep[]): void; end(end: SyncEnd): Promise<void> };

/**
 * Runs a sync and records its steps and its end, for the console.
 * @throws what the sync throws, after its end was recorded
 */
export async function recordedSync(
  deps: SyncDeps,
  course: Course,
  progress: (step: SyncStep) => void = () => undefined,
  options?: SyncOptions,
): Promise<{ summary: SyncSummary; end: SyncEnd }> {
  try {
    const told = (step: SyncStep) => {
      progress(step);
      course.add([{ service: step.serviceId, text: readText(step) }]);
    };
    const summary = await syncLists(deps, told, options);
    course.add([
      ...summary.services.map((service) => ({ service: service.serviceId, text: resultText(service) })),
      ...summary.products.map((each) => ({ service: each.provider, text: productText(each) })),
    ]);
    const end = endOf(summary);
    await course.end(end);
    return { summary, end };
  } catch (error) {
    await course.end(BROKEN_OFF);
    throw error;
  }
}

/** Records a sync that has been begun: its steps in order, as they happen. */
export function courseOf(db: Db, id: string, log: Pick<Log, 'warn' | 'error'>): Course {
  let recorded: Promise<unknown> = Promise.resolve();
  return {
    add(steps) {
      recorded = recorded
        .then(() => addCatalogueSyncSteps(db, id, steps))
        .catch((error) => log.warn('a step of a catalogue sync could not be recorded', { error: reasonOf(error) }));
    },
    async end(end) {
      await recorded;
      await endCatalogueSync(db, id, end).catch((error) =>
        log.error('the end of a catalogue sync could not be recorded', { error: reasonOf(error) }),
      );
    },
  };
}

/** Records, at its end, a sync that runs beside another one: only one row may be unfinished. */
function courseBeside(db: Db, startedBy: string): Course {
  const beganMs = systemClock.monotonicMs();
  const steps: CatalogueSyncStep[] = [];
  return {
    add: (more) => void steps.push(...more),
    end: ({ summary, fault }) => {
      const tookMs = systemClock.monotonicMs() - beganMs;
      return insertEndedCatalogueSync(db, { startedBy, tookMs, steps, summary, fault }).catch(() => undefined);
    },
  };
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
    ...about(unsold, (all) => `Put on hold, because the price was below cost: ${all}.`),
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
