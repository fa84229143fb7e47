import type { DataNetwork, Variation } from '../provider/provider.port';
import { parsePlanName } from './parse-plan-name';

/** A row of the catalogue, as a sync compares it. */
export type StoredPlan = {
  id: number;
  planId: string | null;
  network: string;
  name: string;
  planName: string;
  validity: string;
  providerService: string | null;
  providerCode: string | null;
  costKobo: bigint;
  isActive: boolean;
};

/** What a row is to say of a variation. */
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
 * How the rows of one service become what the provider lists. Every listed code is in exactly one of the first five.
 * - `returned`: listed again after it was gone.
 * - `clashes`: codes that another service holds; a plan is bought by its code, so that one code cannot mean two. Not listed here.
 * - `withdrawn`: rows that are listed and no longer can be.
 */
export type PlanChanges = {
  added: PlanFacts[];
  changed: { before: StoredPlan; now: PlanFacts }[];
  returned: { before: StoredPlan; now: PlanFacts }[];
  unchanged: StoredPlan[];
  clashes: string[];
  withdrawn: StoredPlan[];
};

/**
 * @param stored the rows of this service, and those of others that have one of the codes
 * @param listed the provider's list, each code once
 */
export function planChanges(
  { serviceId, network }: DataService,
  stored: StoredPlan[],
  listed: Variation[],
): PlanChanges {
  const changes: PlanChanges = { added: [], changed: [], returned: [], unchanged: [], clashes: [], withdrawn: [] };
  const own = stored.filter(({ providerService }) => providerService === serviceId);
  const others = stored.filter(({ providerService }) => providerService !== serviceId);
  const rowOf = new Map(own.map((row) => [row.providerCode, row]));
  const kept = new Set<StoredPlan>();
  for (const { code, name, priceKobo } of listed) {
    const now: PlanFacts = { code, network, name, ...parsePlanName(name), costKobo: priceKobo };
    const before = rowOf.get(code);
    if (others.some((other) => holds(other, code))) changes.clashes.push(code);
    else if (before === undefined) changes.added.push(now);
    else {
      kept.add(before);
      if (!before.isActive) changes.returned.push({ before, now });
      else if (saysOtherwise(before, now)) changes.changed.push({ before, now });
      else changes.unchanged.push(before);
    }
  }
  changes.withdrawn = own.filter((row) => row.isActive && !kept.has(row));
  return changes;
}

/** A code is given up when its service lists it no more and an operator has withdrawn the plan: then, and only by hand, it comes to mean another plan. */
const holds = (row: StoredPlan, code: string): boolean =>
  row.planId === code || (row.providerCode === code && row.isActive);

const saysOtherwise = (before: StoredPlan, now: PlanFacts): boolean =>
  before.network !== now.network ||
  before.name !== now.name ||
  before.planName !== now.planName ||
  before.validity !== now.validity ||
  before.costKobo !== now.costKobo;
