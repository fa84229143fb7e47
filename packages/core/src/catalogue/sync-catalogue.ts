import type { By } from '../audit/actor';
import type { Lookup, ProviderLookups, Variation } from '../provider/provider.port';
import { assertNever } from '../shared/assert-never';
import type { Db } from '../shared/db';
import { distinctVariations } from './distinct-variations';
import { writeService } from './plan.store';
import { type DataService, gonePlans, type PlanChanges } from './plan-changes';
import { type PriceBelowCost, pricesBelowCost } from './price.store';

/** `by`: whom changes of the plans are recorded as. */
export type SyncDeps = { db: Db; by: By; lookups: Pick<ProviderLookups, 'dataServices' | 'variations'> };

export type SyncOptions = {
  /**
   * A person has made sure of the lists: accept one that is empty or lost many plans, and costs that fell by more than
   * half.
   */
  allowEmpty?: boolean;
};

/** The answer of the provider for one service. `variations`: how many it listed. */
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

/** `belowCost`: all exact prices that are below cost and therefore stop the sale of a plan, also older ones. */
export type SyncSummary = { services: ServiceSync[]; belowCost: PriceBelowCost[] };

/**
 * Makes the catalogue of data plans equal to what the provider sells, with its prices as our cost. All services are
 * read first; then each is written in its own transaction, so a failure of one leaves the others synced. It can be
 * repeated.
 * @param progress called once per service, when the provider has answered
 */
export async function syncCatalogue(
  { db, by, lookups }: SyncDeps,
  progress: (step: SyncStep) => void,
  { allowEmpty = false }: SyncOptions = {},
): Promise<SyncSummary> {
  const read = await Promise.all(
    lookups.dataServices.map(async (service) => {
      const answer = await lookups.variations(service.serviceId);
      progress({ ...service, ...stepOf(answer) });
      return { service, answer };
    }),
  );
  const services: ServiceSync[] = [];
  for (const { service, answer } of read)
    services.push({ ...service, ...(await syncService(db, by, service, answer, allowEmpty)) });
  return { services, belowCost: await pricesBelowCost(db) };
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
