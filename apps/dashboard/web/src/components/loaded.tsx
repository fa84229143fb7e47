import { Skeleton, Stack } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from './error-state';

/** What the server answered, or a skeleton until then, or why it did not. A fault of asking again stands above what is known. */
export function Loaded<Thing>({
  query,
  height = 240,
  children,
}: {
  query: UseQueryResult<Thing>;
  height?: number;
  children(thing: Thing): ReactNode;
}) {
  const { data, isError, error, refetch } = query;
  if (data === undefined && !isError) return <Skeleton height={height} radius="md" aria-label="Loading" role="status" aria-busy="true" />;
  return (
    <Stack gap="md">
      {isError && <ErrorState error={error} onRetry={refetch} />}
      {data !== undefined && children(data)}
    </Stack>
  );
}
