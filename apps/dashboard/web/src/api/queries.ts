import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Me, Page, Wallet, WebhookState } from '@topup/dashboard-contract';
import { learnProviders } from '../ui/text/names';
import { getJson, type Query, RequestFault } from './request';
import { isLive } from './watch';

/** How often changing data is read again, in milliseconds. Hidden pages do not read. */
export const POLL_MS = 8000;
/** The same where a stream tells of the changes that matter. */
const LIVE_POLL_MS = 120_000;

/** How often what a stream tells of is read without being told. */
export const unlessLive = (): number | false => (isLive() ? false : POLL_MS);

export const meQuery = queryOptions({
  queryKey: ['/api/me'],
  async queryFn({ signal }) {
    const me = await getJson<Me>('/api/me', {}, signal);
    learnProviders(me.providers);
    return me;
  },
  staleTime: 60_000,
});

type Reading = { query?: Query; poll?: boolean };

/** One object at a path, such as /api/keys. `poll`: reads it again every POLL_MS. */
export const thingQuery = <Thing>(path: string, { query = {}, poll = false }: Reading = {}) =>
  queryOptions({
    queryKey: [path, query],
    queryFn: ({ signal }) => getJson<Thing>(path, query, signal),
    refetchInterval: poll ? POLL_MS : false,
  });

/** The same for a query that people change: what they read stays until the answer to the new one is there. */
export const keptQuery = <Thing>(path: string, reading: Reading) => ({
  ...thingQuery<Thing>(path, reading),
  placeholderData: keepPreviousData,
});

export const walletQuery = queryOptions({
  ...thingQuery<Wallet>('/api/wallet'),
  refetchInterval: () => (isLive() ? LIVE_POLL_MS : POLL_MS),
});

export const webhookStateQuery = (pollMs: number) =>
  queryOptions({ ...thingQuery<WebhookState>('/api/webhook/state'), refetchInterval: pollMs });

/**
 * A list that is read page by page ("Load more"). `poll` reads again only while just the first page is shown: each
 * further page costs a request, and its rows would move while the user reads.
 */
export const listQuery = <Row>(path: string, { query = {}, poll = false }: Reading = {}) =>
  infiniteQueryOptions({
    queryKey: [path, query],
    queryFn: ({ signal, pageParam }) => getJson<Page<Row>>(path, { ...query, cursor: pageParam ?? undefined }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (poll && (state.data?.pages.length ?? 1) === 1 ? POLL_MS : false),
  });

/** Retries only a request that got no answer or a 5xx: a refusal would be the same again. */
export const worthAnotherTry = (failures: number, error: unknown): boolean => mayHelp(error) && failures < 2;

/** Whether the same request may succeed later. */
export const mayHelp = (error: unknown): boolean =>
  !(error instanceof RequestFault) || error.status < 400 || error.status >= 500;
