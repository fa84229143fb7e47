import { Box, Button, Center, Group, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { type UseInfiniteQueryResult, type UseQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { listQuery } from '../../api/queries';
import { type Query, withQuery } from '../../api/request';
import { counted } from '../../format/numbers';
import { ErrorState, Panel } from '../page/page';
import { DataTable, type TableOf, TableSkeleton } from './data-table';
import { type Filter, FilterBar, useQueryOf } from './filters';

export type { Column } from './data-table';

type Shared<Row> = Omit<TableOf<Row>, 'rows'> & { title: string; actions?: ReactNode };

type TableProps<Row> = Shared<Row> & {
  /** All rows, or the query that reads them. */
  rows: Row[] | UseQueryResult<Row[]>;
  /** Filters above the table. */
  filters?: ReactNode;
  /** Shown when there are no rows. */
  empty: ReactNode;
  /** Where all rows can be downloaded. */
  csv?: string | undefined;
  /** The filters of that. */
  query?: Query | undefined;
};

type FrameProps = Pick<TableProps<never>, 'title' | 'actions' | 'csv' | 'query'> & { children: ReactNode };

const Frame = ({ title, actions, csv, query, children }: FrameProps) => (
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
export function TablePanel<Row>({ title, actions, filters, csv, query, rows, ...table }: TableProps<Row>) {
  return (
    <Frame title={title} actions={actions} csv={csv} query={query}>
      {filters}
      {Array.isArray(rows) ? <States rows={rows} {...table} /> : <States rows={rows.data} query={rows} {...table} />}
    </Frame>
  );
}

type ListProps<Row> = Shared<Row> & {
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
export function ListPanel<Row>({
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
}: ListProps<Row>) {
  const { query: chosen, any } = useQueryOf(filters);
  const query = { ...chosen, ...fixed };
  const list = useInfiniteQuery(listQuery<Row>(path, { query, poll }));
  const rows = list.data?.pages.flatMap((page) => page.rows);
  const none = typeof empty === 'function' ? empty(any) : empty;
  return (
    <Frame title={title} actions={actions} csv={csv ? `${path}.csv` : undefined} query={query}>
      {(filters.length > 0 || otherFilters !== undefined) && (
        <FilterBar filters={filters} inset>
          {otherFilters}
        </FilterBar>
      )}
      <States rows={rows} query={list} empty={!list.hasNextPage && none} {...table} />
      {rows !== undefined && (rows.length > 0 || list.hasNextPage) && <More list={list} rows={rows.length} />}
    </Frame>
  );
}

type StatesProps<Row> = Omit<TableOf<Row>, 'rows'> & {
  /** Undefined until they were read. */
  rows: Row[] | undefined;
  query?: Pick<UseQueryResult, 'error' | 'isError' | 'refetch'>;
  empty: ReactNode;
};

/** A table in all its states. Its rows stay when reading them again fails. */
function States<Row>({ rows, query, empty, ...table }: StatesProps<Row>) {
  if (rows === undefined && !query?.isError) return <TableSkeleton />;
  return (
    <>
      {query?.isError && (
        <Box p="md">
          <ErrorState error={query.error} onRetry={query.refetch} />
        </Box>
      )}
      {rows?.length === 0 ? empty : rows && <DataTable rows={rows} {...table} />}
    </>
  );
}

type MoreProps = {
  list: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>;
  rows: number;
};

const More = ({ list: { hasNextPage, isFetchingNextPage, fetchNextPage }, rows }: MoreProps) => (
  <Center p="sm">
    {hasNextPage ? (
      <Button variant="default" size="xs" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {rows === 0 ? 'No matches yet. Search older' : 'Load more'}
      </Button>
    ) : (
      <Text size="xs" c="dimmed" role="status">
        {counted(rows, 'result')}
      </Text>
    )}
  </Center>
);

/** `size`: `xs` beside the heading of a panel. */
type ExportProps = { path: string; filters?: Query | undefined; size?: 'xs' | 'sm' };

/**
 * Downloads the whole filtered list as a file: CSV for programs, or a file in which a spreadsheet keeps phones, meters
 * and references as they are. Links, so that the browser streams them to disk.
 */
export function ExportCsv({ path, filters = {}, size = 'sm' }: ExportProps) {
  const link = { component: 'a', download: true, variant: 'default', size } as const;
  return (
    <Group gap="xs">
      <Button {...link} href={withQuery(path, filters)} leftSection={<IconDownload size={16} aria-hidden />}>
        Export CSV
      </Button>
      <Button {...link} href={withQuery(path, { ...filters, for: 'spreadsheet' })} title="Keeps numbers as they are">
        For spreadsheets
      </Button>
    </Group>
  );
}
