import type { DbOrTransaction } from '../shared/db';

/** `markupBps`: what is added to the cost of a data plan, in hundredths of a percent. */
export type TierSummary = { id: number; name: string; markupBps: number };

type NewTier = Pick<TierSummary, 'name' | 'markupBps'>;

export async function createTier(
  db: DbOrTransaction,
  tier: NewTier,
): Promise<({ kind: 'created' } & TierSummary) | { kind: 'name_taken' }> {
  const [row] = await db.tier.createManyAndReturn({ data: tier, skipDuplicates: true });
  return row ? { kind: 'created', ...row } : { kind: 'name_taken' };
}

/** Changes the markup of the tier with that name. The next list of data plans and the next purchase pay it. */
export async function setTierMarkup(
  db: DbOrTransaction,
  { name, markupBps }: NewTier,
): Promise<({ kind: 'set' } & TierSummary) | { kind: 'no_such_tier' }> {
  const [row] = await db.tier.updateManyAndReturn({ where: { name }, data: { markupBps } });
  return row ? { kind: 'set', ...row } : { kind: 'no_such_tier' };
}

/** All tiers, the oldest first. */
export function listTiers(db: DbOrTransaction): Promise<TierSummary[]> {
  return db.tier.findMany({ orderBy: { id: 'asc' }, select: { id: true, name: true, markupBps: true } });
}
