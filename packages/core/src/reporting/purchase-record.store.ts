import type { LedgerEntry, Notification, WebhookEvent } from '../generated/prisma/client';
import type { Purchase } from '../purchase/purchase.store';
import type { CauseCode } from '../purchase/settle/cause';
import { type Db, sql } from '../shared/db';

/** All that is stored about a purchase. Each list is in the order in which it happened. */
export type PurchaseRecord = {
  purchase: Purchase;
  account: { id: string; name: string };
  history: HistoryEntry[];
  entries: LedgerEntry[];
  events: WebhookEvent[];
  notifications: Notification[];
};

/** One change of status, or a quarantine, which changes none. `fromStatus` null: it was accepted. */
export type HistoryEntry = {
  fromStatus: string | null;
  toStatus: string;
  cause: string;
  causeCode: CauseCode;
  at: Date;
};

/** Reads it all in one snapshot. Null when no purchase has this reference. */
export function readPurchaseRecord(db: Db, requestRef: string): Promise<PurchaseRecord | null> {
  return db.$transaction(
    async (snapshot) => {
      const row = await snapshot.purchase.findUnique({
        where: { requestRef },
        include: { account: { select: { id: true, name: true } }, entries: { orderBy: { id: 'asc' } } },
      });
      if (!row) return null;
      const { account, entries, ...purchase } = row;
      // entries from before version 0.2 have no code
      const history = await snapshot.$queryRaw<HistoryEntry[]>(sql`
        SELECT from_status AS "fromStatus", to_status AS "toStatus", cause,
               coalesce(cause_code, cause_code_of(cause)) AS "causeCode", at
          FROM purchase_history WHERE purchase_id = ${row.id}::uuid ORDER BY id`);
      const events = await snapshot.webhookEvent.findMany({ where: { purchaseId: row.id }, orderBy: { seq: 'asc' } });
      const notifications = await snapshot.notification.findMany({
        where: { purchaseId: row.id },
        orderBy: { createdAt: 'asc' },
      });
      return { purchase: purchase as Purchase, account, history, entries, events, notifications };
    },
    { isolationLevel: 'RepeatableRead' },
  );
}
