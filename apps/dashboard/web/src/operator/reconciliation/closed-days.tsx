import { IconSignature } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { DaySums } from '@topup/dashboard-contract';
import { thingQuery } from '../../api/queries';
import { EmptyState } from '../../ui/page/empty-state';
import { Loaded } from '../../ui/page/loaded';
import { Panel } from '../../ui/page/panel';
import { type Column, DataTable } from '../../ui/table/data-table';
import { Money } from '../../ui/text/money';
import { providerName } from '../../ui/text/provider-name';
import { When } from '../../ui/text/when';

/** The days that persons have signed, as they signed them. */
export function ClosedDays() {
  const days = useQuery(thingQuery<DaySums[]>('/api/operator/reconciliation/days', { poll: true }));
  return (
    <Panel title="Closed days, newest first" flush>
      <Loaded query={days}>
        {(known) =>
          known.length === 0 ? (
            <EmptyState title="No closed days yet" icon={IconSignature} />
          ) : (
            <DataTable
              caption="Closed days"
              columns={columns}
              rows={known}
              idOf={({ provider, day }) => `${provider} ${day}`}
            />
          )
        }
      </Loaded>
    </Panel>
  );
}

const columns: Column<DaySums>[] = [
  { header: 'Day', cell: ({ day }) => day, names: true },
  { header: 'Provider', cell: ({ provider }) => providerName(provider) },
  { header: 'Provider balance', cell: ({ closing }) => <Money amount={closing} />, end: true },
  { header: 'Our cost', cell: ({ cost }) => <Money amount={cost} />, end: true },
  { header: 'Our float', cell: ({ floatClosing }) => <Money amount={floatClosing} />, end: true },
  { header: 'Carried over', cell: ({ carried }) => <Money amount={carried} />, end: true },
  { header: 'Signed by', cell: ({ closedBy }) => closedBy },
  { header: 'Signed', cell: ({ closedAt }) => <When at={closedAt} /> },
];
