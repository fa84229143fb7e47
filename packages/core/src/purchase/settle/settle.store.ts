import { type DbOrTransaction, sql } from '../../shared/db';
import type { PurchaseStatus } from '../status';

/** One thing to record of a purchase; the migration says what each goal and ground means, and which are refused when. */
export type Settlement = {
  id: string;
  goal: 'success' | 'failed' | 'refunded' | 'open';
  ground: 'answer' | 'requery' | 'not_found' | 'refusal' | 'never_sent' | 'operator';
  cause: string;
  message?: string;
  result?: Record<string, unknown>;
  costKobo?: bigint | null;
  /** `open` only: milliseconds until the next requery; null: a person decides. */
  nextCheckMs?: number | null;
  refusedWith?: string;
  orderSeen?: boolean;
  missing?: boolean;
  /** `not_found` only: the count that the decision was made on. */
  missingCount?: number;
  /** `refusal` only: refused unless this is the only open purchase for its recipient. */
  alone?: boolean;
  review?: boolean;
};

export type SettleRow = {
  outcome: 'settled' | 'kept' | 'already_final' | 'contradiction' | 'refused' | 'again' | 'busy' | 'missing';
  status: PurchaseStatus | null;
  /** The event that was written along, if any. */
  eventId: string | null;
  /** The message to the customer that was written along, if any. */
  notificationId: string | null;
};

export function settlePurchases(
  db: DbOrTransaction,
  items: Settlement[],
  options: { wait: boolean },
): Promise<SettleRow[]> {
  const rows = items.map((item) => ({
    id: item.id,
    goal: item.goal,
    ground: item.ground,
    cause: item.cause,
    message: item.message,
    result: item.result,
    cost_kobo: item.costKobo?.toString(),
    next_check_ms: item.nextCheckMs,
    refused_with: item.refusedWith,
    order_seen: item.orderSeen,
    missing: item.missing,
    missing_count: item.missingCount,
    alone: item.alone,
    review: item.review,
  }));
  return db.$queryRaw<SettleRow[]>(sql`
    SELECT outcome, status, event_id AS "eventId", notification_id AS "notificationId" FROM settle_purchases(${JSON.stringify(rows)}::jsonb, ${options.wait}::boolean) ORDER BY n`);
}

/** reverse_purchase: takes a success back. False when the purchase is not a success. */
export async function reversePurchase(
  db: DbOrTransaction,
  id: string,
  cause: string,
  message: string,
): Promise<boolean> {
  const [row] = await db.$queryRaw<{ done: boolean }[]>(
    sql`SELECT reverse_purchase(${id}::uuid, ${cause}, ${message}) AS done`,
  );
  return row?.done === true;
}

/** Ends the review of a purchase that stands as it should, and keeps what the person said. False when it was not under review in that state. */
export async function closeReview(
  db: DbOrTransaction,
  id: string,
  status: PurchaseStatus,
  note: string,
): Promise<boolean> {
  const changed = await db.$executeRaw(sql`
    UPDATE purchase SET needs_review = false, result = result || jsonb_build_object('reviewed', jsonb_build_object('note', ${note}::text, 'at', clock_timestamp()))
     WHERE id = ${id}::uuid AND status = ${status} AND needs_review`);
  return changed === 1;
}
