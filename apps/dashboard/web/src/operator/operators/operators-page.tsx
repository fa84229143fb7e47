import { Group, Text } from '@mantine/core';
import { IconUserCog } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ApprovalPolicy, OperatorRow } from '@topup/dashboard-contract';
import { thingQuery } from '../../api/queries';
import { readAmount } from '../../format/amount';
import { DialogButton } from '../../ui/form/dialog';
import { EmptyState, Loaded, Page, Panel } from '../../ui/page/page';
import { type Column, TablePanel } from '../../ui/table/table-panel';
import { Facts, Money, Small, StatusBadge, When } from '../../ui/text/values';
import { APPROVAL_NOTE, GuardedForm } from '../approvals/guarded-form';
import { policyQuery } from '../approvals/policy';
import { AddOperator, DisableOperator, LinkOperator, ResetFactor } from './operator-actions';

export default function OperatorsPage() {
  const operators = useQuery(thingQuery<OperatorRow[]>('/api/operator/operators', { poll: true }));
  return (
    <Page title="Operators" about="Who can use this console, and how much each operator can move alone.">
      <LimitsPanel />
      <TablePanel
        title="Operators"
        caption="Operators who can sign in"
        csv="/api/operator/operators.csv"
        actions={<AddOperator />}
        columns={columns}
        rows={operators}
        idOf={({ id }) => id}
        empty={<EmptyState title="No operators" icon={IconUserCog} />}
      />
    </Page>
  );
}

const columns: Column<OperatorRow>[] = [
  {
    header: 'Operator',
    cell: ({ name, email }) => (
      <Small under={name} fw={400} style={{ overflowWrap: 'anywhere' }}>
        {email}
      </Small>
    ),
    names: true,
  },
  { header: 'Status', phone: 'end', cell: ({ invited }) => <StatusBadge status={invited ? 'invited' : 'active'} /> },
  { header: 'Two-factor', cell: ({ twoFactor }) => (twoFactor ? 'On' : 'Off') },
  { header: 'Moved today', cell: ({ usedToday }) => <Money amount={usedToday} />, end: true },
  { header: 'Last sign-in', cell: ({ lastSignInAt }) => <When at={lastSignInAt} /> },
  {
    header: '',
    end: true,
    cell: (operator) => (
      <Group gap="xs" justify="flex-end">
        <LinkOperator operator={operator} />
        {operator.twoFactor && <ResetFactor operator={operator} />}
        <DisableOperator operator={operator} />
      </Group>
    ),
  },
];

/** The approval policy: when a second operator is needed, and what each may move in a day. */
function LimitsPanel() {
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
      outcome={() => 'The limits were changed.'}
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
