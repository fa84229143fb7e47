import { Group, List, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { BreakerReason, BreakerRow, Product, ProviderHealth, ProviderRow } from '@topup/dashboard-contract';
import { thingQuery } from '../../api/queries';
import { counted, formatCount } from '../../format/numbers';
import { AIRTIME_NETWORKS, PRODUCTS, QUEUED, SYNCHRONOUS } from '../../generated/vocabulary';
import { ActionDialog } from '../../ui/form/action-form';
import { ConfirmAction } from '../../ui/form/dialog';
import { EmptyState, Loaded } from '../../ui/page/page';
import { type Column, TablePanel } from '../../ui/table/table-panel';
import { providerName, serviceName } from '../../ui/text/names';
import { Hint, StatusBadge, When } from '../../ui/text/values';

const REASONS: Record<BreakerReason, string> = {
  unreachable: 'We can’t connect to the provider. We keep reading its float until it answers.',
  account: 'The provider rejects our account. We keep reading its float until it answers.',
  float: 'The float is too low. Orders resume when it covers them.',
  silent: 'The provider gives no readable answer to orders of these accounts. We keep retrying one order of each.',
  operator: 'Closed until an operator opens it.',
  failing: 'More than 20% of its orders fail. We prefer other providers. Nothing is stopped.',
  unknown_outcomes: 'More than 20% of its orders await confirmation. We prefer other providers. Nothing is stopped.',
};

/** A service whose orders can be stopped, by its own name: "MTN airtime", "MTN data", "Ikeja Electric". */
const closableName = (service: string): string =>
  AIRTIME_NETWORKS.includes(service) ? `${serviceName(service)} airtime` : serviceName(service);

/** A provider, or one of its services: "VTpass", "MTN data at VTpass". */
const closedName = (provider: string, service: string | null): string =>
  service === null ? providerName(provider) : `${closableName(service)} at ${providerName(provider)}`;

type Props = Pick<ProviderHealth, 'breakers' | 'providers'> & { query: { provider: string | undefined } };

/** Lists the stops of now, with reason and number, closes a provider or a service of it, and opens it again. */
export const ClosedServices = ({ breakers, providers, query }: Props) => (
  <TablePanel
    title="Closed services"
    caption="Closed services, with reasons"
    csv="/api/operator/provider/breakers.csv"
    query={query}
    actions={<CloseProvider providers={providers} />}
    columns={columns}
    rows={breakers}
    idOf={({ provider, breaker, reason }) => `${provider} ${breaker} ${reason}`}
    empty={<EmptyState title="No closed services" />}
  />
);

const nameOf = (breaker: string): string =>
  breaker === 'provider' ? 'All services' : breaker === 'lookups' ? 'Lookups' : closableName(breaker);

/** Returns the status of a breaker. A service whose breaker stops nothing is avoided, until it is tried again. */
function statusOf({ reason, state }: BreakerRow): 'stopped' | 'trying' | 'avoided' {
  if (state === 'half_open') return 'trying';
  return reason === 'failing' || reason === 'unknown_outcomes' ? 'avoided' : 'stopped';
}

const columns: Column<BreakerRow>[] = [
  { header: 'Service', cell: ({ breaker }) => nameOf(breaker), names: true },
  { header: 'Provider', phone: 'plain', cell: ({ provider }) => providerName(provider) },
  { header: 'Status', phone: 'end', cell: (row) => <StatusBadge status={statusOf(row)} /> },
  {
    header: 'Reason',
    phone: 'plain',
    cell: ({ reason, detail }) => (
      <Stack gap={2}>
        <Text size="sm">{REASONS[reason]}</Text>
        {detail !== null && <Hint>{detail}</Hint>}
      </Stack>
    ),
  },
  { header: 'Accounts', cell: ({ accounts }) => (accounts === null ? 'All' : formatCount(accounts)), end: true },
  {
    header: 'Processes',
    cell: ({ processes }) =>
      processes === null ? 'All' : <span title={processes.join(', ')}>{formatCount(processes.length)}</span>,
    end: true,
  },
  { header: 'Since', cell: ({ since }) => <When at={since} /> },
  { header: '', cell: (row) => row.reason === 'operator' && <OpenProvider row={row} /> },
];

/** The choice of every service. A select has '' while nothing is chosen, so that nobody closes all by Enter. */
const ALL = 'all';

/** Closes a provider, or one of its services, with a reason. */
const CloseProvider = ({ providers }: Pick<Props, 'providers'>) => (
  <ActionDialog
    dialog={{ button: 'Close service', size: 'xs', title: 'Close a service' }}
    path="/api/operator/provider/close"
    invalidates={['/api/operator/provider']}
    start={{ provider: '', service: '', reason: '' }}
    fields={({ provider }) => [
      {
        name: 'provider',
        label: 'Provider',
        choices: [['', 'Choose a provider'], ...providers.map(({ name }) => [name, providerName(name)] as const)],
        empties: 'service',
      },
      {
        name: 'service',
        label: 'Service',
        choices: [
          ['', provider === '' ? 'Choose a provider first' : 'Choose a service'],
          ...(provider === '' ? [] : [[ALL, 'All services'] as const]),
          ...servicesOf(providers, provider),
        ],
      },
      {
        name: 'reason',
        label: 'Reason',
        description: 'Other operators see it here and in the audit log.',
        focus: true,
      },
    ]}
    body={({ service, ...typed }) => ({ ...typed, service: service === ALL ? null : service })}
    submit="Close service"
    danger
    done={(_, { provider, service }) => `${closedName(provider, service === ALL ? null : service)} is closed.`}
    about={
      <Text size="sm">
        New orders stop within a second and go to the next provider that can take them. If there is none, orders of{' '}
        {QUEUED} wait a few seconds and are then refunded, and orders of {SYNCHRONOUS} are declined. Orders in progress,
        requeries and lookups continue.
      </Text>
    }
  >
    {({ provider, service }) => service === ALL && <Effect of={provider} />}
  </ActionDialog>
);

/** The orders of the last hour at a provider, by product, and who else sells it. */
function Effect({ of }: { of: string }) {
  const health = useQuery(thingQuery<ProviderHealth>('/api/operator/provider'));
  return (
    <Loaded query={health} height={60}>
      {({ providers, lastHour }) => {
        const sold = lastHour.filter(({ provider, sent }) => provider === of && sent > 0);
        if (sold.length === 0) return <Hint>It got no orders in the last hour.</Hint>;
        return (
          <List size="sm">
            {sold.map(({ product, sent }) => (
              <List.Item key={product}>
                {PRODUCTS[product]}: {counted(sent, 'order')} in the last hour. {takersText(providers, of, product)}
              </List.Item>
            ))}
          </List>
        );
      }}
    </Loaded>
  );
}

function takersText(providers: ProviderRow[], of: string, product: Product): string {
  const others = providers.filter(({ name, closed, sells }) => name !== of && !closed && sells.includes(product));
  const names = new Intl.ListFormat('en', { type: 'disjunction' }).format(others.map(({ name }) => providerName(name)));
  return others.length === 0 ? 'No other provider sells it.' : `${names} can take them.`;
}

const servicesOf = (providers: ProviderRow[], provider: string) =>
  (providers.find(({ name }) => name === provider)?.services ?? []).map((each) => [each, closableName(each)] as const);

/** Opens what was closed by hand. */
function OpenProvider({ row: { provider, breaker } }: { row: BreakerRow }) {
  const service = breaker === 'provider' ? null : breaker;
  const name = closedName(provider, service);
  return (
    <Group justify="flex-end">
      <ConfirmAction
        button="Open"
        size="xs"
        path="/api/operator/provider/open"
        body={{ provider, service }}
        invalidates={['/api/operator/provider']}
        title={`Open ${name}?`}
        confirm="Open"
        done={() => `${name} is open again.`}
      >
        New orders go there again at once, unless a breaker stops them.
      </ConfirmAction>
    </Group>
  );
}
