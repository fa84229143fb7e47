import { Text } from '@mantine/core';
import type { CatalogueRow } from '@topup/dashboard-contract';
import type { Column } from '../../ui/table/data-table';
import { Money } from '../../ui/text/money';
import { StatusBadge } from '../../ui/text/status-badge';
import { When } from '../../ui/text/when';
import { PlanActions } from './plan-actions';

const PRICED: Record<CatalogueRow['priced'], string> = {
  tier: 'Tier markup',
  exact: 'Exact price',
  markup: 'Own markup',
};

export const catalogueColumns = (tier: string): Column<CatalogueRow>[] => [
  {
    header: 'Plan',
    cell: ({ name, planId }) => (
      <>
        {name}
        <Text span size="xs" c="dimmed" display="block">
          {planId ?? 'No plan ID yet'}
        </Text>
      </>
    ),
    names: true,
  },
  {
    header: 'Validity',
    phone: 'none',
    cell: ({ validity }) => <span style={{ whiteSpace: 'nowrap' }}>{validity}</span>,
  },
  { header: 'Status', phone: 'plain', cell: ({ state }) => <StatusBadge status={state} /> },
  {
    header: 'Cost',
    cell: ({ cost, stale, costSeenAt }) => (
      <>
        <Money amount={cost} />
        {stale && (
          <Text span size="xs" c="dimmed" display="block" style={{ whiteSpace: 'nowrap' }}>
            Stale, confirmed <When at={costSeenAt} />
          </Text>
        )}
      </>
    ),
    end: true,
  },
  {
    header: 'Price',
    phone: 'end',
    cell: ({ price, priced }) => (
      <>
        <Money amount={price} fw={600} />
        <Text span size="xs" c="dimmed" display="block" style={{ whiteSpace: 'nowrap' }}>
          {PRICED[priced]}
        </Text>
      </>
    ),
    end: true,
  },
  { header: '', cell: (row) => row.state !== 'gone' && <PlanActions row={row} tier={tier} />, end: true },
];
