/** The records that leave this room as they are: `toWire` writes them. Only other records are imported here. */

export const entryKinds = ['funding', 'debit', 'refund', 'adjustment'] as const;
export type EntryKind = (typeof entryKinds)[number];

/**
 * One line of a wallet's ledger. `amountKobo` is signed; `reference` is that of the purchase, the funding or the
 * adjustment. `correctsId` and `reason`: of an adjustment.
 */
export type ListedEntry = {
  id: bigint;
  kind: EntryKind;
  amountKobo: bigint;
  balanceBeforeKobo: bigint;
  balanceAfterKobo: bigint;
  reference: string;
  purchaseId: string | null;
  correctsId: bigint | null;
  reason: string | null;
  createdAt: Date;
};

/** Open live purchases, and events of all accounts, for the metrics. Ages are in seconds; 0 when there is none. */
export type Backlog = {
  /** Purchases that are not final. */
  open: number;
  /** Purchases under review, final ones included. */
  underReview: number;
  /** Claims that nobody has answered. */
  openClaims: number;
  /** Age of the oldest of them. */
  oldestClaimS: number;
  /** Age of the oldest purchase that was never sent. */
  oldestUnclaimedS: number;
  /** Age of the oldest pending purchase that still has a next check. */
  oldestPendingS: number;
  /** How long the most overdue purchase has waited for a sweeper. */
  overdueS: number;
  /** Webhook events that no worker has begun to send. */
  webhooksWaiting: number;
  /** Age of the oldest of them. */
  oldestWebhookS: number;
};
