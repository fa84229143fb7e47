import { Group } from '@mantine/core';
import { IconUserCog } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { OperatorRow } from '@topup/dashboard-contract';
import { thingQuery } from '../../api/queries';
import { EmptyState } from '../../ui/page/empty-state';
import { Page } from '../../ui/page/page';
import type { Column } from '../../ui/table/data-table';
import { TablePanel } from '../../ui/table/table-panel';
import { Money } from '../../ui/text/money';
import { Small } from '../../ui/text/small';
import { StatusBadge } from '../../ui/text/status-badge';
import { When } from '../../ui/text/when';
import { LimitsPanel } from './limits-panel';
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
      <>
        {name}
        <Small fw={400} style={{ overflowWrap: 'anywhere' }}>
          {email}
        </Small>
      </>
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
