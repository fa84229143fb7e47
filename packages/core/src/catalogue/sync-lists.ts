import type { By } from '../audit/actor';
import { catalogueOwner } from '../provider/catalogue-owner';
import type { Lookup, Variation } from '../provider/provider.port';
import type { Db } from '../shared/db';
import { distinctVariations } from './distinct-variations';
import { type CatalogueSource, type ProductSync, readListings, syncProducts } from './mapping/sync-products';
import { tidyPlanNames, writeService } from './plan.store';
import { type DataService, gonePlans, type PlanChanges } from './plan-changes';
import { type PriceBelowCost, pricesBelowCost } from './price.store';

/** `by`: whom changes are recorded as. `providers`: in the order of `PROVIDERS`, at least one. */
export type SyncDeps = { db: Db; by: By; providers: readonly CatalogueSource[] };

/** `allowEmpty`: a person is sure of lists that are empty or lost many plans, and of costs that fell by over half. */
export type SyncOptions = { allowEmpty?: boolean };

/** The answer of the owner of the catalogue for one service of data plans. `variations`: how many it listed. */
export type SyncStep = DataService & ({ kind: 'read'; variations: number } | { kind: 'unavailable'; reason: string });

/**
 * The outcome of one service; only `synced` has changed its plans. `contradictory`: codes whose duplicates have
 * different prices, and which are not listed. `emptied`, `shrunk`: the list is suddenly empty, or lacks `gone` of the
 * `plans`, which is more likely a fault of the provider.
 */
export type ServiceSync = DataService &
  (
    | ({ kind: 'synced'; contradictory: string[] } & PlanChanges)
    | { kind: 'unavailable'; reason: string }
    | { kind: 'emptied'; plans: number }
    | { kind: 'shrunk'; plans: number; gone: number }
  );

/** `belowCost`: all exact prices that are below cost and therefore put a plan on hold, also older ones. */
export type SyncSummary = { services: ServiceSync[]; products: ProductSync[]; belowCost: PriceBelowCost[] };

/**
 * Makes our data plans equal to those of the catalogue's owner, with its prices as our cost, and maps what the others
 * list to ours. Each service and each provider has its own transaction, so a failure of one leaves the others synced.
 * @param progress called once per service, when the owner has answered
 */
export async function syncLists(
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
      const read = { kind: 'read', variations: listOf(answer).length } as const;
      progress({ ...service, ...(answer.kind === 'unavailable' ? answer : read) });
      return { service, answer };
    }),
  );
}

const listOf = (answer: Lookup<Variation[]>): Variation[] => (answer.kind === 'found' ? answer.value : []);

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

async function syncService(db: Db, by: By, service: DataService, answer: Lookup<Variation[]>, allowEmpty: boolean) {
  if (answer.kind === 'unavailable') return answer;
  const { listed, contradictory } = distinctVariations(listOf(answer));
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
