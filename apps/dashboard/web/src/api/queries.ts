import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Me, Overview, Page, Range, Wallet } from '@topup/dashboard-contract';
import { getJson, type Query, RequestFault } from './request';

/** How often what changes by itself is asked for again, in milliseconds. Pages that are not visible do not ask. */
export const POLL_MS = 8000;

export const meQuery = queryOptions({
  queryKey: ['/api/me'],
  queryFn: ({ signal }) => getJson<Me>('/api/me', {}, signal),
  staleTime: 60_000,
});

export const walletQuery = queryOptions({
  queryKey: ['/api/wallet'],
  queryFn: ({ signal }) => getJson<Wallet>('/api/wallet', {}, signal),
  refetchInterval: POLL_MS,
});

export const overviewQuery = (range: Range) =>
  queryOptions({
    queryKey: ['/api/overview', range],
    queryFn: ({ signal }) => getJson<Overview>('/api/overview', { range }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  });

/** One thing at a path, such as /api/keys. `poll`: asks again every POLL_MS. */
export const thingQuery = <Thing>(path: string, { query = {}, poll = false }: { query?: Query; poll?: boolean } = {}) =>
  queryOptions({
    queryKey: [path, query],
    queryFn: ({ signal }) => getJson<Thing>(path, query, signal),
    refetchInterval: poll ? POLL_MS : false,
  });

/**
 * A list that is read page by page ("Load more"). Asks again by itself only while nothing but the first page is shown: each page more is one request more,
 * and whoever has read on does not want rows to move below the eyes.
 */
export const listQuery = <Row>(path: string, { query = {}, poll = false }: { query?: Query; poll?: boolean } = {}) =>
  infiniteQueryOptions({
    queryKey: [path, query],
    queryFn: ({ signal, pageParam }) => getJson<Page<Row>>(path, { ...query, cursor: pageParam ?? undefined }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (poll && (state.data?.pages.length ?? 1) === 1 ? POLL_MS : false),
  });

/** What the server has refused it will refuse again; only what did not arrive, or broke, is worth a second try. */
export function worthAnotherTry(failures: number, error: unknown): boolean {
  return mayHelp(error) && failures < 2;
}

/** Whether the same request may fare better another time. */
export const mayHelp = (error: unknown): boolean =>
  !(error instanceof RequestFault) || error.status < 400 || error.status >= 500;
