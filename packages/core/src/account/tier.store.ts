import type { DbOrTransaction } from '../shared/db';

export type TierSummary = { id: number; name: string; markupBps: number };

export async function createTier(
  db: DbOrTransaction,
  tier: { name: string; markupBps: number },
): Promise<TierSummary | 'name_taken'> {
  const [row] = await db.tier.createManyAndReturn({ data: tier, skipDuplicates: true });
  return row ?? 'name_taken';
}

/** Null when there is no such tier. */
export async function setTierMarkup(
  db: DbOrTransaction,
  tier: { name: string; markupBps: number },
): Promise<TierSummary | null> {
  const [row] = await db.tier.updateManyAndReturn({ where: { name: tier.name }, data: { markupBps: tier.markupBps } });
  return row ?? null;
}

export function listTiers(db: DbOrTransaction): Promise<TierSummary[]> {
  return db.tier.findMany({ orderBy: { id: 'asc' }, select: { id: true, name: true, markupBps: true } });
}
