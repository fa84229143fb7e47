import type { ListedEntry } from '@topup/core/reporting';
import { formatNaira } from '@topup/core/shared';
import type { getWallet } from '@topup/core/wallet';
import type { LedgerRow, Wallet } from '@topup/dashboard-contract';
import type { CsvColumn } from '../../http/csv';

export const toWallet = (
  { balanceKobo, low, lowBalanceKobo, paymentReference }: Awaited<ReturnType<typeof getWallet>>,
  fundingDetails: string | null,
): Wallet => ({
  balance: formatNaira(balanceKobo),
  currency: 'NGN',
  low,
  threshold: lowBalanceKobo === null ? null : formatNaira(lowBalanceKobo),
  paymentReference,
  fundingDetails,
});

/** A ledger entry in a list. */
export const toLedgerRow = (entry: ListedEntry): LedgerRow => ({
  id: String(entry.id),
  kind: entry.kind,
  amount: formatNaira(entry.amountKobo),
  balanceBefore: formatNaira(entry.balanceBeforeKobo),
  balanceAfter: formatNaira(entry.balanceAfterKobo),
  reference: entry.reference,
  purchaseReference: entry.purchaseId === null ? null : entry.reference,
  corrects: entry.correctsId === null ? null : String(entry.correctsId),
  reason: entry.reason,
  createdAt: entry.createdAt.toISOString(),
});

export const ENTRY_COLUMNS: CsvColumn<LedgerRow>[] = [
  ['id', ({ id }) => id],
  ['kind', ({ kind }) => kind],
  ['amount', ({ amount }) => amount],
  ['balance_before', ({ balanceBefore }) => balanceBefore],
  ['balance_after', ({ balanceAfter }) => balanceAfter],
  ['reference', ({ reference }) => reference],
  ['corrects', ({ corrects }) => corrects],
  ['reason', ({ reason }) => reason],
  ['created_at', ({ createdAt }, time) => time(createdAt)],
];
