import type { EntryKind, Product } from '../vocabulary';
import type { LedgerRow } from './wallet';

/**
 * GET /api/statement?month=2026-11: the monthly statement of an account, in the months of its time zone; without
 * `month` that of the present one. GET /api/statement.csv?month= has all entries of the wallet, the oldest first,
 * between the opening and the closing balance.
 */
export type MonthlyStatement = {
  /** Such as 2026-11. */
  month: string;
  /** Its first and its last day. */
  from: string;
  to: string;
  /** False: the month is not over, and the closing balance is the present one. */
  isOver: boolean;
  /** Those since the account was created, the newest first. */
  months: string[];
  wallet: {
    opening: string;
    closing: string;
    /** Signed: all of them and the opening balance add up to the closing balance. */
    changes: Record<EntryKind, string>;
    /** The oldest ones, oldest first. */
    entries: LedgerRow[];
    /** Whether the month has more than these. */
    more: boolean;
  };
  /** Purchases that were placed in the month, with their present status. Products without any are left out. */
  purchases: ProductSum[];
};

export type ProductSum = {
  product: Product;
  purchases: number;
  amount: string;
  /** Failed or refunded. */
  refunds: number;
  refunded: string;
  /** Not final. */
  pending: number;
};
