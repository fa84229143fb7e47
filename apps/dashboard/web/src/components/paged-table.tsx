import { Box, Button, Center, Text } from '@mantine/core';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Page } from '../../../src/contract';
import { counted } from '../format/numbers';
import { type Column, DataTable, TableSkeleton } from './data-table';
import { ErrorState } from './error-state';

type Props<Row> = {
  caption: string;
  columns: Column<Row>[];
  idOf(row: Row): string | number;
  /** Of `useInfiniteQuery(listQuery(…))`. */
  list: UseInfiniteQueryResult<InfiniteData<Page<Row>>>;
  /** Stands there when there is no row at all. */
  empty: ReactNode;
};

/** A list of the server's that is read page by page, in all its states. */
export function PagedTable<Row>({ list, empty, ...table }: Props<Row>) {
  if (list.data === undefined) return list.isError ? <Failed list={list} /> : <TableSkeleton />;
  const rows = list.data.pages.flatMap((page) => page.rows);
  return (
    <>
      {list.isError && <Failed list={list} />}
      {rows.length === 0 ? empty : <DataTable rows={rows} {...table} />}
      {rows.length > 0 && <More list={list} rows={rows.length} />}
    </>
  );
}

function Failed<Row>({ list }: { list: Props<Row>['list'] }) {
  return (
    <Box p="md">
      <ErrorState error={list.error} onRetry={list.refetch} />
    </Box>
  );
}

function More<Row>({ list: { hasNextPage, isFetchingNextPage, fetchNextPage }, rows }: { list: Props<Row>['list']; rows: number }) {
  return (
    <Center p="sm">
      {hasNextPage ? (
        <Button variant="default" size="xs" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Load more
        </Button>
      ) : (
        <Text size="xs" c="dimmed" role="status">
          {counted(rows, 'row')}, no more
        </Text>
      )}
    </Center>
  );
}
