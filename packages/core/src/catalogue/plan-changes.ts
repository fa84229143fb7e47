import type { DataNetwork } from '../product/data';
import type { Variation } from '../provider/provider.port';
import { parsePlanName } from './parse-plan-name';

/** A row of the catalogue, as far as a sync compares it. */
type StoredPlan = {
  id: number;
  planId: string | null;
  network: string;
  name: string;
  planName: string;
  validity: string;
  providerService: string | null;
  providerCode: string | null;
  costKobo: bigint;
  /** A lower cost that `ops` or the console has read (hold_lower_cost). */
  lowerCostKobo: bigint | null;
  isActive: boolean;
};

/** What a row stores of a variation. */
export type PlanFacts = {
  code: string;
  network: DataNetwork;
  name: string;
  planName: string;
  validity: string;
  costKobo: bigint;
};

export type DataService = { serviceId: string; network: DataNetwork };

/**
 * The changes that make the rows of one service equal to the provider's list. Every listed code is in exactly one of
 * the first six.
 * - `returned`: listed again after it was gone.
 * - `clashes`: codes that another service holds. A plan is bought by its code, so one code cannot mean two plans; these
 *   are not listed.
 * - `doubtful`: codes whose cost fell by more than half at once, which is more likely a fault of the provider, unless
 *   an operator has accepted exactly this cost. Their rows stay as they are.
 * - `withdrawn`: listed rows whose code the provider no longer lists.
 */
export type PlanChanges = {
  added: PlanFacts[];
  changed: { before: StoredPlan; now: PlanFacts }[];
  returned: { before: StoredPlan; now: PlanFacts }[];
  unchanged: StoredPlan[];
  clashes: string[];
  doubtful: { before: StoredPlan; now: PlanFacts }[];
  withdrawn: StoredPlan[];
};

/**
 * Compares the rows of one service with the provider's list.
 * @param stored the rows of this service, and those of other services with one of the listed codes
 * @param listed the provider's list, each code once
 * @param careful whether a cost that falls by more than half is doubtful
 */
export function planChanges(
  { serviceId, network }: DataService,
  stored: StoredPlan[],
  listed: Variation[],
  careful = false,
): PlanChanges {
  const changes: PlanChanges = {
    added: [],
    changed: [],
    returned: [],
    unchanged: [],
    clashes: [],
    doubtful: [],
    withdrawn: [],
  };
  const own = stored.filter(({ providerService }) => providerService === serviceId);
  const others = stored.filter(({ providerService }) => providerService !== serviceId);
  const rowOf = new Map(own.map((row) => [row.providerCode, row]));
  const kept = new Set<StoredPlan>();
  for (const { code, name, priceKobo } of listed) {
    const now: PlanFacts = { code, network, ...parsePlanName(network, name, serviceId), costKobo: priceKobo };
    const before = rowOf.get(code);
    if (others.some((other) => holds(other, code))) changes.clashes.push(code);
    else if (before === undefined) changes.added.push(now);
    else {
      kept.add(before);
      const accepted = now.costKobo === before.lowerCostKobo;
      if (careful && !accepted && now.costKobo * 2n < before.costKobo) changes.doubtful.push({ before, now });
      else if (!before.isActive) changes.returned.push({ before, now });
      else if (isDifferent(before, now)) changes.changed.push({ before, now });
      else changes.unchanged.push(before);
    }
  }
  changes.withdrawn = own.filter((row) => row.isActive && !kept.has(row));
  return changes;
}

/** At least so many plans, and more than a third, that are gone at once are more likely a fault of the provider. */
const MANY_GONE = 5;

/**
 * Whether so many plans of a service would be gone that its list is left alone.
 * @param contradictory codes that are listed with several prices, and so are not gone
 */
export function gonePlans({ changed, unchanged, doubtful, withdrawn }: PlanChanges, contradictory: string[]) {
  const listed = new Set(contradictory);
  const gone = withdrawn.filter(({ providerCode }) => !listed.has(providerCode ?? '')).length;
  const plans = withdrawn.length + changed.length + unchanged.length + doubtful.length;
  return { gone, plans, tooMany: isManyGone(gone, plans) };
}

/** Whether a list that lacks `gone` of `all` is more likely a fault of the provider. */
export const isManyGone = (gone: number, all: number): boolean => gone >= MANY_GONE && gone * 3 > all;

/**
 * Another service can take over a code only after an operator has withdrawn the plan and the provider no longer lists
 * it.
 */
const holds = (row: StoredPlan, code: string): boolean =>
  row.planId === code || (row.providerCode === code && row.isActive);

const isDifferent = (before: StoredPlan, now: PlanFacts): boolean =>
  before.network !== now.network ||
  before.name !== now.name ||
  before.planName !== now.planName ||
  before.validity !== now.validity ||
  before.costKobo !== now.costKobo;
