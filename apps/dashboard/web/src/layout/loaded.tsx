import { Skeleton, Stack } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from '../components/error-state';

type Props<Thing> = { of: UseQueryResult<Thing>; skeleton?: ReactNode; children(thing: Thing): ReactNode };

/** What a query has brought, or where it stands. What was read before stays when reading it again fails. */
export function Loaded<Thing>({ of: { data, error, refetch }, skeleton = <Skeletons />, children }: Props<Thing>) {
  if (data === undefined) return error === null ? <div aria-busy="true">{skeleton}</div> : <ErrorState error={error} onRetry={refetch} />;
  return (
    <Stack>
      {error !== null && <ErrorState error={error} onRetry={refetch} />}
      {children(data)}
    </Stack>
  );
}

function Skeletons() {
  return (
    <Stack>
      <Skeleton height={96} />
      <Skeleton height={240} />
    </Stack>
  );
}
