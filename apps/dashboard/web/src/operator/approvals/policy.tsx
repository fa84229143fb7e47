import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ApprovalPolicy, Me } from '@topup/dashboard-contract';
import { thingQuery } from '../../api/queries';
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
