import type {
  CollectedTransfer,
  CollectionState,
  CollectionTotals,
  ComparedDay as Compared,
  Wire,
} from '@topup/core/records';
import type { FundingBank } from '../account/wallet';
import type { CsvColumns } from './reconciliation';

/**
 * GET /api/operator/collections. `collector`: its name; null: none is set up. `cap`: what it may add to wallets in a
 * day. `matched`: the oldest transfers of a bank's file that name their account, which one request confirms.
 */
export type Collections = {
  collector: string | null;
  state: CollectionState;
  cap: string;
  totals: Wire<CollectionTotals>;
  matched: { count: number; total: string };
  openFindings: number;
};

/**
 * GET /api/operator/collections/transfers?state=&from=&to=&cursor=, newest first; file: ….csv. The state `open`: it
 * waits for a person. POST …/:id/confirm {account? (id or
 * name), note, approvalNote?} → Funding or Asked; POST …/:id/dismiss {note}
 */
export type TransferRow = Wire<CollectedTransfer>;

/** GET /api/operator/collections/days?from=&to=&cursor=, the latest first; file: ….csv. */
export type ComparedDay = Wire<Compared>;

/**
 * GET /api/operator/collections/accounts, by name; file: ….csv. `readAt`: when the collector last said which banks it
 * has; null: it has not yet.
 */
export type FundingAccountRow = {
  accountId: string;
  accountName: string;
  collector: string;
  askedAt: string;
  readAt: string | null;
  banks: FundingBank[];
};

/** POST /api/operator/collections/rule → {} or Asked */
export type CollectionRule = { state: CollectionState; cap: string; note: string };

/**
 * POST /api/operator/collections/confirm-matched {count, total, note}: those of `matched`, as they were seen. 409
 * `matched_changed`. `asked`: of a second operator. `refused`: these wait still.
 */
export type ConfirmedMatched = {
  funded: number;
  amount: string;
  asked: number;
  refused: { reference: string; message: string }[];
};

/** POST /api/operator/collections/import, and …/import/preview as for statements. */
export type ImportBankFile = { text: string; columns: CsvColumns; zone: string };

/**
 * `added`: listed now. `matched`: of these, whose payment reference is that of an account. `other`: without one.
 * `conflicts`: references, at most ten, of rows that are left out, because they are known with another amount, or were
 * listed under another reference.
 */
export type ImportedBankFile = Record<'rows' | 'added' | 'matched' | 'other', number> & { conflicts: string[] };
