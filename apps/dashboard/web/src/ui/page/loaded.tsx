import { Skeleton, Stack } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from './error-state';

type Props<Thing> = {
  query: UseQueryResult<Thing>;
  /** The height of the skeleton, or the whole skeleton. */
  height?: number;
  skeleton?: ReactNode;
  children(thing: Thing): ReactNode;
};

/** Shows the data, a skeleton until it is there, or the error. Data stays visible when reading it again fails. */
export function Loaded<Thing>({ query: { data, error, refetch }, height = 240, skeleton, children }: Props<Thing>) {
  if (data === undefined && error === null) {
    if (skeleton !== undefined) return <div aria-busy="true">{skeleton}</div>;
    return <Skeleton height={height} radius="md" aria-label="Loading" role="status" aria-busy="true" />;
  }
  return (
    <Stack gap="md">
      {error !== null && <ErrorState error={error} onRetry={refetch} />}
      {data !== undefined && children(data)}
    </Stack>
  );
}
