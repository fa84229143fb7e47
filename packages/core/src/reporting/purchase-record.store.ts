import type { LedgerEntry, Notification, PurchaseHistory, WebhookEvent } from '../generated/prisma/client';
import type { Purchase } from '../purchase/purchase.store';
import type { Db } from '../shared/db';

/** All that is known of a purchase, each list in the order in which it happened. */
export type PurchaseRecord = {
  purchase: Purchase;
  account: { id: string; name: string };
  history: PurchaseHistory[];
  entries: LedgerEntry[];
  events: WebhookEvent[];
  notifications: Notification[];
};

/** Reads it all at one moment; null when nobody has used the reference. */
export function readPurchaseRecord(db: Db, requestRef: string): Promise<PurchaseRecord | null> {
  return db.$transaction(
    async (snapshot) => {
      const row = await snapshot.purchase.findUnique({
        where: { requestRef },
        include: { account: { select: { id: true, name: true } }, entries: { orderBy: { id: 'asc' } } },
      });
      if (!row) return null;
      const { account, entries, ...purchase } = row;
      const history = await snapshot.purchaseHistory.findMany({
        where: { purchaseId: row.id },
        orderBy: { id: 'asc' },
      });
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
