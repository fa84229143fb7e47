import type { Decision } from '../../routing/router.port';
import { type DbOrTransaction, sql } from '../../shared/db';
import type { ClosedOutcome } from '../send/next-attempt.store';
import type { ProviderEvidence } from '../settle/settlement';

/** As it was closed, or as its purchase stands. `unsent`, `open`: it is under way, before and after its send. */
export type AttemptOutcome = ClosedOutcome | 'unsent' | 'open' | 'delivered' | 'failed' | 'refunded';

/**
 * `sentAt`: when the permission to send was given; with `not_sent`, nothing was sent even so. `decision` null: there
 * was no choice. `costKobo` null: nothing was charged, or not said. `contradictedAt`: a closed attempt has delivered,
 * or may.
 */
export type Attempt = {
  number: number;
  provider: string;
  providerRef: string | null;
  sends: number;
  sentAt: Date | null;
  outcome: AttemptOutcome;
  costKobo: bigint | null;
  evidence: ProviderEvidence;
  decision: Decision | null;
  endedAt: Date | null;
  contradictedAt: Date | null;
};

export function listAttempts(db: DbOrTransaction, purchaseId: string): Promise<Attempt[]> {
  return db.$queryRaw<Attempt[]>(sql`
    SELECT number::integer, provider, provider_ref AS "providerRef", sends::integer, sent_at AS "sentAt", outcome,
           cost_kobo AS "costKobo", evidence, decision, ended_at AS "endedAt", contradicted_at AS "contradictedAt"
      FROM attempt WHERE purchase_id = ${purchaseId}::uuid ORDER BY number`);
}
