import type { ListedEntry } from '@topup/core/reporting';
import { formatNaira } from '@topup/core/shared';
import type { LedgerRow } from '@topup/dashboard-contract';

/** A ledger entry in a list. */
export const toLedgerRow = (entry: ListedEntry): LedgerRow => ({
  id: String(entry.id),
  kind: entry.kind,
  amount: formatNaira(entry.amountKobo),
  balanceBefore: formatNaira(entry.balanceBeforeKobo),
  balanceAfter: formatNaira(entry.balanceAfterKobo),
  reference: entry.reference,
  purchaseReference: entry.purchaseId === null ? null : entry.reference,
  createdAt: entry.createdAt.toISOString(),
});
