import type { ProductType } from '../product/products';

/** The records that leave this room as they are: `toWire` writes them. */

/** `draft`: nobody has confirmed it. `done`: every purchase is final. `cancelled`: what waited is never bought. */
export type BatchState = 'draft' | 'running' | 'paused' | 'done' | 'cancelled';

export type PauseReason = 'person' | 'insufficient_balance' | 'cap_reached' | 'account_suspended' | 'buying_off';

/** A person of the account. */
export type Buyer = { id: string; name: string };

/**
 * What a person buys at once: one order from a form, or a file of them. `code`: the first part of the references of
 * its rows. `totalKobo`: the charges of all rows. `fileName`: null from a form. `pausedFor`: null unless it is paused.
 */
export type Batch = {
  id: string;
  code: string;
  source: 'form' | 'file';
  fileName: string | null;
  state: BatchState;
  pausedFor: PauseReason | null;
  rows: number;
  totalKobo: bigint;
  openedBy: Buyer;
  confirmedBy: Buyer | null;
  openedAt: Date;
  confirmedAt: Date | null;
  endedAt: Date | null;
  progress: BatchProgress;
};

/**
 * How many rows are where. `waiting` to be bought; `refused` and `cancelled`: not bought, nothing was debited; the
 * others are purchases. `spentKobo`: what the account paid for those that succeeded or are pending.
 */
export type BatchProgress = Record<
  'waiting' | 'refused' | 'cancelled' | 'pending' | 'success' | 'failed' | 'refunded',
  number
> & { spentKobo: bigint };

export type RowStatus = Exclude<keyof BatchProgress, 'spentKobo'>;

/**
 * One row, by its line in the file, whose header is line 1. `recipient`: null when it was removed. `amountKobo`: the
 * face value, of a data plan its price. `chargedKobo`: what is paid for it. `error`: the code why it was refused.
 * `message`: of the purchase, or why there is none yet. `token`: the token or PIN of a success, null when there is
 * none.
 */
export type BatchRow = {
  row: number;
  product: ProductType;
  service: string | null;
  planId: string | null;
  recipient: string | null;
  amountKobo: bigint | null;
  chargedKobo: bigint;
  reference: string;
  status: RowStatus;
  error: string | null;
  message: string | null;
  token: string | null;
  acceptedAt: Date | null;
};

/** A row that was bought before, or is there twice: pointed out, and bought if the person confirms. */
export type BatchNote = { row: number; field: string; reason: string };

/**
 * Whose number it is. `name`: empty when the provider names nobody. `not_recognised`: the provider says that there is
 * no such number, or that it sells nothing to it. `not_checked`: it gave no answer.
 */
export type Customer =
  | { kind: 'found'; name: string }
  | { kind: 'not_recognised'; reason: string }
  | { kind: 'not_checked' };
