import type { WebhookEvent } from '../generated/prisma/client';
import { type Db, type Sql, sql } from '../shared/db';
import { UUID_PATTERN } from '../shared/ids';
import { eventColumns, hadNoUrl, NO_URL, type StoredEvent } from '../webhook/event.store';
import { eventKindsOf, eventNumber, numberAt } from '../webhook/event-feed.store';

export const deliveryStates = ['queued', 'sending', 'delivered', 'undelivered', 'no_url'] as const;
/** As it is shown. `no_url`: stored as undelivered, but the test account had no URL, so nothing failed. */
export type DeliveryState = (typeof deliveryStates)[number];

/** A stored event, in the state in which it is shown. */
export const asShown = <Event extends Pick<WebhookEvent, 'state' | 'error'>>(event: Event) => {
  return { ...event, state: event.error === NO_URL ? 'no_url' : (event.state as DeliveryState) };
};

/**
 * A delivery as its account may see it: the event and its outcome. `url`: null while it is queued. `sentTimestamp`: the
 * timestamp in its body. `resentFrom`: the delivery that this resend is a copy of.
 */
export type StoredDelivery = StoredEvent &
  Pick<WebhookEvent, 'url' | 'httpStatus' | 'durationMs' | 'error' | 'response' | 'resentFrom'> &
  Pick<WebhookEvent, 'createdAt' | 'claimedAt' | 'sentAt' | 'sentTimestamp'> & { state: DeliveryState };

/** Undefined means no filter. `reference`: exactly that in the event. Written at `from` or later, and before `to`. */
export type DeliveryFilter = {
  state?: DeliveryState | undefined;
  event?: string | undefined;
  reference?: string | undefined;
  http?: HttpClass | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
};

/** The HTTP statuses that begin with a digit; `none`: the delivery failed without a response. */
export const httpClasses = ['2xx', '3xx', '4xx', '5xx', 'none'] as const;
export type HttpClass = (typeof httpClasses)[number];

const TEST_REFERENCE = new RegExp(`^test-(${UUID_PATTERN})$`);
const MAX_SEQ = 2n ** 63n - 1n;
/** A page that is filtered by HTTP status looks at so many deliveries, and then says where the next page begins. */
const MOST_READ = 1_000;
/** Far more than the numbers of events are out of the order of their times: by the length of a transaction. */
const MARGIN_MS = 60_000;

/**
 * At most `limit` deliveries of an account, newest first, older than the delivery `before`; null when it has no such
 * delivery. `next`: the id with which the next page begins; a page that has read enough ends early, even without a row.
 * It reads about `limit` rows, or MOST_READ, for each pair of event and state: at most 7 by 4.
 */
export async function listDeliveries(
  db: Db,
  accountId: string,
  filter: DeliveryFilter,
  { before, limit }: { before?: string | undefined; limit: number },
): Promise<Page | null> {
  const beforeSeq = before === undefined ? MAX_SEQ : await eventNumber(db, accountId, before);
  if (beforeSeq === null) return null;
  const { reference, http, state, from, to } = filter;
  if (reference !== undefined) {
    const found = await listDeliveriesOfReference(db, accountId, { ...filter, reference }, beforeSeq, limit + 1);
    return toPage(found, limit, null);
  }
  const [isTest, first, end] = await Promise.all([
    (state === 'no_url' || state === 'undelivered') && isTestAccount(db, accountId),
    from === undefined ? 0n : numberAt(db, new Date(from.getTime() - MARGIN_MS)),
    to === undefined ? MAX_SEQ : numberAt(db, new Date(to.getTime() + MARGIN_MS)),
  ]);
  if (state === 'no_url' && !isTest) return { rows: [], next: null };
  const read = http === undefined && !isTest ? limit + 1 : MOST_READ;
  // ORDER BY names all columns of the index, and BETWEEN (unlike =) keeps account_id in it: otherwise the planner may
  // walk the index of all accounts' events, which has the same order without account_id
  const rows = await db.$queryRaw<(StoredDelivery & { isEnd: boolean })[]>(sql`
    WITH RECURSIVE kind AS (${eventKindsOf(accountId)}),
    seen AS MATERIALIZED (
      SELECT one.* FROM kind k CROSS JOIN LATERAL (
        SELECT n.seq, ${hasAnswer(sql`n`, http)} AND ${isShownAs(sql`n`, state)} AS fits FROM webhook_event n
         WHERE n.account_id BETWEEN ${accountId}::uuid AND ${accountId}::uuid
           AND n.event = k.event AND n.state = k.state AND n.seq >= ${first} AND n.seq < ${end} AND n.seq < ${beforeSeq}
           AND ${isWithin(sql`n`, filter)}
         ORDER BY n.account_id DESC, n.event DESC, n.state DESC, n.seq DESC LIMIT ${read}) one
       WHERE ${isOfKind(sql`k`, filter)} ${http === undefined ? sql`` : sql`AND k.state = ${stateOf(http)}`}
       ORDER BY one.seq DESC LIMIT ${read}),
    page AS (SELECT seq, false AS is_end FROM seen WHERE fits ORDER BY seq DESC LIMIT ${limit + 1}),
    found AS (
      SELECT * FROM page
       UNION ALL
      SELECT min(seq), true FROM seen WHERE (SELECT count(*) FROM page) <= ${limit} HAVING count(*) = ${read})
    SELECT ${COLUMNS}, found.is_end AS "isEnd"
      FROM found JOIN webhook_event c ON c.seq = found.seq LEFT JOIN purchase p ON p.id = c.purchase_id
     ORDER BY found.is_end, c.seq DESC`);
  const found = rows.filter(({ isEnd }) => !isEnd).map(({ isEnd, ...row }) => row);
  return toPage(found, limit, rows.find(({ isEnd }) => isEnd)?.id ?? null);
}

