import type { GuardActor } from '../../operator-guard/guard-actor';
import { type GuardRefusal, toGuardRefusal } from '../../operator-guard/guarded-action';
import { type DbOrTransaction, sql } from '../../shared/db';
import { newId } from '../../shared/ids';
import type { PurchaseStatus } from '../status';
import { formatCause } from './cause';
import type { Delivered, ProviderEvidence, Settlement } from './settlement';

/** A settlement as record_settlements takes it, undefined where its basis says nothing; see its file for each field. */
export type SettlementItem = {
  id: string;
  /** The number of the attempt that it speaks of. Default: 1. */
  attempt?: number;
  basis: Settlement['basis'];
  target_status: Settlement['targetStatus'];
  cause?: string | undefined;
  cause_code?: string | undefined;
  message?: string | undefined;
  delivered?: Delivered | undefined;
  evidence?: ProviderEvidence | undefined;
  token_awaited?: boolean | undefined;
  cost_kobo?: string | undefined;
  next_check_ms?: number | null | undefined;
  refused_with?: string | null | undefined;
  order_seen?: boolean | undefined;
  not_found?: boolean | undefined;
  missing_count?: number | undefined;
  only_if_alone?: boolean | undefined;
  review?: boolean | undefined;
  event_id?: string | undefined;
};

/** What became of a settlement; prisma/functions/settlement_outcome.sql says which outcome means what. */
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
  /** The event that was written along, if any. */
  eventId: string | null;
  /** The message to the customer that was written along, if any. */
  notificationId: string | null;
};

/** record_settlements: one row for each settlement, in the order given. `wait`: for wallets that others have locked. */
export function settlePurchases(
  db: DbOrTransaction,
  settlements: Settlement[],
  options: { wait: boolean },
): Promise<SettleRow[]> {
  return recordSettlements(db, settlements.map(toItem), options);
}

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

function toItem(settlement: Settlement): SettlementItem {
  const { id, attempt, basis, targetStatus: target_status } = settlement;
  // ids that ascend: an index of random ones had 104 bytes for each, not 58, and its changes went to all of its pages
  const item = { id, attempt, basis, target_status, ...causeOf(settlement), event_id: newId() };
  switch (settlement.basis) {
    case 'answer':
      return settlement.targetStatus === 'open'
        ? { ...item, ...ofProvider(settlement), refused_with: settlement.refusedWith }
        : { ...item, ...ofProvider(settlement) };
    case 'requery':
      return settlement.targetStatus === 'open'
        ? { ...item, ...ofProvider(settlement), not_found: settlement.notFound }
        : { ...item, ...ofProvider(settlement) };
    case 'not_found':
      return { ...item, missing_count: settlement.missingCount };
    case 'rejection_repeated':
      return { ...item, ...ofProvider(settlement), only_if_alone: settlement.onlyIfAlone };
    case 'never_sent':
      return item;
    case 'operator':
      return settlement.targetStatus === 'success' ? { ...item, delivered: settlement.delivered } : item;
  }
}

function causeOf(settlement: Settlement): Pick<SettlementItem, 'cause' | 'cause_code' | 'message'> {
  if (settlement.targetStatus === 'open') return {};
  const { cause, message } = settlement;
  return { cause: formatCause(cause), cause_code: cause.code, message };
}

type ByProvider = Extract<Settlement, { basis: 'answer' | 'requery' | 'rejection_repeated' }>;

/** What the provider's word on a purchase brings, whatever the basis. */
function ofProvider(settlement: ByProvider): Partial<SettlementItem> {
  const { evidence } = settlement;
  switch (settlement.targetStatus) {
    case 'success': {
      const { costKobo, delivered, review } = settlement;
      return { evidence, delivered, review, cost_kobo: costKobo?.toString() };
    }
    case 'failed':
      return { evidence };
    case 'open': {
      const { delivered, review, nextCheckMs, orderSeen, tokenAwaited } = settlement;
      return {
        evidence,
        delivered,
        review,
        next_check_ms: nextCheckMs,
        order_seen: orderSeen,
        token_awaited: tokenAwaited,
      };
    }
  }
}

/**
 * settle_by_operator: the same for one decision of an operator, which the approval policy may refuse. `reverses`: it is
 * for a success.
 */
export async function settleByOperator(
  db: DbOrTransaction,
  settlement: Settlement,
  { reverses }: { reverses: boolean },
  actor: GuardActor,
): Promise<SettleRow | { outcome: 'refused'; refusal: GuardRefusal }> {
  const item = JSON.stringify({ ...toItem(settlement), reverses });
  type Row = SettleRow & { outcome: SettleRow['outcome'] | GuardRefusal['kind']; boundKobo: bigint | null };
  const [row] = await db.$queryRaw<Row[]>(sql`
    SELECT outcome, status, event_id AS "eventId", notification_id AS "notificationId",
           bound_kobo AS "boundKobo"
      FROM settle_by_operator(${item}::jsonb, ${actor.id}, NULL)`);
  if (!row) throw new Error('settle_by_operator without a row');
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
