import { Code, Group, List, Stack, Text } from '@mantine/core';
import { IconRoute } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { RoutingState, RoutingVersionRow } from '@topup/dashboard-contract';
import { thingQuery } from '../../api/queries';
import { EmptyState } from '../../ui/page/empty-state';
import { Loaded } from '../../ui/page/loaded';
import { Page } from '../../ui/page/page';
import { Panel } from '../../ui/page/panel';
import type { Column } from '../../ui/table/data-table';
import { ListPanel } from '../../ui/table/table-panel';
import { CodeBlock } from '../../ui/text/code-block';
import { providerName } from '../../ui/text/names';
import { StatusBadge } from '../../ui/text/status-badge';
import { When } from '../../ui/text/when';
import { ActivateVersion, WriteRules } from './routing-actions';
import { SimulateRoute } from './simulate-route';

export default function RoutingPage() {
  const routing = useQuery(thingQuery<RoutingState>('/api/operator/routing', { poll: true }));
  return (
    <Page title="Routing" about="Choose which provider takes each order, and which one comes next.">
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
    </Page>
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

const Versions = ({ active }: { active: number | null }) => (
  <ListPanel
    title="Versions, newest first"
    caption="Versions of the routing rules, newest first"
    path="/api/operator/routing/versions"
    filters={['days']}
    columns={columnsFor(active)}
    idOf={({ number }) => number}
    empty={(filtered) => (
      <EmptyState title={filtered ? 'No versions in this period' : 'No rules yet'} icon={IconRoute} />
    )}
  />
);

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
