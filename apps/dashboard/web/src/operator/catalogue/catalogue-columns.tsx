import type { CatalogueRow } from '@topup/dashboard-contract';
import type { Column } from '../../ui/table/data-table';
import { Money } from '../../ui/text/money';
import { Small } from '../../ui/text/small';
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
        <Small>{planId ?? 'No plan ID yet'}</Small>
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
          <Small whole>
            Stale, confirmed <When at={costSeenAt} />
          </Small>
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
        <Small whole>{PRICED[priced]}</Small>
      </>
    ),
    end: true,
  },
  { header: '', cell: (row) => row.state !== 'gone' && <PlanActions row={row} tier={tier} />, end: true },
];
