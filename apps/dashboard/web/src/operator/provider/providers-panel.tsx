import { Badge, Group, Stack, Text } from '@mantine/core';
import { IconCheck, IconPlayerPause } from '@tabler/icons-react';
import type { ProviderRow } from '@topup/dashboard-contract';
import { PRODUCTS } from '../../account/transactions/transaction-filters';
import { formatDuration } from '../../format/time';
import { Panel } from '../../ui/page/panel';
import { type Column, DataTable } from '../../ui/table/data-table';
import { Money } from '../../ui/text/money';
import { providerName } from '../../ui/text/names';
import { type Look, LookBadge } from '../../ui/text/status-badge';
import { When } from '../../ui/text/when';

/** All providers in the order of preference, with what is left of our money there. */
export function ProvidersPanel({ providers }: { providers: ProviderRow[] }) {
  const rows = providers.map((provider, place) => ({ ...provider, place: place + 1 }));
  return (
    <Panel title="Providers and floats" flush>
      <DataTable caption="Providers, in order of preference" columns={columns} rows={rows} idOf={({ name }) => name} />
    </Panel>
  );
}

type Row = ProviderRow & { place: number };

const OPEN: Look = { word: 'Open', icon: IconCheck, tone: 'good' };
const CLOSED: Look = { word: 'Closed', icon: IconPlayerPause, tone: 'bad' };

const columns: Column<Row>[] = [
  { header: 'Provider', cell: ({ place, name }) => `${place}. ${providerName(name)}`, names: true },
  { header: 'Sells', cell: ({ sells }) => sells.map((product) => PRODUCTS[product]).join(', ') },
  { header: 'Status', phone: 'plain', cell: ({ closed }) => <LookBadge {...(closed ? CLOSED : OPEN)} /> },
  { header: 'Float', phone: 'end', cell: ({ float }) => <Float float={float} />, end: true },
  {
    header: 'Alert below',
    cell: ({ float: { mark } }) => (mark === null ? '–' : <Money amount={mark} />),
    end: true,
    phone: 'none',
  },
  { header: 'Cost per hour', cell: ({ burnPerHour }) => <Money amount={burnPerHour} />, end: true },
  { header: 'Lasts for', cell: ({ hoursLeft }) => hoursText(hoursLeft), end: true },
];

function Float({ float: { amount, readAt, fault, low } }: Pick<ProviderRow, 'float'>) {
  return (
    <Stack gap={2} align="flex-end">
      <Group gap="xs" wrap="nowrap">
        {low && (
          <Badge color="red" variant="light">
            Low
          </Badge>
        )}
        {amount === null ? <Text size="sm">Unknown</Text> : <Money amount={amount} fw={600} />}
      </Group>
      {readAt !== null && (
        <Text size="xs" c="dimmed" component="div">
          Updated <When at={readAt} />
        </Text>
      )}
      {fault !== null && (
        <Text size="xs" c="dimmed" ta="end">
          {fault}
        </Text>
      )}
    </Stack>
  );
}

function hoursText(hours: number | null): string {
  if (hours === null) return 'No sales';
  if (hours >= 2_400) return 'Over 100 days';
  if (hours >= 48) return `${Math.floor(hours / 24)} days`;
  return hours < 1 / 60 ? 'Under 1 min' : formatDuration(Math.floor(hours * 60) * 60_000);
}
