import { Code, Group, List, Stack, Text } from '@mantine/core';
import { IconRoute } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { RoutingState, RoutingVersionRow } from '@topup/dashboard-contract';
import { listQuery, thingQuery } from '../../api/queries';
import { EmptyState } from '../../ui/page/empty-state';
import { Loaded } from '../../ui/page/loaded';
import { PageHeader } from '../../ui/page/page-header';
import { Panel } from '../../ui/page/panel';
import type { Column } from '../../ui/table/data-table';
import { DayInputs } from '../../ui/table/day-inputs';
import { ExportCsv } from '../../ui/table/export-csv';
import { PagedTable } from '../../ui/table/paged-table';
import { useFilters } from '../../ui/table/use-filters';
import { CodeBlock } from '../../ui/text/code-block';
import { providerName } from '../../ui/text/names';
import { StatusBadge } from '../../ui/text/status-badge';
import { When } from '../../ui/text/when';
import { ActivateVersion } from './activate-version';
import { SimulateRoute } from './simulate-route';
import { WriteRules } from './write-rules';

export function RoutingPage() {
  const routing = useQuery(thingQuery<RoutingState>('/api/operator/routing', { poll: true }));
  return (
    <Stack gap="md">
      <PageHeader title="Routing" about="Choose which provider takes each order, and which one comes next." />
      <Loaded query={routing}>
        {(known) => (
          <>
            <ActiveRules state={known} />
            <Panel title="Simulate an order">
              <SimulateRoute products={known.products} />
            </Panel>
            <Versions active={known.version} />
          </>
        )}
      </Loaded>
    </Stack>
  );
}

function ActiveRules({ state: { version, rules, providers } }: { state: RoutingState }) {
  const actions = (
    <Group gap="xs">
      {version !== null && <ActivateVersion version={null} />}
      <WriteRules rules={rules} />
    </Group>
  );
  if (version === null || rules.length === 0)
    return (
      <Panel title="Active rules" actions={actions}>
        <Text size="sm" component="div">
          No rules are active. Each order goes to the first of these providers that can take it:
          <List type="ordered" size="sm" mt="xs">
            {providers.map((name) => (
              <List.Item key={name}>{providerName(name)}</List.Item>
            ))}
          </List>
        </Text>
      </Panel>
    );
  return (
    <Panel title={`Active rules: version ${version}`} actions={actions}>
      <CodeBlock code={rules.join('\n')} what="active rules" />
    </Panel>
  );
}

function Versions({ active }: { active: number | null }) {
  const [{ from, to }, set] = useFilters<'from' | 'to'>();
  const query = { from, to };
  const path = '/api/operator/routing/versions';
  const list = useInfiniteQuery(listQuery<RoutingVersionRow>(path, { query, poll: true }));
  const all = from === undefined && to === undefined;
  return (
    <Panel title="Versions, newest first" flush actions={<ExportCsv path={`${path}.csv`} filters={query} size="xs" />}>
      <Group component="search" px="md" pb="sm" gap="sm" align="flex-end">
        <DayInputs from={from} to={to} onChange={set} />
      </Group>
      <PagedTable
        caption="Versions of the routing rules, newest first"
        columns={columnsFor(active)}
        idOf={({ number }) => number}
        list={list}
        empty={<EmptyState title={all ? 'No rules yet' : 'No versions in this period'} icon={IconRoute} />}
      />
    </Panel>
  );
}

const columnsFor = (active: number | null): Column<RoutingVersionRow>[] => [
  {
    header: 'Version',
    cell: ({ number }) => (
      <>
        {number} {number === active && <StatusBadge status="active" />}
      </>
    ),
    names: true,
  },
  {
    header: 'Rules',
    phone: 'plain',
    cell: ({ rules }) => (
      <Stack gap={2} align="flex-start">
        {rules.map((rule) => (
          <Code key={rule}>{rule}</Code>
        ))}
        {rules.length === 0 && <Text size="sm">None</Text>}
      </Stack>
    ),
  },
  { header: 'Note', phone: 'plain', cell: ({ note }) => note },
  {
    header: 'Created',
    cell: ({ createdBy, createdAt }) => (
      <>
        <When at={createdAt} /> by {createdBy}
      </>
    ),
  },
  { header: 'Last activated', cell: ({ activatedAt }) => <When at={activatedAt} /> },
  {
    header: '',
    end: true,
    cell: ({ number }) => number !== active && <ActivateVersion version={number} />,
  },
];
