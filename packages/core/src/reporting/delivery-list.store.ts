import { type Db, sql } from '../shared/db';
import { UUID_PATTERN } from '../shared/ids';
import { eventColumns, type StoredEvent } from '../webhook/event.store';
import { eventKindsOf, eventNumber } from '../webhook/event-feed.store';

export const deliveryStates = ['queued', 'sending', 'delivered', 'undelivered'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** A delivery as its account may see it: the event and its outcome. */
export type StoredDelivery = StoredEvent & {
  state: DeliveryState;
  /** The URL it was or is being sent to; null while it is queued. */
  url: string | null;
  httpStatus: number | null;
  durationMs: number | null;
  error: string | null;
  response: string | null;
  createdAt: Date;
  claimedAt: Date | null;
  /** When it was sent; null when it was not, or was sent before this column existed. */
  sentAt: Date | null;
  /** The timestamp in its body. Null when it was not sent, or by version 0.1.0: that of `sentAt`, in milliseconds. */
  sentTimestamp: string | null;
  /** The delivery that this resend is a copy of; null when it is no resend. */
  resentFrom: string | null;
};

/** Undefined means no filter. */
export type DeliveryFilter = {
  state?: DeliveryState | undefined;
  event?: string | undefined;
  /** The exact reference in the event. */
  reference?: string | undefined;
};

const TEST_REFERENCE = new RegExp(`^test-(${UUID_PATTERN})$`);
const MAX_SEQ = 2n ** 63n - 1n;

/**
 * At most `limit` deliveries of an account, newest first, older than the delivery `before`. Null when the account has
 * no delivery `before`.
 *
 * It reads at most `limit` rows for each pair of event and state that the account has, of which there are at most 7 by
 * 4. So the cost depends neither on the number of deliveries, nor on the depth of the page, nor on the filter.
 */
export async function listDeliveries(
  db: Db,
  accountId: string,
  { state, event, reference }: DeliveryFilter,
  { before, limit }: { before?: string | undefined; limit: number },
): Promise<StoredDelivery[] | null> {
  const beforeSeq = before === undefined ? MAX_SEQ : await eventNumber(db, accountId, before);
  if (beforeSeq === null) return null;
  if (reference !== undefined)
    return listDeliveriesOfReference(db, accountId, { state, event, reference }, beforeSeq, limit);
  // ORDER BY names all columns of the index, and BETWEEN (unlike =) keeps account_id in it: otherwise the planner may
  // walk the index of all accounts' events, which has the same order without account_id
  return db.$queryRaw<StoredDelivery[]>(sql`
    WITH RECURSIVE kind AS (${eventKindsOf(accountId)}),
    page AS MATERIALIZED (
      SELECT one.seq FROM kind k CROSS JOIN LATERAL (
        SELECT n.seq FROM webhook_event n
         WHERE n.account_id BETWEEN ${accountId}::uuid AND ${accountId}::uuid
           AND n.event = k.event AND n.state = k.state AND n.seq < ${beforeSeq}
         ORDER BY n.account_id DESC, n.event DESC, n.state DESC, n.seq DESC LIMIT ${limit}) one
       WHERE (${state ?? null}::text IS NULL OR k.state = ${state ?? null})
         AND (${event ?? null}::text IS NULL OR k.event = ${event ?? null})
       ORDER BY one.seq DESC LIMIT ${limit})
    SELECT ${COLUMNS} FROM page JOIN webhook_event c ON c.seq = page.seq LEFT JOIN purchase p ON p.id = c.purchase_id
     ORDER BY c.seq DESC`);
}

/** Null when the account has no such delivery. */
export async function findDelivery(db: Db, accountId: string, id: string): Promise<StoredDelivery | null> {
  const [row] = await db.$queryRaw<StoredDelivery[]>(sql`
    SELECT ${COLUMNS} FROM webhook_event c LEFT JOIN purchase p ON p.id = c.purchase_id
     WHERE c.id = ${id}::uuid AND c.account_id = ${accountId}::uuid`);
  return row ?? null;
}

/** Those of one purchase or one test event: few, unless a client queries the status of one purchase very often. */
function listDeliveriesOfReference(
  db: Db,
  accountId: string,
  { state, event, reference }: DeliveryFilter & { reference: string },
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
       AND (${state ?? null}::text IS NULL OR c.state = ${state ?? null})
       AND (${event ?? null}::text IS NULL OR c.event = ${event ?? null})
     ORDER BY c.seq DESC LIMIT ${limit}`);
}

const COLUMNS = sql`
  ${eventColumns}, c.event, c.state, c.url, c.http_status AS "httpStatus", c.duration_ms AS "durationMs", c.error,
  c.response, c.created_at AS "createdAt", c.claimed_at AS "claimedAt", c.sent_at AS "sentAt",
  c.sent_timestamp AS "sentTimestamp", c.resent_from AS "resentFrom"`;
