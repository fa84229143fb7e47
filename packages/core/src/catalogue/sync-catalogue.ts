import type { By } from '../audit/actor';
import { catalogueOwner } from '../provider/catalogue-owner';
import type { Lookup, Variation } from '../provider/provider.port';
import { assertNever } from '../shared/assert-never';
import type { Db } from '../shared/db';
import { distinctVariations } from './distinct-variations';
import { type CatalogueSource, type ProductSync, readListings, syncProducts } from './mapping/sync-products';
import { tidyPlanNames, writeService } from './plan.store';
import { type DataService, gonePlans, type PlanChanges } from './plan-changes';
import { type PriceBelowCost, pricesBelowCost } from './price.store';

/** `by`: whom changes are recorded as. `providers`: in the order of `PROVIDERS`, at least one. */
type SyncDeps = { db: Db; by: By; providers: readonly CatalogueSource[] };

export type SyncOptions = {
  /**
   * A person has made sure of the lists: accept one that is empty or lost many plans, and costs that fell by more than
   * half.
   */
  allowEmpty?: boolean;
};

/** The answer of the owner of the catalogue for one service of data plans. `variations`: how many it listed. */
export type SyncStep = DataService & ({ kind: 'read'; variations: number } | { kind: 'unavailable'; reason: string });

/**
 * The outcome of one service.
 * - `synced`: its plans are those that the provider lists. `contradictory`: codes whose duplicates have different
 *   prices; they are not listed.
 * - `unavailable`: the provider gave no list, and nothing was changed.
 * - `emptied`: the list is suddenly empty, which is more likely a fault of the provider. Its `plans` listed plans were
 *   left as they are.
 * - `shrunk`: the same of a list that lacks `gone` of the `plans` listed plans, at least five and more than a third.
 */
export type ServiceSync = DataService &
  (
    | ({ kind: 'synced'; contradictory: string[] } & PlanChanges)
    | { kind: 'unavailable'; reason: string }
    | { kind: 'emptied'; plans: number }
    | { kind: 'shrunk'; plans: number; gone: number }
  );

/**
 * `belowCost`: all exact prices that are below cost and therefore stop the sale of a plan, also older ones. `products`:
 * the providers whose products are mapped to ours, and the owner of the catalogue if its packages are compared with
 * theirs.
 */
export type SyncSummary = { services: ServiceSync[]; products: ProductSync[]; belowCost: PriceBelowCost[] };

/**
 * Makes our data plans equal to what the owner of the catalogue sells, with its prices as our cost, and maps what the
 * others list to what we sell. Everything is read first; then each service and each provider is written in its own
 * transaction, so a failure of one leaves the others synced. It can be repeated.
 * @param progress called once per service, when the owner has answered
 */
export async function syncCatalogue(
  { db, by, providers }: SyncDeps,
  progress: (step: SyncStep) => void,
  { allowEmpty = false }: SyncOptions = {},
): Promise<SyncSummary> {
  const owner = catalogueOwner(providers);
  if (owner === undefined) throw new Error('no provider to read');
  const [read, listed] = await Promise.all([readServices(owner, progress), readAllListings(providers, owner)]);
  const services: ServiceSync[] = [];
  for (const { service, answer } of read)
    services.push({ ...service, ...(await syncService(db, by, service, answer, allowEmpty)) });
  await tidyPlanNames(db);
  const networks = new Map(
    providers.flatMap(({ dataServices }) => dataServices.map(({ serviceId, network }) => [serviceId, network])),
  );
  const products: ProductSync[] = [];
  for (const { source, listings } of listed)
    products.push(
      await syncProducts(db, by, {
        source,
        listings,
        isOwner: source === owner,
        owner: owner.name,
        allowEmpty,
        networkOf: (serviceId) => networks.get(serviceId),
      }),
    );
  return { services, products, belowCost: await pricesBelowCost(db) };
}

function readServices(owner: CatalogueSource, progress: (step: SyncStep) => void) {
  return Promise.all(
    owner.dataServices.map(async (service) => {
      const answer = await owner.variations(service.serviceId);
      progress({ ...service, ...stepOf(answer) });
      return { service, answer };
    }),
  );
}

/** Those that list something. Of a provider that is alone there is nothing to compare. */
async function readAllListings(providers: readonly CatalogueSource[], owner: CatalogueSource) {
  const alone = providers.length === 1;
  const read = await Promise.all(
    providers.map(async (source) => ({
      source,
      listings: alone && source.products === undefined ? [] : await readListings(source, { isOwner: source === owner }),
    })),
  );
  return read.filter(({ listings }) => listings.length > 0);
}

function stepOf(answer: Lookup<Variation[]>) {
  if (answer.kind === 'unavailable') return answer;
  return { kind: 'read', variations: answer.kind === 'found' ? answer.value.length : 0 } as const;
}

async function syncService(db: Db, by: By, service: DataService, answer: Lookup<Variation[]>, allowEmpty: boolean) {
  switch (answer.kind) {
    case 'unavailable':
      return answer;
    case 'not_recognised':
      return write(db, by, service, [], allowEmpty);
    case 'found':
      return write(db, by, service, answer.value, allowEmpty);
    default:
      return assertNever(answer);
  }
}

async function write(db: Db, by: By, service: DataService, list: Variation[], allowEmpty: boolean) {
  const { listed, contradictory } = distinctVariations(list);
  const faultOf = (changes: PlanChanges) => {
    const { gone, plans, tooMany } = gonePlans(changes, contradictory);
    if (allowEmpty) return null;
    if (listed.length === 0 && contradictory.length === 0 && plans > 0) return { kind: 'emptied', plans } as const;
    return tooMany ? ({ kind: 'shrunk', plans, gone } as const) : null;
  };
  const changes = await writeService(db, by, service, listed, {
    careful: !allowEmpty,
    believe: (changes) => faultOf(changes) === null,
  });
  return faultOf(changes) ?? ({ kind: 'synced', contradictory, ...changes } as const);
}
