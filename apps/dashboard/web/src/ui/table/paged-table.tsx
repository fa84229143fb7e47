import { Box, Button, Center, Text } from '@mantine/core';
import type { InfiniteData, UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query';
import type { Page } from '@topup/dashboard-contract';
import type { ReactNode } from 'react';
import { counted } from '../../format/numbers';
import { ErrorState } from '../page/error-state';
import { type Column, DataTable, TableSkeleton } from './data-table';

type Shared<Row> = {
  caption: string;
  columns: Column<Row>[];
  idOf(row: Row): string | number;
  /** Shown when there are no rows. */
  empty: ReactNode;
};

type Props<Row> = Shared<Row> & {
  /** The result of `useInfiniteQuery(listQuery(…))`. */
  list: UseInfiniteQueryResult<InfiniteData<Page<Row>>>;
};

/** A list that is read page by page, in all its states. */
export function PagedTable<Row>({ list, empty, ...table }: Props<Row>) {
  if (list.data === undefined) return list.isError ? <Failed query={list} /> : <TableSkeleton />;
  const rows = list.data.pages.flatMap((page) => page.rows);
  return (
    <>
      {list.isError && <Failed query={list} />}
      {rows.length === 0 ? !list.hasNextPage && empty : <DataTable rows={rows} {...table} />}
      {(rows.length > 0 || list.hasNextPage) && <More list={list} rows={rows.length} />}
    </>
  );
}

/** A list that is read as a whole, in all its states. */
export function WholeTable<Row>({ query, empty, ...table }: Shared<Row> & { query: UseQueryResult<Row[]> }) {
  if (query.data === undefined) return query.isError ? <Failed query={query} /> : <TableSkeleton />;
  return (
    <>
      {query.isError && <Failed query={query} />}
      {query.data.length === 0 ? empty : <DataTable rows={query.data} {...table} />}
    </>
  );
}

function Failed({ query: { error, refetch } }: { query: { error: unknown; refetch: () => unknown } }) {
  return (
    <Box p="md">
      <ErrorState error={error} onRetry={refetch} />
    </Box>
  );
}

function More<Row>({
  list: { hasNextPage, isFetchingNextPage, fetchNextPage },
  rows,
}: {
  list: Props<Row>['list'];
  rows: number;
}) {
  return (
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
}
