import { Group, Stack, Text } from '@mantine/core';
import { IconUserCog } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { OperatorRow } from '@topup/dashboard-contract';
import { thingQuery } from '../../api/queries';
import { EmptyState } from '../../ui/page/empty-state';
import { PageHeader } from '../../ui/page/page-header';
import { Panel } from '../../ui/page/panel';
import type { Column } from '../../ui/table/data-table';
import { ExportCsv } from '../../ui/table/export-csv';
import { WholeTable } from '../../ui/table/paged-table';
import { Money } from '../../ui/text/money';
import { StatusBadge } from '../../ui/text/status-badge';
import { When } from '../../ui/text/when';
import { AddOperator } from './add-operator';
import { LimitsPanel } from './limits-panel';
import { DisableOperator, LinkOperator, ResetFactor } from './operator-actions';

export function OperatorsPage() {
  const operators = useQuery(thingQuery<OperatorRow[]>('/api/operator/operators', { poll: true }));
  return (
    <Stack gap="md">
      <PageHeader title="Operators" about="Who can use this console, and how much each operator can move alone." />
      <LimitsPanel />
      <Panel
        title="Operators"
        flush
        actions={
          <Group gap="xs">
            <AddOperator />
            <ExportCsv path="/api/operator/operators.csv" size="xs" />
          </Group>
        }
      >
        <WholeTable
          caption="Operators who can sign in"
          columns={columns}
          idOf={({ id }) => id}
          query={operators}
          empty={<EmptyState title="No operators" icon={IconUserCog} />}
        />
      </Panel>
    </Stack>
  );
}

const columns: Column<OperatorRow>[] = [
  { header: 'Operator', cell: (operator) => <Named operator={operator} />, names: true },
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

function Named({ operator: { name, email } }: { operator: OperatorRow }) {
  return (
    <>
      {name}
      <Text inherit c="dimmed" size="xs" fw={400} style={{ overflowWrap: 'anywhere' }}>
        {email}
      </Text>
    </>
  );
}
