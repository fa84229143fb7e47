import type { DataNetwork } from '../product/data';
import type { Variation } from '../provider/provider.port';
import { type PlanFacts, parsePlanName } from './parse-plan-name';

/** A row of the catalogue. `lowerCostKobo`: a lower cost that `ops` or the console has read (hold_lower_cost). */
type StoredPlan = Omit<PlanFacts, 'network'> &
  Record<'planId' | 'providerService' | 'providerCode', string | null> & {
    id: number;
    network: string;
    lowerCostKobo: bigint | null;
    isActive: boolean;
  };

/** A variation as its row has it. */
export type CodedPlan = PlanFacts & { code: string };

export type DataService = { serviceId: string; network: DataNetwork };

/**
 * - `returned`: listed again after it was gone.
 * - `clashes`: codes that another service holds, so that they are not listed: one code cannot mean two plans.
 * - `doubtful`: their cost fell by more than half, which no operator has accepted, so that their rows stay as they are.
 * - `withdrawn`: listed rows whose code the provider no longer lists.
 */
export type PlanChanges = {
  added: CodedPlan[];
  changed: { before: StoredPlan; now: CodedPlan }[];
  returned: { before: StoredPlan; now: CodedPlan }[];
  unchanged: StoredPlan[];
  clashes: string[];
  doubtful: { before: StoredPlan; now: CodedPlan }[];
  withdrawn: StoredPlan[];
};

/**
 * @param stored the rows of this service, and those of other services with one of the listed codes
 * @param listed each code once
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
    const now: CodedPlan = { code, network, ...parsePlanName(network, name, serviceId), costKobo: priceKobo };
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

/** At least five, and more than a third, that are gone at once are more likely a fault of the provider. */
export const isManyGone = (gone: number, all: number): boolean => gone >= 5 && gone * 3 > all;

/** Another service can take over a code only when an operator has withdrawn the plan, and the provider has too. */
const holds = (row: StoredPlan, code: string): boolean =>
  row.planId === code || (row.providerCode === code && row.isActive);

const isDifferent = (before: StoredPlan, now: PlanFacts): boolean =>
  (['network', 'name', 'planName', 'validity', 'costKobo'] as const).some((fact) => before[fact] !== now[fact]);
