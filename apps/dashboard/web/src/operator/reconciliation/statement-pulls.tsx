import { IconFileImport } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { StatementPull } from '@topup/dashboard-contract';
import { listQuery } from '../../api/queries';
import { formatClock } from '../../format/time';
import { EmptyState } from '../../ui/page/empty-state';
import { Panel } from '../../ui/page/panel';
import type { Column } from '../../ui/table/data-table';
import { ExportCsv } from '../../ui/table/export-csv';
import { PagedTable } from '../../ui/table/paged-table';
import { providerName } from '../../ui/text/names';
import { When } from '../../ui/text/when';
import type { Span } from './reconciliation-page';
import { WithdrawImport } from './withdraw-import';

/** What was read of statements, and what could not be read. */
export function StatementPulls({ span }: { span: Span }) {
  const path = '/api/operator/reconciliation/pulls';
  const list = useInfiniteQuery(listQuery<StatementPull>(path, { query: span, poll: true }));
  const all = span.from === undefined && span.to === undefined;
  return (
    <Panel
      title="Statements read, newest first"
      flush
      actions={<ExportCsv path={`${path}.csv`} filters={span} size="xs" />}
    >
      <PagedTable
        caption="Statements read"
        columns={columns}
        idOf={({ id }) => id}
        list={list}
        empty={
          <EmptyState
            title={all ? 'No statements read yet' : 'No statements read in this period'}
            icon={IconFileImport}
          />
        }
      />
    </Panel>
  );
}

const columns: Column<StatementPull>[] = [
  { header: 'Provider', cell: ({ provider }) => providerName(provider), names: true },
  { header: 'Source', phone: 'plain', cell: ({ source }) => (source === 'api' ? 'API' : 'File') },
  { header: 'From', cell: ({ since }) => formatClock(since) },
  { header: 'To', cell: ({ until }) => formatClock(until) },
  { header: 'Rows', cell: ({ rows }) => rows, end: true },
  { header: 'New', cell: ({ added }) => added, end: true },
  { header: 'Error', cell: ({ fault }) => fault ?? '–' },
  { header: 'Read', cell: ({ at }) => <When at={at} /> },
  { header: 'Action', cell: (pull) => <WithdrawImport of={pull} />, end: true },
];
