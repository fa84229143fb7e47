import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ApprovalPolicy } from '@topup/dashboard-contract';
import { readAmount } from '../../format/amount';
import { DialogButton } from '../../ui/form/dialog-button';
import { notifyDone } from '../../ui/form/notify';
import { Loaded } from '../../ui/page/loaded';
import { Panel } from '../../ui/page/panel';
import { Facts } from '../../ui/text/facts';
import { Money } from '../../ui/text/money';
import { APPROVAL_NOTE } from '../approvals/ask-approval';
import { GuardedForm } from '../approvals/guarded-form';
import { policyQuery } from '../approvals/policy';

/** The approval policy: when a second operator is needed, and what each may move in a day. */
export function LimitsPanel() {
  const rule = useQuery(policyQuery);
  const known = rule.data;
  const change = (
    <DialogButton button="Change limits" size="xs" disabled={known === undefined} title="Change operator limits">
      {(close) => known !== undefined && <LimitsForm rule={known} onClose={close} />}
    </DialogButton>
  );
  return (
    <Panel title="Limits" actions={change}>
      <Loaded query={rule} height={160}>
        {({ approvals, approvalLimit, dailyCap, leftToday, usedByOps }) => (
          <Facts
            rows={[
              [
                'Approvals',
                approvals === 'required' ? 'Required' : 'Off: one operator can do everything up to the daily cap',
              ],
              ['Approval limit', <Money key="limit" amount={approvalLimit} />],
              ['Daily cap per operator', <Money key="cap" amount={dailyCap} />],
              ['Left for you today', <Money key="left" amount={leftToday} />],
              ['Moved today with ops', <Money key="ops" amount={usedByOps} />],
            ]}
          />
        )}
      </Loaded>
    </Panel>
  );
}

function LimitsForm({ rule, onClose }: { rule: ApprovalPolicy; onClose(): void }) {
  const required = rule.approvals === 'required';
  return (
    <GuardedForm
      path="/api/operator/limits"
      start={{ approvalLimit: rule.approvalLimit, dailyCap: rule.dailyCap, approvalNote: '' }}
      fields={[
        { name: 'approvalLimit', label: 'Approval limit in naira', as: 'naira', focus: true },
        { name: 'dailyCap', label: 'Daily cap in naira', as: 'naira' },
        ...(required ? [APPROVAL_NOTE] : []),
      ]}
      submit={required ? 'Ask for approval' : 'Change limits'}
      read={({ approvalLimit, dailyCap, approvalNote }) => ({
        body: {
          approvalLimit: readAmount(approvalLimit) ?? approvalLimit,
          dailyCap: readAmount(dailyCap) ?? dailyCap,
          ...(required && { approvalNote }),
        },
      })}
      outcome={() => {
        notifyDone('The limits were changed.');
        onClose();
        return null;
      }}
      onClose={onClose}
      about={
        <Text size="sm">
          Funding, adjustments and refunds above the approval limit need a second operator. Each operator, and ops, can
          move up to the daily cap in a day. {required && 'A second operator must approve this change.'}
        </Text>
      }
    />
  );
}
