/** The records that leave this room as they are: `toWire` writes them. Only other records are imported here. */

export const transferStates = ['credited', 'waiting', 'unassigned', 'reversed', 'dismissed'] as const;
export type TransferState = (typeof transferStates)[number];

/** Why a transfer waits for a person. */
export const transferReasons = [
  'above_maximum',
  'daily_cap',
  'switched_off',
  'partly_paid',
  'bank_file',
  'bad_reference',
  'nobody',
  'funded_otherwise',
  'paid_after_all',
] as const;
export type TransferReason = (typeof transferReasons)[number];

/**
 * A transfer that a collector or our bank told us of. `reversedAt`: the payer took it back then, even if a wallet has
 * it. `perhapsFundedAs`: of one that waits, the reference of a funding of that amount, within three days.
 */
export type CollectedTransfer = {
  id: bigint;
  collector: string;
  reference: string;
  accountId: string | null;
  accountName: string | null;
  amountKobo: bigint;
  settledKobo: bigint | null;
  paidOn: string;
  payer: string;
  payerBank: string;
  state: TransferState;
  reason: TransferReason | null;
  entryId: bigint | null;
  foundAt: Date;
  reversedAt: Date | null;
  note: string | null;
  perhapsFundedAs: string | null;
};

/** What the collector may add to wallets without a person. */
export const collectionStates = ['on', 'off'] as const;
export type CollectionState = (typeof collectionStates)[number];

/** A day in Lagos on which a collector's own list was compared with what we have recorded. */
export type ComparedDay = {
  day: string;
  listed: number;
  listedAmountKobo: bigint;
  booked: number;
  bookedAmountKobo: bigint;
  comparedAt: Date;
};

/**
 * What waits for a person, and what the collector has added today in Lagos. `unanswered`, `unlisted`: notices without a
 * readable answer for a day, and accounts without a readable list.
 */
export type CollectionTotals = {
  waiting: number;
  waitingAmountKobo: bigint;
  unassigned: number;
  unassignedAmountKobo: bigint;
  todayKobo: bigint;
  unanswered: number;
  unlisted: number;
};
