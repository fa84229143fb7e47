import type { By } from '../audit/actor';
import type { Db } from '../shared/db';
import { limitsChanged } from './guard-actions';
import { type GuardRefusal, isGuardRefusal, type MoneyLimits } from './guarded-action';
import { changeLimits, readApprovalPolicy } from './policy.store';
import { type AskedApproval, tryGuarded } from './try-guarded';

/** `limits`: as they are now. */
type PolicyChange = { kind: 'changed'; limits: MoneyLimits };

/** Changes the limits that are given. `note`: why, for the audit log; `approval`: why, for the operator who decides. */
export const changePolicy = (
  db: Db,
  by: By,
  change: { [Limit in keyof MoneyLimits]?: bigint | undefined },
  notes: { note?: string | undefined; approval?: string | undefined },
): Promise<PolicyChange | AskedApproval | GuardRefusal> =>
  tryGuarded<PolicyChange>(db, by, notes.approval, async (tx, actor) => {
    const policy = await readApprovalPolicy(tx);
    const limits = {
      approvalLimitKobo: change.approvalLimitKobo ?? policy.approvalLimitKobo,
      dailyCapKobo: change.dailyCapKobo ?? policy.dailyCapKobo,
    };
    const outcome = await changeLimits(tx, limits, actor);
    if (isGuardRefusal(outcome)) return { refusal: outcome, guarded: { kind: 'limits', ...limits } };
    const action = limitsChanged(outcome.before, limits, { note: notes.note });
    return { result: { kind: 'changed', limits }, action };
  });
