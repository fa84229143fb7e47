import type { ProviderTerms } from '../../provider/provider.port';
import type { Decision } from '../../routing/router.port';
import { type Db, sql } from '../../shared/db';
import { toInterval } from '../../shared/interval';
import type { ProviderEvidence } from '../settle/settlement';

/** How an attempt ends without value. */
export type ClosedOutcome = 'not_sent' | 'refused' | 'confirmed_failed' | 'never_received';

/** One attempt to close, and the one to open; see prisma/functions/open_next_attempts.sql for each field. */
export type NextAttemptItem = {
  id: string;
  attempt: number;
  outcome: ClosedOutcome;
  basis: 'never_sent' | 'answer' | 'requery' | 'not_found';
  missingCount: number;
  evidence: ProviderEvidence;
  provider: string;
  providerOrder: ProviderTerms;
  decision: Decision;
};

/** open_next_attempts: whether each is open now, in order. `leastLeftMs`: must be left of the client's window. */
export async function openNextAttempts(
  db: Db,
  items: NextAttemptItem[],
  { leastLeftMs, startMs }: { leastLeftMs: number; startMs: number },
): Promise<boolean[]> {
  const rows = items.map(({ missingCount, providerOrder, ...item }) => ({
    ...item,
    missing_count: missingCount,
    provider_order: providerOrder,
  }));
  const opened = await db.$queryRaw<{ opened: boolean }[]>(sql`
    SELECT opened FROM open_next_attempts(${JSON.stringify(rows)}::jsonb, ${toInterval(leastLeftMs)}::interval,
                                          ${toInterval(startMs)}::interval) ORDER BY n`);
  return opened.map((row) => row.opened);
}

export async function listTriedProviders(db: Db, id: string): Promise<string[]> {
  const rows = await db.closedAttempt.findMany({ where: { purchaseId: id }, select: { provider: true } });
  return rows.map(({ provider }) => provider);
}
