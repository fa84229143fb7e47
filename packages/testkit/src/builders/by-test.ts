import type { By } from '@topup/core/audit';
import type { GuardActor } from '@topup/core/operator-guard';
import type { Db } from '@topup/core/shared';

/** Whom changes that a test makes are recorded as. */
export const BY_TEST: By = {
  actor: { kind: 'system', process: 'test' },
  origin: { address: null, requestId: null },
};

/** On whose daily cap the steps count that a test does as an operator would. */
export const AS_OPS: GuardActor = { id: 'ops', as: null, sessionId: null };

/** For tests that do what needs an approval, and are about something else. */
export async function switchApprovalsOff(db: Db): Promise<void> {
  await db.$executeRaw`UPDATE money_rule SET approvals = 'off'`;
}

/** Makes an approval 25 hours older. The database, which keeps its times, is told to believe it. */
export async function expireApproval(db: Db, id: string): Promise<void> {
  await db.$transaction([
    db.$executeRaw`SET LOCAL session_replication_role = replica`,
    db.$executeRaw`
      UPDATE approval
         SET requested_at = requested_at - interval '25 hours', expires_at = expires_at - interval '25 hours'
       WHERE id = ${id}::uuid`,
  ]);
}
