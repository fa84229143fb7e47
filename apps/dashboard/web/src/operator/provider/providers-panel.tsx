import { Badge, Group, Stack, Text } from '@mantine/core';
import type { ProviderRow } from '@topup/dashboard-contract';
import { PRODUCTS } from '../../account/transactions/transaction-filters';
import { Panel } from '../../ui/page/panel';
import { type Column, DataTable } from '../../ui/table/data-table';
import { Money } from '../../ui/text/money';
import { StatusBadge } from '../../ui/text/status-badge';
import { When } from '../../ui/text/when';

/** All providers in the order of preference, with what is left of our money there. */
export function ProvidersPanel({ providers }: { providers: ProviderRow[] }) {
  const rows = providers.map((provider, place) => ({ ...provider, place: place + 1 }));
  return (
    <Panel title="Providers and floats" flush>
      <DataTable
        caption="The providers, in the order of preference"
        columns={columns}
        rows={rows}
        idOf={({ name }) => name}
      />
    </Panel>
  );
}

type Row = ProviderRow & { place: number };

const columns: Column<Row>[] = [
  { header: 'Provider', cell: ({ place, name }) => `${place}. ${name}`, names: true },
  { header: 'Sells', cell: ({ sells }) => sells.map((product) => PRODUCTS[product]).join(', ') },
  { header: 'Orders', cell: ({ closed }) => <StatusBadge status={closed ? 'stopped' : 'active'} /> },
  { header: 'Float', cell: ({ float }) => <Float float={float} />, end: true },
  {
    header: 'Alert below',
    cell: ({ float: { mark } }) => (mark === null ? '–' : <Money amount={mark} />),
    end: true,
    wideOnly: true,
  },
  { header: 'Sales cost in an hour', cell: ({ burnPerHour }) => <Money amount={burnPerHour} />, end: true },
  { header: 'Lasts', cell: ({ hoursLeft }) => hoursText(hoursLeft), end: true },
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
        {amount === null ? <Text size="sm">unknown</Text> : <Money amount={amount} fw={600} />}
      </Group>
      {readAt !== null && (
        <Text size="xs" c="dimmed" component="div">
          read <When at={readAt} />
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
  if (hours === null) return 'nothing was sold';
  if (hours >= 2_400) return 'over 100 days';
  return hours >= 48 ? `${Math.floor(hours / 24)} days` : `${hours.toFixed(1)} hours`;
}
