import { type Db, sql } from '../shared/db';
import { type ClaimedEvent, eventFacts } from '../webhook/event.store';

export const deliveryStates = ['queued', 'sending', 'delivered', 'undelivered'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** A delivery as its account may see it: the event, and what came of it. */
export type StoredDelivery = Pick<
  ClaimedEvent,
  'id' | 'webhookId' | 'purchaseId' | 'event' | 'status' | 'details' | 'requestRef' | 'amountKobo' | 'productType'
> & {
  state: DeliveryState;
  /** Where it was sent, or is being sent; null while it is queued. */
  url: string | null;
  httpStatus: number | null;
  durationMs: number | null;
  error: string | null;
  response: string | null;
  createdAt: Date;
  claimedAt: Date | null;
  /** The timestamp it was sent with; null when it never left, or was sent before that was kept. */
  sentAt: Date | null;
  /** The delivery of which a person had this copy sent. */
  resentFrom: string | null;
};

export type DeliveryFilter = {
  state?: DeliveryState | undefined;
  event?: string | undefined;
  /** The whole reference that the event tells. */
  reference?: string | undefined;
};

const LAST = 2n ** 63n - 1n;

/**
 * An account's deliveries, the youngest first, from the one before `before` on; null when the account has no delivery `before`. For each pair of event and state that the account has, at most 7 by 4, it
 * reads no further than `limit`: the cost grows neither with how many there are nor with how deep one looks, whatever the filter.
 */
export async function listDeliveries(
  db: Db,
  accountId: string,
  { state, event, reference }: DeliveryFilter,
  { before, limit }: { before?: string | undefined; limit: number },
): Promise<StoredDelivery[] | null> {
  const beforeSeq = before === undefined ? LAST : await seqOf(db, accountId, before);
  if (beforeSeq === null) return null;
  if (reference !== undefined)
    return deliveriesOfReference(db, accountId, { state, event, reference }, beforeSeq, limit);
  // the order names all columns of the index, and BETWEEN keeps the first from being dropped from it: else the order is also that of everybody's events
  return db.$queryRaw<StoredDelivery[]>(sql`
    WITH RECURSIVE kind AS (
      (SELECT event, state FROM webhook_event WHERE account_id = ${accountId}::uuid ORDER BY event, state LIMIT 1)
      UNION ALL
      SELECT next.* FROM kind k CROSS JOIN LATERAL (
        SELECT n.event, n.state FROM webhook_event n WHERE n.account_id = ${accountId}::uuid AND (n.event, n.state) > (k.event, k.state)
         ORDER BY n.event, n.state LIMIT 1) next),
    page AS MATERIALIZED (
      SELECT one.seq FROM kind k CROSS JOIN LATERAL (
        SELECT n.seq FROM webhook_event n
         WHERE n.account_id BETWEEN ${accountId}::uuid AND ${accountId}::uuid AND n.event = k.event AND n.state = k.state AND n.seq < ${beforeSeq}
         ORDER BY n.account_id DESC, n.event DESC, n.state DESC, n.seq DESC LIMIT ${limit}) one
       WHERE (${state ?? null}::text IS NULL OR k.state = ${state ?? null}) AND (${event ?? null}::text IS NULL OR k.event = ${event ?? null})
       ORDER BY one.seq DESC LIMIT ${limit})
    SELECT ${delivery} FROM page JOIN webhook_event c ON c.seq = page.seq LEFT JOIN purchase p ON p.id = c.purchase_id ORDER BY c.seq DESC`);
}

/** Null when the account has no such delivery. */
export async function findDelivery(db: Db, accountId: string, id: string): Promise<StoredDelivery | null> {
  const [row] = await db.$queryRaw<StoredDelivery[]>(sql`
    SELECT ${delivery} FROM webhook_event c LEFT JOIN purchase p ON p.id = c.purchase_id WHERE c.id = ${id}::uuid AND c.account_id = ${accountId}::uuid`);
  return row ?? null;
}

async function seqOf(db: Db, accountId: string, id: string): Promise<bigint | null> {
  const row = await db.webhookEvent.findFirst({ where: { id, accountId }, select: { seq: true } });
  return row?.seq ?? null;
}

/** Those of one purchase, or of one test: few, but for a purchase whose status somebody asks for again and again. */
function deliveriesOfReference(
  db: Db,
  accountId: string,
  { state, event, reference }: DeliveryFilter & { reference: string },
  beforeSeq: bigint,
  limit: number,
): Promise<StoredDelivery[]> {
  const testId = /^test-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(reference)?.[1] ?? null;
  return db.$queryRaw<StoredDelivery[]>(sql`
    WITH found AS (
      SELECT e.seq FROM purchase p JOIN webhook_event e ON e.purchase_id = p.id WHERE p.request_ref = ${reference}
       UNION
      SELECT e.seq FROM webhook_event e WHERE e.id = ${testId}::uuid AND e.purchase_id IS NULL
       UNION
      SELECT e.seq FROM webhook_event e WHERE e.account_id = ${accountId}::uuid AND e.event = 'webhook.test' AND e.resent_from = ${testId}::uuid)
    SELECT ${delivery} FROM found JOIN webhook_event c ON c.seq = found.seq LEFT JOIN purchase p ON p.id = c.purchase_id
     WHERE c.account_id = ${accountId}::uuid AND c.seq < ${beforeSeq}
       AND (${state ?? null}::text IS NULL OR c.state = ${state ?? null}) AND (${event ?? null}::text IS NULL OR c.event = ${event ?? null})
     ORDER BY c.seq DESC LIMIT ${limit}`);
}

const delivery = sql`
  c.id, coalesce(c.resent_from, c.id) AS "webhookId", c.purchase_id AS "purchaseId", c.event, c.status, c.details, c.state, c.url,
  c.http_status AS "httpStatus", c.duration_ms AS "durationMs", c.error, c.response, c.created_at AS "createdAt", c.claimed_at AS "claimedAt",
  c.sent_at AS "sentAt", c.resent_from AS "resentFrom", ${eventFacts}`;
