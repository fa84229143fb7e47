import { Group, Stack, Text } from '@mantine/core';
import type { BreakerReason, BreakerRow, ProviderHealth } from '@topup/dashboard-contract';
import { formatCount } from '../../format/numbers';
import { EmptyState } from '../../ui/page/empty-state';
import { Panel } from '../../ui/page/panel';
import { type Column, DataTable } from '../../ui/table/data-table';
import { ExportCsv } from '../../ui/table/export-csv';
import { providerName } from '../../ui/text/names';
import { StatusBadge } from '../../ui/text/status-badge';
import { When } from '../../ui/text/when';
import { closableName } from './closable-name';
import { CloseProvider } from './close-provider';
import { OpenProvider } from './open-provider';

const REASONS: Record<BreakerReason, string> = {
  unreachable: 'We can’t connect to the provider. We keep reading its float until it answers.',
  account: 'The provider rejects our account. We keep reading its float until it answers.',
  float: 'The float is too low. Orders resume when it covers them.',
  silent: 'The provider gives no readable answer to orders of these accounts. We keep retrying one order of each.',
  operator: 'Closed by an operator.',
  failing: 'More than 20% of its orders fail. We prefer other providers. Nothing is stopped.',
  unknown_outcomes: 'More than 20% of its orders await confirmation. We prefer other providers. Nothing is stopped.',
};

const nameOf = (breaker: string): string =>
  breaker === 'provider' ? 'All services' : breaker === 'lookups' ? 'Lookups' : closableName(breaker);

type Props = Pick<ProviderHealth, 'breakers' | 'providers'> & { filters: { provider: string | undefined } };

/** What is stopped now, why, and for how many; closes a provider or a service of it, and opens it again. */
export function BreakersPanel({ breakers, providers, filters }: Props) {
  return (
    <Panel
      title="Closed services"
      flush
      actions={
        <Group gap="xs">
          <CloseProvider providers={providers} />
          <ExportCsv path="/api/operator/provider/breakers.csv" filters={filters} size="xs" />
        </Group>
      }
    >
      {breakers.length === 0 ? (
        <EmptyState title="No closed services" />
      ) : (
        <DataTable
          caption="Closed services, with reasons"
          columns={columns}
          rows={breakers}
          idOf={({ provider, breaker, reason }) => `${provider} ${breaker} ${reason}`}
        />
      )}
    </Panel>
  );
}

/** What stops nothing is avoided, until it is tried again. */
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
        {detail !== null && (
          <Text size="sm" c="dimmed">
            {detail}
          </Text>
        )}
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
  {
    header: '',
    cell: (row) => row.reason === 'operator' && <OpenProvider provider={row.provider} breaker={row.breaker} />,
  },
];
