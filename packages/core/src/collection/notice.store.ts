import { type Db, type DbOrTransaction, sql } from '../shared/db';
import { toInterval } from '../shared/interval';

/** A transfer that the collector is to be asked about. `tries`: how often it was, this time included. */
export type DueNotice = { reference: string; tries: number; ageMs: number };

/** Notes that there may be transfers with these references. One that is noted already is asked about now. */
export async function noteTransfers(
  db: DbOrTransaction,
  collector: string,
  references: readonly string[],
): Promise<void> {
  await db.$executeRaw(sql`
    INSERT INTO collection_notice AS n (collector, reference)
    SELECT ${collector}, reference FROM unnest(${[...new Set(references)]}::text[]) AS reference
    ON CONFLICT (collector, reference) DO UPDATE SET next_at = least(n.next_at, clock_timestamp())`);
}

/** Takes what is due, oldest first, for `holdMs`: another worker takes it after that if this one dies. */
export async function takeDueNotices(
  db: Db,
  collector: string,
  { limit, holdMs }: { limit: number; holdMs: number },
): Promise<DueNotice[]> {
  return db.$queryRaw<DueNotice[]>(sql`
    UPDATE collection_notice n SET tries = n.tries + 1, next_at = clock_timestamp() + ${toInterval(holdMs)}::interval
     WHERE (n.collector, n.reference) IN (
             SELECT due.collector, due.reference FROM collection_notice due
              WHERE due.collector = ${collector} AND due.next_at <= clock_timestamp()
              ORDER BY due.next_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING n.reference, n.tries,
              (extract(epoch FROM clock_timestamp() - n.noticed_at) * 1000)::float8 AS "ageMs"`);
}

/** Asks again in `afterMs`, unless a new notice has asked for sooner. `read`: whether its answer could be read. */
export async function putOffNotice(
  db: Db,
  { collector, reference, tries }: { collector: string; reference: string; tries: number },
  { afterMs, read }: { afterMs: number; read: boolean },
): Promise<void> {
  await db.$executeRaw(sql`
    UPDATE collection_notice
       SET next_at = CASE WHEN tries = ${tries} AND next_at > clock_timestamp()
                          THEN clock_timestamp() + ${toInterval(afterMs)}::interval ELSE next_at END,
           unread_since = CASE WHEN NOT ${read} THEN coalesce(unread_since, clock_timestamp()) END
     WHERE collector = ${collector} AND reference = ${reference}`);
}

/** Forgets a notice about which nothing is left to ask. */
export async function forgetNotice(db: Db, collector: string, reference: string): Promise<void> {
  await db.$executeRaw(sql`
    DELETE FROM collection_notice WHERE collector = ${collector} AND reference = ${reference}`);
}
