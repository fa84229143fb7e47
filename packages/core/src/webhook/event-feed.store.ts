import { type Db, sql } from '../shared/db';
import { eventColumns, type StoredEvent } from './event.store';

/** A written event. `seq`: its place in the order in which those of all accounts are written; no client is shown it. */
export type WrittenEvent = StoredEvent & { seq: bigint };

/**
 * In the order of the numbers, those greater than `after`. Besides them it reads one index entry for each pair of event
 * and state that the account has: at most 7 by 4.
 */
export function listEventsAfter(db: Db, accountId: string, after: bigint, limit: number): Promise<WrittenEvent[]> {
  return db.$queryRaw<WrittenEvent[]>(sql`
    WITH RECURSIVE kind AS (${eventKindsOf(accountId)}),
    page AS MATERIALIZED (
      SELECT one.seq FROM kind k CROSS JOIN LATERAL (
        SELECT n.seq FROM webhook_event n
         WHERE n.account_id BETWEEN ${accountId}::uuid AND ${accountId}::uuid
           AND n.event = k.event AND n.state = k.state AND n.seq > ${after}
         ORDER BY n.account_id, n.event, n.state, n.seq LIMIT ${limit}) one
       ORDER BY one.seq LIMIT ${limit})
    SELECT ${eventColumns}, c.event, c.seq
      FROM page JOIN webhook_event c ON c.seq = page.seq LEFT JOIN purchase p ON p.id = c.purchase_id
     ORDER BY c.seq`);
}

/** The recursive query `kind`: the pairs of event and state that an account has, by steps through the index. */
export const eventKindsOf = (accountId: string) => sql`
  (SELECT event, state FROM webhook_event WHERE account_id = ${accountId}::uuid ORDER BY event, state LIMIT 1)
  UNION ALL
  SELECT next.* FROM kind k CROSS JOIN LATERAL (
    SELECT n.event, n.state FROM webhook_event n
     WHERE n.account_id = ${accountId}::uuid AND (n.event, n.state) > (k.event, k.state)
     ORDER BY n.event, n.state LIMIT 1) next`;

/** The number of the newest event of all accounts; 0 when there is none. */
export async function lastEventNumber(db: Db): Promise<bigint> {
  const last = await db.webhookEvent.findFirst({ orderBy: { seq: 'desc' }, select: { seq: true } });
  return last?.seq ?? 0n;
}

export async function eventNumber(db: Db, accountId: string, id: string): Promise<bigint | null> {
  const row = await db.webhookEvent.findFirst({ where: { id, accountId }, select: { seq: true } });
  return row?.seq ?? null;
}

/**
 * From this number on no event was written before that time, but for those of a transaction that was open then. A
 * binary search over the numbers takes at most 63 index look-ups.
 */
export async function numberAt(db: Db, at: Date): Promise<bigint> {
  const [row] = await db.$queryRaw<{ high: bigint }[]>(sql`
    WITH RECURSIVE search AS (
      SELECT 0::bigint AS low, (SELECT coalesce(max(seq), 0) + 1 FROM webhook_event) AS high
      UNION ALL
      SELECT CASE WHEN probe.earlier THEN probe.seq ELSE s.low END,
             CASE WHEN probe.earlier THEN s.high ELSE (s.low + s.high) / 2 END
        FROM search s
        LEFT JOIN LATERAL (
             SELECT n.seq, n.seq < s.high AND n.created_at < ${at}::timestamptz AS earlier FROM webhook_event n
              WHERE n.seq >= (s.low + s.high) / 2 ORDER BY n.seq LIMIT 1) probe ON true
       WHERE s.high - s.low > 1)
    SELECT high FROM search ORDER BY high - low LIMIT 1`);
  return row?.high ?? 0n;
}
