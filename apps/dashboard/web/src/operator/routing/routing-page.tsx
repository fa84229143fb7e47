import { Code, Group, List, Stack, Text } from '@mantine/core';
import { IconRoute } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { RoutingState, RoutingVersionRow } from '@topup/dashboard-contract';
import { thingQuery } from '../../api/queries';
import { ActionDialog, type Field } from '../../ui/form/action-form';
import { ConfirmAction } from '../../ui/form/dialog';
import { EmptyState, Loaded, Page, Panel } from '../../ui/page/page';
import { type Column, ListPanel } from '../../ui/table/table-panel';
import { CodeBlock } from '../../ui/text/copy';
import { providerName } from '../../ui/text/names';
import { StatusBadge, When } from '../../ui/text/values';
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
  const none = version === null || rules.length === 0;
  return (
    <Panel
      title={none ? 'Active rules' : `Active rules: version ${version}`}
      actions={
        <Group gap="xs">
          {version !== null && <ActivateVersion version={null} />}
          <WriteRules rules={rules} />
        </Group>
      }
    >
      {none ? (
        <Text size="sm" component="div">
          No rules are active. Each order goes to the first of these providers that can take it:
          <List type="ordered" size="sm" mt="xs">
            {providers.map((name) => (
              <List.Item key={name}>{providerName(name)}</List.Item>
            ))}
          </List>
        </Text>
      ) : (
        <CodeBlock code={rules.join('\n')} what="active rules" />
      )}
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

const ROUTING = '/api/operator/routing';

/** Makes a version the active one; null: none. */
function ActivateVersion({ version }: { version: number | null }) {
  const verb = version === null ? 'Deactivate rules' : 'Activate';
  return (
    <ConfirmAction
      button={verb}
      label={version === null ? undefined : `Activate version ${version}`}
      size="xs"
      path={`${ROUTING}/activate`}
      body={{ version }}
      invalidates={[ROUTING]}
      title={version === null ? 'Deactivate the rules?' : `Activate version ${version}?`}
      confirm={verb}
      done={() => (version === null ? 'No rules are active.' : `Version ${version} is active.`)}
    >
      {version === null
        ? 'Within two seconds, each order goes to the first provider in PROVIDERS that can take it.'
        : 'Within two seconds, every process uses these rules. You can activate an earlier version again.'}
    </ConfirmAction>
  );
}

/** Writes a new version, beginning with the active rules. */
const WriteRules = ({ rules }: { rules: string[] }) => (
  <ActionDialog
    dialog={{ button: 'Create version', size: 'xs', title: 'Create a version of the rules', wide: 'lg' }}
    path={`${ROUTING}/versions`}
    invalidates={[ROUTING]}
    start={{ rules: rules.join('\n'), note: '', activate: false }}
    fields={FIELDS}
    submit="Create version"
    done={({ version }: { version: number }, { activate }) =>
      `Version ${version} was created${activate ? ' and activated' : ''}.`
    }
    about={
      <Text size="sm" component="div">
        Write one rule per line: the product, a service if the rule is for one only, and the providers in order of
        preference. You can add a range of amounts in naira or <Code>off</Code> after a provider.
        <br />
        <Code>AIRTIME mtn: monnify 100-5000, vtpass</Code>
      </Text>
    }
  />
);

const FIELDS: Field<'rules' | 'note' | 'activate'>[] = [
  { name: 'rules', label: 'Rules', as: 'rules', focus: true },
  { name: 'note', label: 'Note', description: 'What changed. Other operators see it here and in the audit log.' },
  { name: 'activate', label: 'Activate this version now', as: 'check' },
];
