import { Skeleton, Stack } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { mayHelp } from '../api/queries';
import { ErrorState } from '../components/error-state';

type Props<Thing> = { of: UseQueryResult<Thing>; skeleton?: ReactNode; children(thing: Thing): ReactNode };

/** What a query has brought, or where it stands. What was read before stays when reading it again fails. */
export function Loaded<Thing>({ of: { data, error, refetch }, skeleton = <Skeletons />, children }: Props<Thing>) {
  if (data === undefined) return error === null ? <div aria-busy="true">{skeleton}</div> : <Failure error={error} onRetry={refetch} />;
  return (
    <Stack>
      {error !== null && <Failure error={error} onRetry={refetch} />}
      {children(data)}
    </Stack>
  );
}

/** Offers another try where one may help. */
export function Failure({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  return <ErrorState error={error} {...(mayHelp(error) && { onRetry })} />;
}

function Skeletons() {
  return (
    <Stack>
      <Skeleton height={96} />
      <Skeleton height={240} />
    </Stack>
  );
}
