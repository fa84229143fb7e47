import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ApprovalPolicy, Me } from '@topup/dashboard-contract';
import { thingQuery } from '../../api/queries';
import { isLess } from '../../format/amount';
import { formatNaira } from '../../format/naira';
import { Hint, Money } from '../../ui/text/values';

export const policyQuery = thingQuery<ApprovalPolicy>('/api/operator/limits', { poll: true });

/** The approval policy, for operators; undefined until it is known. */
export const usePolicy = (): ApprovalPolicy | undefined => useQuery(policyQuery).data;

/** Says on every page of the console that nothing needs a second operator. `me` knows it before a page is drawn. */
export function ApprovalsOff({ me }: { me: Me }) {
  if ((usePolicy() ?? me).approvals !== 'off') return null;
  return (
    <Alert color="yellow" variant="outline" mb="lg" p="xs" role="note" icon={<IconAlertTriangle aria-hidden />}>
      Approvals are off. One operator alone can move money up to the daily cap, and add or disable operators.
    </Alert>
  );
}

/** Why a change of a wallet by this much needs an approval; null when the operator may make it alone. */
export function useWhyApproval(): (amount: string, always?: boolean) => string | null {
  const rule = usePolicy();
  return (amount, always = false) => {
    if (rule === undefined || rule.approvals === 'off') return null;
    if (always) return 'A negative balance needs the approval of a second operator.';
    return isLess(rule.approvalLimit, amount.replace('-', ''))
      ? `An amount above ${formatNaira(rule.approvalLimit)} needs the approval of a second operator.`
      : null;
  };
}

/** The amounts that the operator may move alone and today, before they type one. */
export function RuleHint() {
  const rule = usePolicy();
  if (rule === undefined) return null;
  return (
    <Hint>
      {rule.approvals === 'required' && (
        <>
          Amounts above <Money amount={rule.approvalLimit} /> need approval by a second operator.{' '}
        </>
      )}
      You have <Money amount={rule.leftToday} /> of your daily cap left today.
    </Hint>
  );
}
