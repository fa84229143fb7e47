import type { ServiceRow } from '@topup/dashboard-contract';
import { Panel } from '../../ui/page/page';
import { type Column, DataTable } from '../../ui/table/data-table';
import { soldName } from '../../ui/text/names';
import { StatusBadge, When } from '../../ui/text/values';

/** Lists services that the account buys and that are not as usual. Shows nothing while all is well. */
export function ServiceNotices({ services }: { services: ServiceRow[] }) {
  if (services.length === 0) return null;
  return (
    <Panel title="Service status" flush>
      <DataTable
        caption="Services you bought in the last 30 days that are affected"
        columns={columns}
        rows={services}
        idOf={({ productType, service }) => `${productType} ${service}`}
      />
    </Panel>
  );
}

const columns: Column<ServiceRow>[] = [
  { header: 'Service', cell: soldName, names: true },
  { header: 'Status', phone: 'end', cell: ({ state }) => <StatusBadge status={state} /> },
  { header: 'Since', cell: ({ state, since }) => (state === 'available' ? '–' : <When at={since} />) },
  { header: 'Message', phone: 'plain', cell: ({ message }) => message ?? '–' },
];
