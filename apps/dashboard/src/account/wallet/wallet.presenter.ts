import type { ListedEntry } from '@topup/core/reporting';
import { toWire } from '@topup/core/shared';
import type { getWallet } from '@topup/core/wallet';
import type { Wallet } from '@topup/dashboard-contract';
import { columnsOf } from '../../http/csv';

export const toWallet = (
  { balanceKobo, low, lowBalanceKobo: thresholdKobo, paymentReference }: Awaited<ReturnType<typeof getWallet>>,
  fundingDetails: string | null,
): Wallet => toWire({ balanceKobo, currency: 'NGN' as const, low, thresholdKobo, paymentReference, fundingDetails });

/** A ledger entry in a list. */
export const toLedgerRow = ({ purchaseId, correctsId: corrects, ...entry }: ListedEntry) => ({
  ...entry,
  purchaseReference: purchaseId === null ? null : entry.reference,
  corrects,
});

export const ENTRY_COLUMNS = columnsOf<ReturnType<typeof toLedgerRow>>()([
  'id,kind,amount,balance_before,balance_after,reference,corrects,reason,created_at',
]);
