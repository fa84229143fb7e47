import type { Refused } from '../errors/refusal-catalog';
import type { DbOrTransaction } from '../shared/db';

/** `markupBps`: what is added to the cost of a data plan, in hundredths of a percent. */
export type TierSummary = { id: number; name: string; markupBps: number };

type NewTier = Pick<TierSummary, 'name' | 'markupBps'>;

export type CreatedTier = { kind: 'created'; tier: TierSummary } | Refused<'tier_name_taken'>;
export type ChangedMarkup = { kind: 'changed'; tier: TierSummary } | Refused<'no_such_tier'>;

export async function createTier(db: DbOrTransaction, tier: NewTier): Promise<CreatedTier> {
  const [created] = await db.tier.createManyAndReturn({ data: tier, skipDuplicates: true });
  return created ? { kind: 'created', tier: created } : { kind: 'tier_name_taken', name: tier.name };
}

/** Changes the markup of the tier with that name. The next list of data plans and the next purchase pay it. */
export async function setTierMarkup(db: DbOrTransaction, { name, markupBps }: NewTier): Promise<ChangedMarkup> {
  const [tier] = await db.tier.updateManyAndReturn({ where: { name }, data: { markupBps } });
  return tier ? { kind: 'changed', tier } : { kind: 'no_such_tier', tier: name };
}

/** All tiers, the oldest first. */
export function listTiers(db: DbOrTransaction): Promise<TierSummary[]> {
  return db.tier.findMany({ orderBy: { id: 'asc' }, select: { id: true, name: true, markupBps: true } });
}
