import { ScrollArea } from '@mantine/core';
import type { SalesFigures, SalesSeries, ServiceSales } from '@topup/dashboard-contract';
import type { ReactNode } from 'react';
import { LATENCY_COLUMNS, pointColumns, pointRows, SUCCESS_COLUMN } from '../../account/overview/performance-parts';
import { formatCount } from '../../format/numbers';
import { Panel } from '../../ui/page/panel';
import { type Column, DataTable } from '../../ui/table/data-table';
import { TextLink } from '../../ui/text/links';
import { Money } from '../../ui/text/money';
import { GROUPS, groupName } from './sales-measures';

/** Columns of figures that lead nowhere. */
const MARGIN_COLUMNS: Column<SalesFigures>[] = [
  { header: 'Margin', cell: ({ margin }) => <Money amount={margin} gain />, end: true },
  { header: 'Unknown cost', cell: ({ unknownCost }) => formatCount(unknownCost), end: true },
];

/** The values of the plots, newest first, of one group or of all. */
export function PointsTable({ sales, series }: { sales: ServiceSales; series: SalesSeries & { name: string } }) {
  const rows = pointRows(sales.points, series);
  const columns: Column<SalesFigures & { at: string }>[] = [...pointColumns(sales.range), ...MARGIN_COLUMNS];
  const title = `${series.name}, newest first`;
  return (
    <Panel title={title} flush>
      <ScrollArea.Autosize mah={480} type="auto">
        <DataTable caption={title} columns={columns} rows={rows} idOf={({ at }) => at} />
      </ScrollArea.Autosize>
    </Panel>
  );
}

/** `key` null: all groups together. */
type Row = SalesFigures & { key: string | null };

/** The figures of the range by group. Those that count purchases lead to the list of exactly these. */
export function GroupsTable({ sales }: { sales: ServiceSales }) {
  const { by, from, to, groups, all } = sales;
  const rows: Row[] = [...groups, { ...all, key: null }];
  const only = ({ key }: Row) => ({ from, to, ...(key !== null && { [by]: key }) });
  const failed = (row: Row) =>
    by === 'provider' && row.key !== null ? { from, to, failedAt: row.key } : { ...only(row), status: 'unsuccessful' };
  const columns: Column<Row>[] = [
    { header: GROUPS[by], cell: ({ key }) => (key === null ? 'All' : groupName(by, key)), names: true },
    {
      header: 'Purchases',
      cell: (row) => <Counted search={only(row)}>{formatCount(row.purchases)}</Counted>,
      end: true,
    },
    {
      header: 'Volume',
      phone: 'end',
      cell: (row) => (
        <Counted search={{ ...only(row), status: 'success' }}>
          <Money amount={row.volume} />
        </Counted>
      ),
      end: true,
    },
    SUCCESS_COLUMN,
    { header: 'Failed', cell: (row) => <Counted search={failed(row)}>{formatCount(row.failed)}</Counted>, end: true },
    ...LATENCY_COLUMNS,
    ...MARGIN_COLUMNS,
  ];
  const title = `By ${by}, largest volume first`;
  return (
    <Panel title={title} flush>
      <DataTable caption={title} columns={columns} rows={rows} idOf={({ key }) => key ?? 'all'} />
    </Panel>
  );
}

/** Leads to the purchases that a figure counts. */
const Counted = ({ search, children }: { search: Record<string, string>; children: ReactNode }) => (
  <TextLink to="/operator/purchases" search={search}>
    {children}
  </TextLink>
);
