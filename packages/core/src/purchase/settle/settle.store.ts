import { type GuardActor, type GuardRefusal, toGuardRefusal } from '../../operator-guard/guarded-action';
import { type Db, type DbOrTransaction, onlyRow, sql } from '../../shared/db';
import { newId } from '../../shared/ids';
import type { PurchaseStatus } from '../status';
import { formatCause } from './cause';
import type { Settlement } from './settlement';

type Item = ReturnType<typeof toItem>;

/** A settlement as record_settlements takes it; see its file for each field. `attempt`: 1 unless it is given. */
export type SettlementItem = Pick<Item, 'id' | 'basis' | 'target_status'> & {
  [Field in keyof Item]?: Item[Field] | undefined;
};

/** Result of a settlement; prisma/functions/settlement_outcome.sql says what each outcome means. */
export type SettleRow = {
  outcome:
    | 'settled'
    | 'kept'
    | 'already_final'
    | 'contradiction'
    | 'declined'
    | 'repeated'
    | 'busy'
    | 'unknown_purchase';
  status: PurchaseStatus | null;
  eventId: string | null;
  notificationId: string | null;
};

/** record_settlements: one row for each settlement, in the order given. `wait`: for wallets that others have locked. */
export const settlePurchases = (db: Db, settlements: Settlement[], options: { wait: boolean }): Promise<SettleRow[]> =>
  recordSettlements(db, settlements.map(toItem), options);

/** The same for items that no settlement can say: for tests of what the database declines. */
export function recordSettlements(
  db: DbOrTransaction,
  items: SettlementItem[],
  options: { wait: boolean },
): Promise<SettleRow[]> {
  return db.$queryRaw<SettleRow[]>(sql`
    SELECT outcome, status, event_id AS "eventId", notification_id AS "notificationId"
      FROM record_settlements(${JSON.stringify(items.map((item) => ({ attempt: 1, ...item })))}::jsonb,
                              ${options.wait}::boolean) ORDER BY n`);
}

function toItem(settlement: Settlement) {
  const { id, attempt, basis, targetStatus } = settlement;
  const fields: Fields<Settlement> = settlement;
  const cause_code: string | undefined = fields.cause?.code;
  return {
    id,
    attempt,
    basis,
    target_status: targetStatus,
    cause: fields.cause && formatCause(fields.cause),
    cause_code,
    message: fields.message,
    delivered: fields.delivered,
    evidence: fields.evidence,
    token_awaited: fields.tokenAwaited,
    cost_kobo: fields.costKobo?.toString(),
    next_check_ms: fields.nextCheckMs,
    refused_with: fields.refusedWith,
    order_seen: fields.orderSeen,
    not_found: fields.notFound,
    missing_count: fields.missingCount,
    only_if_alone: fields.onlyIfAlone,
    review: fields.review,
    // ids that ascend: an index of random ones had 104 bytes for each, not 58, and its changes went to all of its pages
    event_id: newId(),
  };
}

/** The fields that a settlement may have, undefined where its basis has none. */
type Fields<S> = { [K in S extends unknown ? keyof S : never]?: S extends Record<K, infer V> ? V : never };

/** settle_by_operator: for one decision, which the approval policy may refuse. `reverses`: it is for a success. */
export async function settleByOperator(
  db: DbOrTransaction,
  settlement: Settlement,
  { reverses }: { reverses: boolean },
  actor: GuardActor,
): Promise<SettleRow | { outcome: 'refused'; refusal: GuardRefusal }> {
  const item = JSON.stringify({ ...toItem(settlement), reverses });
  type Row = SettleRow & { outcome: SettleRow['outcome'] | GuardRefusal['kind']; boundKobo: bigint | null };
  const rows = await db.$queryRaw<Row[]>(sql`
    SELECT outcome, status, event_id AS "eventId", notification_id AS "notificationId",
           bound_kobo AS "boundKobo"
      FROM settle_by_operator(${item}::jsonb, ${actor.id}, NULL)`);
  const row = onlyRow(rows, 'settle_by_operator');
  const refusal = toGuardRefusal(row.outcome, row.boundKobo);
  return refusal === null ? row : { outcome: 'refused', refusal };
}

/** Ends the review of a purchase whose status is right. False when it was not under review in that status. */
export async function closeReview(
  db: DbOrTransaction,
  id: string,
  status: PurchaseStatus,
  note: string,
): Promise<boolean> {
  const changed = await db.$executeRaw(sql`
    UPDATE purchase SET needs_review = false, reviewed_at = clock_timestamp(), review_note = ${note}
     WHERE id = ${id}::uuid AND status = ${status} AND needs_review`);
  return changed === 1;
}
