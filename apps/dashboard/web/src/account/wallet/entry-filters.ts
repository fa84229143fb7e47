import type { EntryKind } from '@topup/dashboard-contract';
import { isDay, isKeyOf } from '../../format/read-filters';

export const ENTRY_KINDS: Record<EntryKind, string> = {
  funding: 'Funding',
  debit: 'Debit',
  refund: 'Refund',
  adjustment: 'Adjustment',
};

/** What the ledger is narrowed to, as it stands in the page's address: days are yyyy-mm-dd of Lagos. */
export type EntryFilters = { kind?: EntryKind; from?: string; to?: string };

/** Takes of an address what makes sense. */
export function readEntryFilters({ kind, from, to }: Record<string, unknown>): EntryFilters {
  return { ...(isKeyOf(ENTRY_KINDS, kind) && { kind }), ...(isDay(from) && { from }), ...(isDay(to) && { to }) };
}
