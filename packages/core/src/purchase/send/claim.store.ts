import { type Db, sql } from '../../shared/db';
import { toInterval } from '../../shared/interval';
import { FACE_KOBO, type Purchase } from '../purchase.store';

export type ClaimItem = { id: string; providerRef: string };

/** Facts of a purchase that are needed to send it and to judge the answer. */
export type PurchaseToSend = Pick<
  Purchase,
  | 'id'
  | 'accountId'
  | 'requestRef'
  | 'productType'
  | 'amountKobo'
  | 'recipient'
  | 'provider'
  | 'providerOrder'
  | 'providerRef'
  | 'attempt'
  | 'traceparent'
> & {
  /** The provider delivers this. The client paid `amountKobo`. */
  faceKobo: bigint;
};

export const TO_SEND = sql`
  id, account_id AS "accountId", request_ref AS "requestRef", product_type AS "productType",
  amount_kobo AS "amountKobo", ${FACE_KOBO} AS "faceKobo", recipient, provider, provider_order AS "providerOrder", provider_ref AS "providerRef",
  attempt, traceparent`;

/** claim_purchases: the rows that may now be sent, in no order. `serves`: the providers that the caller can send to. */
export function claimPurchases(
  db: Db,
  items: ClaimItem[],
  options: { serves: readonly string[]; token: string; leaseMs: number; startWithinMs: number },
): Promise<PurchaseToSend[]> {
  const rows = items.map(({ id, providerRef }, n) => ({
    id,
    provider_ref: providerRef,
    ...(n === 0 && { serves: options.serves }),
  }));
  return db.$queryRaw<PurchaseToSend[]>(sql`
    SELECT ${TO_SEND}
      FROM claim_purchases(${JSON.stringify(rows)}::jsonb, ${options.token}::uuid,
                           ${toInterval(options.leaseMs)}::interval, ${toInterval(options.startWithinMs)}::interval)`);
}

/** Reads a claim whose answer was lost. The lock makes this read wait until a synchronous standby has the claim. */
export function readClaimed(db: Db, ids: string[], token: string): Promise<PurchaseToSend[]> {
  return db.$queryRaw<PurchaseToSend[]>(
    sql`SELECT ${TO_SEND} FROM purchase WHERE id = ANY (${ids}::uuid[]) AND claim_token = ${token}::uuid
         FOR NO KEY UPDATE`,
  );
}

export type UnsentPurchase = PurchaseToSend & {
  serviceId: string;
  /** Milliseconds of the database's clock since it was accepted. */
  ageMs: number;
};

/** Those among them that nobody has sent or given up, in no order. */
export function readUnsent(db: Db, ids: string[]): Promise<UnsentPurchase[]> {
  return db.$queryRaw<UnsentPurchase[]>(sql`
    SELECT ${TO_SEND}, provider_order ->> 'serviceId' AS "serviceId",
           (extract(epoch FROM clock_timestamp() - created_at) * 1000)::float8 AS "ageMs"
      FROM purchase WHERE id = ANY (${ids}::uuid[]) AND sends = 0 AND final_at IS NULL`);
}

/** Keeps them from sweepers until they are `untilAgeMs` old. Locks by id, and skips what others have locked. */
export async function holdUnsent(db: Db, ids: string[], untilAgeMs: number): Promise<void> {
  await db.$executeRaw(sql`
    WITH held AS MATERIALIZED (
      SELECT id FROM purchase WHERE id = ANY (${ids}::uuid[]) AND sends = 0 AND final_at IS NULL
       ORDER BY id FOR NO KEY UPDATE SKIP LOCKED)
    UPDATE purchase q SET next_check_at = greatest(q.next_check_at, q.created_at + ${toInterval(untilAgeMs)}::interval)
      FROM held WHERE q.id = held.id`);
}
