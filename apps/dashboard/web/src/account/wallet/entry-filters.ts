import type { EntryKind } from '@topup/dashboard-contract';
import { isDay, isKeyOf } from '../../format/read-filters';

export const ENTRY_KINDS: Record<EntryKind, string> = {
  funding: 'Funding',
  debit: 'Debit',
  refund: 'Refund',
  adjustment: 'Adjustment',
};

/** The filters of the ledger in the page's address. Days are yyyy-mm-dd of the account’s time zone. */
type EntryFilters = { kind?: EntryKind; from?: string; to?: string };

/** Keeps the valid filters of an address. */
export function readEntryFilters({ kind, from, to }: Record<string, unknown>): EntryFilters {
  return { ...(isKeyOf(ENTRY_KINDS, kind) && { kind }), ...(isDay(from) && { from }), ...(isDay(to) && { to }) };
}
