import { Group } from '@mantine/core';
import { type UseQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { listQuery } from '../../api/queries';
import type { Query } from '../../api/request';
import { Panel } from '../page/panel';
import { type Column, DataTable } from './data-table';
import { ExportCsv } from './export-csv';
import { type Filter, FilterBar, useQueryOf } from './filter-bar';
import { PagedTable, WholeTable } from './paged-table';

type Shared<Row> = {
  title: string;
  /** A sentence about the table, for screen readers. */
  caption: string;
  columns: Column<Row>[];
  idOf(row: Row): string | number;
  actions?: ReactNode;
  /** Filters above the table. */
  filters?: ReactNode;
};

type TableProps<Row> = Shared<Row> & {
  /** All rows, or the query that reads them. */
  rows: Row[] | UseQueryResult<Row[]>;
  /** Shown when there are no rows. */
  empty: ReactNode;
  /** Where all rows can be downloaded. */
  csv?: string | undefined;
  /** The filters of that. */
  query?: Query | undefined;
};

type FrameProps = Pick<TableProps<never>, 'title' | 'actions' | 'csv' | 'query'> & { children: ReactNode };

const Frame = ({ title, actions, csv, query = {}, children }: FrameProps) => (
  <Panel
    title={title}
    flush
    actions={
      <Group gap="xs">
        {actions}
        {csv !== undefined && <ExportCsv path={csv} filters={query} size="xs" />}
      </Group>
    }
  >
    {children}
  </Panel>
);

/** A panel with a table that is read as a whole. */
export function TablePanel<Row>({ title, actions, filters, csv, query, rows, empty, ...table }: TableProps<Row>) {
  return (
    <Frame title={title} actions={actions} csv={csv} query={query}>
      {filters}
      {!Array.isArray(rows) ? (
        <WholeTable query={rows} empty={empty} {...table} />
      ) : rows.length === 0 ? (
        empty
      ) : (
        <DataTable rows={rows} {...table} />
      )}
    </Frame>
  );
}

type ListProps<Row> = Omit<Shared<Row>, 'filters'> & {
  /** Where the list is read page by page; with `.csv` at its end, the file with all of it. */
  path: string;
  filters?: readonly Filter[];
  /** Filters of other kinds, beside those. */
  otherFilters?: ReactNode;
  /** More of the query, beside the filters of this panel. */
  query?: Query;
  /** Shown when there are no rows; `filtered`: a filter of the panel may have hidden them. */
  empty: ReactNode | ((filtered: boolean) => ReactNode);
  /** Whether there is a file, and whether the list is read again every few seconds. Both are so by default. */
  csv?: boolean;
  poll?: boolean;
};

/** A panel with a list: its filters, which are in the address of the page, its pages, and its file. */
export function ListPanel<Row>(props: ListProps<Row>) {
  const {
    title,
    actions,
    path,
    filters = [],
    otherFilters,
    query: fixed,
    empty,
    csv = true,
    poll = true,
    ...table
  } = props;
  const { query: chosen, any } = useQueryOf(filters);
  const query = { ...chosen, ...fixed };
  const list = useInfiniteQuery(listQuery<Row>(path, { query, poll }));
  return (
    <Frame title={title} actions={actions} csv={csv ? `${path}.csv` : undefined} query={query}>
      {(filters.length > 0 || otherFilters !== undefined) && (
        <FilterBar filters={filters} inset>
          {otherFilters}
        </FilterBar>
      )}
      <PagedTable list={list} empty={typeof empty === 'function' ? empty(any) : empty} {...table} />
    </Frame>
  );
}
