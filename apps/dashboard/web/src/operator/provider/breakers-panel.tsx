import { Stack, Text } from '@mantine/core';
import type { BreakerReason, BreakerRow, ProviderHealth } from '@topup/dashboard-contract';
import { formatCount } from '../../format/numbers';
import { EmptyState } from '../../ui/page/empty-state';
import { Panel } from '../../ui/page/panel';
import { type Column, DataTable } from '../../ui/table/data-table';
import { StatusBadge } from '../../ui/text/status-badge';
import { When } from '../../ui/text/when';
import { CloseProvider } from './close-provider';
import { OpenProvider } from './open-provider';

const REASONS: Record<BreakerReason, string> = {
  unreachable: 'No connection can be made. The float is asked until it answers.',
  account: 'The provider rejects our account. The float is asked until it answers.',
  float: 'The float is too low. It is asked until it covers them.',
  silent: 'Orders of these accounts were not answered, or not readably. One of each is tried again and again.',
  operator: 'Closed by hand.',
  failing: 'More than a fifth of its orders fail. Other providers are preferred; nothing is stopped.',
  unknown_outcomes: 'Of more than a fifth the outcome is unknown. Other providers are preferred; nothing is stopped.',
};

const nameOf = (breaker: string): string =>
  breaker === 'provider' ? 'Everything' : breaker === 'lookups' ? 'Lookups' : breaker;

/** What is stopped now, why, and for how many; closes a provider or a service of it, and opens it again. */
export function BreakersPanel({ breakers, providers }: Pick<ProviderHealth, 'breakers' | 'providers'>) {
  return (
    <Panel title="What is closed" flush actions={<CloseProvider providers={providers} />}>
      {breakers.length === 0 ? (
        <EmptyState title="Nothing is closed" />
      ) : (
        <DataTable
          caption="What is closed, and why"
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
  { header: 'Closed', cell: ({ breaker }) => nameOf(breaker), names: true },
  { header: 'Provider', cell: ({ provider }) => provider },
  { header: 'State', cell: (row) => <StatusBadge status={statusOf(row)} /> },
  {
    header: 'Reason',
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
