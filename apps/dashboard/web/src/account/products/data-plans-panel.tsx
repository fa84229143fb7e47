import { Button, Center, Code, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { Products } from '@topup/dashboard-contract';
import { useState } from 'react';
import { counted } from '../../format/numbers';
import { EmptyState } from '../../ui/page/empty-state';
import { Panel } from '../../ui/page/panel';
import { type Column, DataTable } from '../../ui/table/data-table';
import { Money } from '../../ui/text/money';
import { serviceName } from '../../ui/text/names';
import { StatusBadge } from '../../ui/text/status-badge';

type Plan = Products['data'][number];

/** On a phone, each plan is a card. */
const AT_FIRST = 50;

const COLUMNS: Column<Plan>[] = [
  { header: 'Plan', names: true, cell: ({ name }) => name },
  { header: 'Network', phone: 'plain', cell: ({ network }) => serviceName(network) },
  { header: 'Validity', phone: 'plain', cell: ({ validity }) => validity },
  { header: 'Plan ID', phone: 'plain', cell: ({ planId }) => (planId === null ? '–' : <Code>{planId}</Code>) },
  { header: 'Price', phone: 'end', end: true, cell: ({ price }) => <Money amount={price} /> },
  {
    header: 'Status',
    phone: 'plain',
    cell: ({ forSale }) => <StatusBadge status={forSale ? 'for_sale' : 'withdrawn'} />,
  },
];

/**
 * There are a few hundred plans at most, so they are filtered here and not by the server. `searched`: what they are
 * searched for at first.
 */
export function DataPlansPanel({ plans, searched }: { plans: Plan[]; searched: string }) {
  const [network, setNetwork] = useState('');
  const [search, setSearch] = useState(searched);
  const [all, setAll] = useState(false);
  const networks = [...new Set(plans.map((plan) => plan.network))];
  const shown = plans.filter((plan) => (network === '' || plan.network === network) && holdsAll(plan, search));
  return (
    <Panel title="Data plans" flush>
      <Group component="search" align="flex-end" gap="sm" px="md" pb="md">
        <TextInput
          type="search"
          label="Search"
          placeholder="Name, validity or plan ID"
          leftSection={<IconSearch size={16} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          flex="1 1 14rem"
        />
        <NativeSelect
          label="Network"
          value={network}
          onChange={(event) => setNetwork(event.currentTarget.value)}
          data={[{ value: '', label: 'All' }, ...networks.map((value) => ({ value, label: serviceName(value) }))]}
        />
        <Text size="sm" c="dimmed" role="status" pb={8}>
          {counted(shown.length, 'plan')}
        </Text>
      </Group>
      {shown.length > 0 ? (
        <DataTable
          caption="Data plans and prices"
          columns={COLUMNS}
          rows={all ? shown : shown.slice(0, AT_FIRST)}
          idOf={(plan) => plan.planId ?? `${plan.network} ${plan.name} ${plan.validity}`}
        />
      ) : (
        <EmptyState title={plans.length === 0 ? 'Not available right now' : 'No matching plans'} />
      )}
      {shown.length > AT_FIRST && !all && (
        <Center p="sm">
          <Button variant="default" size="xs" onClick={() => setAll(true)}>
            Show all {counted(shown.length, 'plan')}
          </Button>
        </Center>
      )}
    </Panel>
  );
}

function holdsAll({ name, network, validity, planId }: Plan, search: string): boolean {
  const text = `${name} ${network} ${validity} ${planId ?? ''}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
