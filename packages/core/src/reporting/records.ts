/** The records that leave this room as they are: `toWire` writes them. Only other records are imported here. */

export const entryKinds = ['funding', 'debit', 'refund', 'adjustment'] as const;
export type EntryKind = (typeof entryKinds)[number];

/**
 * One line of a wallet's ledger. `amountKobo` is signed; `reference` is that of the purchase, the funding or the
 * adjustment. `correctsId` and `reason`: of an adjustment. `payer`, `payerBank`: of a funding by a transfer that a
 * collector or our bank told of; the bank is '' when it is not known.
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
  payer: string | null;
  payerBank: string | null;
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
  /** Age of the oldest purchase that is not final. */
  oldestOpenS: number;
  /** How long the most overdue purchase has waited for a sweeper. */
  overdueS: number;
  /** Webhook events that no worker has begun to send. */
  webhooksWaiting: number;
  /** Age of the oldest of them. */
  oldestWebhookS: number;
};

/** In seconds, null without a refund. `p50` and `p95` are within 5 percent; `over30`: how many took more than 30 s. */
type RefundTimes = { p50: number | null; p95: number | null; max: number | null; over30: number };

/**
 * Live purchases of one service by the day in Lagos on which they were accepted. Each one counts once among `sold`,
 * `failed`, `reversed` (refunded after a success) and `open`. `refund`: from the accept to the refund, of failed and
 * reversed ones. `known`: from the first record of the failure to the refund, which is zero for a failure that is
 * recorded together with its refund (service_of_day). `openLong`: open for more than 24 hours, and `reasons` why.
 * `reversedSince`: reversed after the day was final. They stay what they were in all other figures.
 */
export type ServiceSum = {
  product: string;
  service: string;
  accepted: number;
  sold: number;
  failed: number;
  failures: Record<'provider_rejected' | 'provider_unreachable' | 'not_sent' | 'refunded_by_operator', number>;
  reversed: number;
  reversedSince: number;
  open: number;
  openLong: number;
  reasons: { reason: string; purchases: number }[];
  refund: RefundTimes;
  known: RefundTimes;
};

/** `rows`: by product and service. `finalAt` null: the day is provisional. */
export type ServiceReport = { days: { day: string; finalAt: Date | null }[]; rows: ServiceSum[]; total: ServiceSum };