async function isTestAccount(db: Db, id: string): Promise<boolean> {
  return (await db.account.count({ where: { id, mode: 'test' } })) > 0;
}

type Page = { rows: StoredDelivery[]; next: string | null };

/** `rows`: one more than `limit` when there are more. `end`: the last delivery that was looked at, when it gave up. */
function toPage(rows: StoredDelivery[], limit: number, end: string | null): Page {
  const page = rows.slice(0, limit).map(asShown);
  return { rows: page, next: rows.length > limit ? (page.at(-1)?.id ?? null) : end };
}

const stateOf = (http: HttpClass) => (http === '2xx' ? 'delivered' : 'undelivered');

/** The delivery `e` that has ended has an HTTP status of this class. */
function hasAnswer(e: Sql, http: HttpClass | undefined): Sql {
  if (http === undefined) return sql`true`;
  if (http === 'none') return sql`(${e}.http_status IS NULL AND ${isShownAs(e, 'undelivered')})`;
  return sql`coalesce(${e}.http_status / 100 = ${Number(http[0])}::integer, false)`;
}

/** Of an event `e` that is stored in the state of this one (`isOfKind`), or of any without one. */
function isShownAs(e: Sql, state: DeliveryState | undefined): Sql {
  if (state === 'no_url') return hadNoUrl(e);
  return state === 'undelivered' ? sql`(${e}.state = 'undelivered' AND NOT ${hadNoUrl(e)})` : sql`true`;
}

const isWithin = (e: Sql, { from, to }: DeliveryFilter): Sql => sql`
  ${e}.created_at >= coalesce(${from ?? null}::timestamptz, '-infinity')
  AND ${e}.created_at < coalesce(${to ?? null}::timestamptz, 'infinity')`;

const isOfKind = (e: Sql, { state, event }: DeliveryFilter): Sql => sql`
  (${storedAs(state)}::text IS NULL OR ${e}.state = ${storedAs(state)})
  AND (${event ?? null}::text IS NULL OR ${e}.event = ${event ?? null})`;

const storedAs = (state: DeliveryState | undefined): string | null =>
  state === 'no_url' ? 'undelivered' : (state ?? null);

/** Null when the account has no such delivery. */
export async function findDelivery(db: Db, accountId: string, id: string): Promise<StoredDelivery | null> {
  const [row] = await db.$queryRaw<StoredDelivery[]>(sql`
    SELECT ${COLUMNS} FROM webhook_event c LEFT JOIN purchase p ON p.id = c.purchase_id
     WHERE c.id = ${id}::uuid AND c.account_id = ${accountId}::uuid`);
  return row === undefined ? null : asShown(row);
}

/** Those of one purchase or one test event: few, unless a client queries the status of one purchase very often. */
function listDeliveriesOfReference(
  db: Db,
  accountId: string,
  { reference, ...filter }: DeliveryFilter & { reference: string },
  beforeSeq: bigint,
  limit: number,
): Promise<StoredDelivery[]> {
  const testId = TEST_REFERENCE.exec(reference)?.[1] ?? null;
  return db.$queryRaw<StoredDelivery[]>(sql`
    WITH found AS (
      SELECT e.seq FROM purchase p JOIN webhook_event e ON e.purchase_id = p.id WHERE p.request_ref = ${reference}
       UNION
      SELECT e.seq FROM webhook_event e WHERE e.id = ${testId}::uuid AND e.purchase_id IS NULL
       UNION
      SELECT e.seq FROM webhook_event e WHERE e.resent_from = ${testId}::uuid AND e.purchase_id IS NULL)
    SELECT ${COLUMNS} FROM found JOIN webhook_event c ON c.seq = found.seq LEFT JOIN purchase p ON p.id = c.purchase_id
     WHERE c.account_id = ${accountId}::uuid AND c.seq < ${beforeSeq}
       AND ${isOfKind(sql`c`, filter)} AND ${isShownAs(sql`c`, filter.state)} AND ${hasAnswer(sql`c`, filter.http)} AND ${isWithin(sql`c`, filter)}
     ORDER BY c.seq DESC LIMIT ${limit}`);
}

const COLUMNS = sql`
  ${eventColumns}, c.event, c.state, c.url, c.http_status AS "httpStatus", c.duration_ms AS "durationMs", c.error,
  c.response, c.created_at AS "createdAt", c.claimed_at AS "claimedAt", c.sent_at AS "sentAt",
  c.sent_timestamp AS "sentTimestamp", c.resent_from AS "resentFrom"`;
