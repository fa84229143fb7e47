import { type Db, sql } from '../../shared/db';
import { toInterval } from '../../shared/interval';
import type { Purchase } from '../purchase.store';

/** What is needed of an unsent purchase to say whether it may be sent now, and to give it up. */
export type UnsentPurchase = Pick<
  Purchase,
  | 'id'
  | 'accountId'
  | 'requestRef'
  | 'productType'
  | 'amountKobo'
  | 'provider'
  | 'providerOrder'
  | 'attempt'
  | 'traceparent'
> & {
  serviceId: string;
  /** Milliseconds of the database's clock since it was accepted. */
  ageMs: number;
};

/** Those among them that nobody has sent or given up, in no order. */
export function readUnsent(db: Db, ids: string[]): Promise<UnsentPurchase[]> {
  return db.$queryRaw<UnsentPurchase[]>(sql`
    SELECT id, account_id AS "accountId", request_ref AS "requestRef", product_type AS "productType",
           amount_kobo AS "amountKobo", provider, provider_order AS "providerOrder", attempt, traceparent,
           provider_order ->> 'serviceId' AS "serviceId",
           (extract(epoch FROM clock_timestamp() - created_at) * 1000)::float8 AS "ageMs"
      FROM purchase WHERE id = ANY (${ids}::uuid[]) AND sends = 0 AND final_at IS NULL`);
}

/**
 * Leaves unsent purchases to their caller until they are `untilAgeMs` old: no sweeper takes them before. Locks them by
 * id, and leaves out what somebody else has locked.
 */
export async function holdUnsent(db: Db, ids: string[], untilAgeMs: number): Promise<void> {
  await db.$executeRaw(sql`
    WITH held AS MATERIALIZED (
      SELECT id FROM purchase WHERE id = ANY (${ids}::uuid[]) AND sends = 0 AND final_at IS NULL
       ORDER BY id FOR NO KEY UPDATE SKIP LOCKED)
    UPDATE purchase q SET next_check_at = greatest(q.next_check_at, q.created_at + ${toInterval(untilAgeMs)}::interval)
      FROM held WHERE q.id = held.id`);
}
