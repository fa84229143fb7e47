import type { ProductType } from '../../provider/provider.port';
import { type Db, sql } from '../../shared/db';
import type { Purchase } from '../purchase.store';
import type { PurchaseStatus } from '../status';

export type MarkedPurchase = { id: string; status: PurchaseStatus; eventId: string | null };

/** tell_pending: moves what is still initiated to pending and tells how each stands now. */
export function markPending(db: Db, ids: string[], cause: string, message: string): Promise<MarkedPurchase[]> {
  return db.$queryRaw<MarkedPurchase[]>(
    sql`SELECT id, status, event_id AS "eventId" FROM tell_pending(${ids}::uuid[], ${cause}, ${message})`,
  );
}

/** Initiated purchases whose client's window has long passed: the process that should have answered is gone. */
export function listExpiredWindows(
  db: Db,
  types: ProductType[],
  limit: number,
): Promise<{ id: string; productType: ProductType }[]> {
  return db.$queryRaw(sql`
    SELECT id, product_type AS "productType" FROM purchase
     WHERE window_ends_at IS NOT NULL AND window_ends_at <= clock_timestamp() AND product_type = ANY (${types}) ORDER BY window_ends_at LIMIT ${limit}`);
}

/** What a waiting client is answered with. */
export type PurchaseState = Pick<Purchase, 'id' | 'status' | 'message' | 'cause' | 'result'>;

export function readPurchaseStates(db: Db, ids: string[]): Promise<PurchaseState[]> {
  return db.$queryRaw<PurchaseState[]>(
    sql`SELECT id, status, message, cause, result FROM purchase WHERE id = ANY (${ids}::uuid[])`,
  );
}

/** moved_purchases: the states of those among them that are not `initiated` any more. */
export function readMovedPurchases(db: Db, ids: string[]): Promise<PurchaseState[]> {
  return db.$queryRaw<PurchaseState[]>(
    sql`SELECT id, status, message, cause, result FROM moved_purchases(${ids}::uuid[])`,
  );
}
