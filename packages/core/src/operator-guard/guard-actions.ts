import { byApproval, type Facts, moved, type NewAction } from '../audit/action.store';
import { formatNaira } from '../shared/money';
import type { GuardedActionKind, MoneyLimits } from './guarded-action';

const limitFacts = ({ approvalLimitKobo, dailyCapKobo }: MoneyLimits): Facts => ({
  approval_limit: formatNaira(approvalLimitKobo),
  daily_cap: formatNaira(dailyCapKobo),
});

/** The audit entry of a change of the limits; null: nothing was changed. `note`: why, where no approval has it. */
export const limitsChanged = (
  before: MoneyLimits,
  after: MoneyLimits,
  { approval, note }: { approval?: string; note?: string | undefined },
) =>
  moved(
    {
      action: 'limits.change',
      subject: 'the limits of operators',
      ...(note !== undefined && { note }),
      ...byApproval(approval),
    },
    limitFacts(before),
    limitFacts(after),
  );

/** Returns the action of a request to a second operator or of its end. An approval's effect is recorded besides. */
export const approvalAction = (
  verb: 'request' | 'approve' | 'decline' | 'cancel',
  { id, kind }: { id: string; kind: GuardedActionKind },
  note?: string | null,
): NewAction => ({
  action: `approval.${verb}`,
  subject: kind,
  subjectId: id,
  ...(note != null && { note }),
});
