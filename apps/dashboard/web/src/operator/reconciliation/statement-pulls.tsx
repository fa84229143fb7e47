import { IconFileImport } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { StatementPull } from '@topup/dashboard-contract';
import { thingQuery } from '../../api/queries';
import { formatClock } from '../../format/time';
import { EmptyState } from '../../ui/page/empty-state';
import { Loaded } from '../../ui/page/loaded';
import { Panel } from '../../ui/page/panel';
import { type Column, DataTable } from '../../ui/table/data-table';
import { providerName } from '../../ui/text/provider-name';
import { When } from '../../ui/text/when';

/** What was read of statements, and what could not be read. */
export function StatementPulls() {
  const pulls = useQuery(thingQuery<StatementPull[]>('/api/operator/reconciliation/pulls', { poll: true }));
  return (
    <Panel title="Statements read, newest first" flush>
      <Loaded query={pulls}>
        {(known) =>
          known.length === 0 ? (
            <EmptyState title="No statements read yet" icon={IconFileImport} />
          ) : (
            <DataTable
              caption="Statements read"
              columns={columns}
              rows={known}
              idOf={({ provider, at }) => `${provider} ${at}`}
            />
          )
        }
      </Loaded>
    </Panel>
  );
}

const columns: Column<StatementPull>[] = [
  { header: 'Provider', cell: ({ provider }) => providerName(provider), names: true },
  { header: 'Source', cell: ({ source }) => (source === 'api' ? 'API' : 'File') },
  { header: 'From', cell: ({ since }) => formatClock(since) },
  { header: 'To', cell: ({ until }) => formatClock(until) },
  { header: 'Rows', cell: ({ rows }) => rows, end: true },
  { header: 'New', cell: ({ added }) => added, end: true },
  { header: 'Error', cell: ({ fault }) => fault ?? '–' },
  { header: 'Read', cell: ({ at }) => <When at={at} /> },
];
