import { findBoughtBy } from '../buying/batch.store';
import type { LedgerEntry, Notification, PurchaseHistory, WebhookEvent } from '../generated/prisma/client';
import { type Attempt, listAttempts } from '../purchase/attempts/attempt.store';
import { findClaim } from '../purchase/not-received/not-received.store';
import { type Purchase, type PurchaseKey, uniqueWhere } from '../purchase/purchase.store';
import type { Claim } from '../purchase/records';
import type { CauseCode } from '../purchase/settle/cause';
import { type Db, sql } from '../shared/db';
import { asShown, type DeliveryState } from './delivery-list.store';

/**
 * All that is stored about a purchase, in the order in which it happened. `events`: MOST_EVENTS at most, its own and
 * the newest of status queries and resends, because a client may cause any number of them.
 */
export type PurchaseRecord = {
  purchase: Purchase;
  account: { id: string; name: string };
  attempts: Attempt[];
  history: HistoryEntry[];
  entries: LedgerEntry[];
  events: (Omit<WebhookEvent, 'state'> & { state: DeliveryState })[];
  notifications: Notification[];
  claim: Claim | null;
  /** Who has bought it in the dashboard; null: a client has. */
  boughtBy: Awaited<ReturnType<typeof findBoughtBy>>;
};

/** One change of status, or a quarantine, which changes none. `fromStatus` null: it was accepted. */
type HistoryEntry = Pick<PurchaseHistory, 'fromStatus' | 'toStatus' | 'cause' | 'at'> & { causeCode: CauseCode };

const MOST_EVENTS = 200;

/** Reads it all in one snapshot. Null when there is no such purchase. */
export function readPurchaseRecord(db: Db, key: PurchaseKey): Promise<PurchaseRecord | null> {
  return db.$transaction(
    async (snapshot) => {
      const purchase = await snapshot.purchase.findUnique({ where: uniqueWhere(key) });
      if (!purchase) return null;
      const { id: purchaseId, accountId: id } = purchase;
      const account = await snapshot.account.findUniqueOrThrow({ where: { id }, select: { id: true, name: true } });
      const entries = await snapshot.ledgerEntry.findMany({ where: { purchaseId }, orderBy: { id: 'asc' } });
      const attempts = await listAttempts(snapshot, purchaseId);
      const history = await snapshot.$queryRaw<HistoryEntry[]>(sql`
        SELECT from_status AS "fromStatus", to_status AS "toStatus", cause,
               coalesce(cause_code, 'other') AS "causeCode", at
          FROM purchase_history WHERE purchase_id = ${purchaseId}::uuid ORDER BY id`);
      // OFFSET 0: otherwise the planner may walk the events of all purchases in the order of `seq`
      const shown = await snapshot.$queryRaw<{ id: string }[]>(sql`
        SELECT e.id FROM (SELECT * FROM webhook_event WHERE purchase_id = ${purchaseId}::uuid OFFSET 0) e
         ORDER BY e.event = 'transaction.requery' OR e.resent_from IS NOT NULL, e.seq DESC
         LIMIT ${MOST_EVENTS}::integer`);
      const events = await snapshot.webhookEvent.findMany({
        where: { id: { in: shown.map(({ id }) => id) } },
        orderBy: { seq: 'asc' },
      });
      const notifications = await snapshot.notification.findMany({
        where: { purchaseId },
        orderBy: { createdAt: 'asc' },
      });
      return {
        purchase: purchase as Purchase,
        account,
        attempts,
        history,
        entries,
        events: events.map(asShown),
        notifications,
        claim: await findClaim(snapshot, purchaseId),
        boughtBy: await findBoughtBy(snapshot, purchaseId),
      };
    },
    { isolationLevel: 'RepeatableRead' },
  );
}

/** A purchase that a reference may mean, and its account. */
export type PurchaseCandidate = Pick<
  Purchase,
  'id' | 'accountId' | 'productType' | 'status' | 'amountKobo' | 'createdAt'
> & { account: string };

/** The purchases with this reference, of one account or of all, by name: each account has at most one. */
export function listPurchaseCandidates(
  db: Db,
  requestRef: string,
  { accountId = null, limit }: { accountId?: string | null; limit: number },
): Promise<PurchaseCandidate[]> {
  return db.$queryRaw<PurchaseCandidate[]>(sql`
    SELECT p.id, p.account_id AS "accountId", a.name AS account, p.product_type AS "productType", p.status,
           p.amount_kobo AS "amountKobo", p.created_at AS "createdAt"
      FROM purchase p JOIN account a ON a.id = p.account_id
     WHERE p.request_ref = ${requestRef} AND (${accountId}::uuid IS NULL OR p.account_id = ${accountId}::uuid)
     ORDER BY a.name LIMIT ${limit}`);
}
