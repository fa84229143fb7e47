import type { ProductType } from '../../product/products';
import { type Db, sql } from '../../shared/db';
import type { Purchase } from '../purchase.store';
import type { PendingCause } from '../settle/cause';
import type { PurchaseStatus } from '../status';

type MarkedPurchase = { id: string; status: PurchaseStatus; eventId: string | null };

/** mark_pending: moves what is still initiated to pending, and answers how each stands now. */
export function markPending(db: Db, ids: string[], cause: PendingCause, message: string): Promise<MarkedPurchase[]> {
  return db.$queryRaw<MarkedPurchase[]>(
    sql`SELECT id, status, event_id AS "eventId" FROM mark_pending(${ids}::uuid[], ${cause}, ${message})`,
  );
}

/** Initiated purchases whose window is over. The volatile clock_timestamp() would read the index beyond now. */
export function listExpiredWindows(
  db: Db,
  types: ProductType[],
  limit: number,
): Promise<{ id: string; productType: ProductType }[]> {
  return db.$queryRaw(sql`
    SELECT id, product_type AS "productType" FROM purchase
     WHERE window_ends_at IS NOT NULL AND window_ends_at <= statement_timestamp() AND product_type = ANY (${types})
     ORDER BY window_ends_at LIMIT ${limit}`);
}

export type PurchaseState = Pick<Purchase, 'id' | 'status' | 'message' | 'causeCode' | 'result'>;

export function readPurchaseStates(db: Db, ids: string[]): Promise<PurchaseState[]> {
  return db.$queryRaw<PurchaseState[]>(
    sql`SELECT id, status, message, cause_code AS "causeCode", result FROM purchase WHERE id = ANY (${ids}::uuid[])`,
  );
}

/** moved_purchase_states: the states of those among them that are not `initiated` any more. */
export function readMovedPurchases(db: Db, ids: string[]): Promise<PurchaseState[]> {
  return db.$queryRaw<PurchaseState[]>(
    sql`SELECT id, status, message, cause_code AS "causeCode", result FROM moved_purchase_states(${ids}::uuid[])`,
  );
}
