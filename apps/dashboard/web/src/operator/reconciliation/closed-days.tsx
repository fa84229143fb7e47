import { IconSignature } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { DaySums } from '@topup/dashboard-contract';
import { listQuery } from '../../api/queries';
import { EmptyState } from '../../ui/page/empty-state';
import { Panel } from '../../ui/page/panel';
import type { Column } from '../../ui/table/data-table';
import { ExportCsv } from '../../ui/table/export-csv';
import { PagedTable } from '../../ui/table/paged-table';
import { Money } from '../../ui/text/money';
import { providerName } from '../../ui/text/names';
import { When } from '../../ui/text/when';
import type { Span } from './reconciliation-page';

/** The days that persons have signed, as they signed them. */
export function ClosedDays({ span }: { span: Span }) {
  const path = '/api/operator/reconciliation/days';
  const list = useInfiniteQuery(listQuery<DaySums>(path, { query: span, poll: true }));
  const all = span.from === undefined && span.to === undefined;
  return (
    <Panel
      title="Closed days, newest first"
      flush
      actions={<ExportCsv path={`${path}.csv`} filters={span} size="xs" />}
    >
      <PagedTable
        caption="Closed days"
        columns={columns}
        idOf={({ provider, day }) => `${provider} ${day}`}
        list={list}
        empty={<EmptyState title={all ? 'No closed days yet' : 'No days closed in this period'} icon={IconSignature} />}
      />
    </Panel>
  );
}

const columns: Column<DaySums>[] = [
  { header: 'Day', cell: ({ day }) => day, names: true },
  { header: 'Provider', phone: 'plain', cell: ({ provider }) => providerName(provider) },
  { header: 'Provider balance', cell: ({ closing }) => <Money amount={closing} />, end: true },
  { header: 'Our cost', cell: ({ cost }) => <Money amount={cost} />, end: true },
  { header: 'Our float', cell: ({ floatClosing }) => <Money amount={floatClosing} />, end: true },
  { header: 'Carried over', cell: ({ carried }) => <Money amount={carried} />, end: true },
  { header: 'Signed by', cell: ({ closedBy }) => closedBy },
  { header: 'Signed', cell: ({ closedAt }) => <When at={closedAt} /> },
];
