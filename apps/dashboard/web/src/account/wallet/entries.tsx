import { Text } from '@mantine/core';
import type { EntryKind, LedgerRow } from '@topup/dashboard-contract';
import { keyOf, searchOf } from '../../api/address';
import { isDay } from '../../format/read-filters';
import { Small } from '../../ui/text/values';

export const ENTRY_KINDS: Record<EntryKind, string> = {
  funding: 'Funding',
  debit: 'Debit',
  refund: 'Refund',
  adjustment: 'Adjustment',
};

/** Keeps the valid filters of an address. Days are yyyy-mm-dd of the account’s time zone. */
export const readEntryFilters = searchOf({ kind: keyOf(ENTRY_KINDS), from: isDay, to: isDay });

/** From whom a funding came, as the bank wrote it. */
export const Payer = ({ payer, payerBank, under }: Pick<LedgerRow, 'payer' | 'payerBank'> & { under: string }) => (
  <Small under={under}>{payer !== null && `From ${[payer, payerBank].filter(Boolean).join(', ')}`}</Small>
);

/** The reference of an adjustment, with its reason and the entry that it corrects. */
export const Adjustment = ({
  reference,
  corrects,
  reason,
}: Pick<LedgerRow, 'reference' | 'corrects'> & { reason: string }) => (
  <>
    {reference}
    <Text size="xs" c="dimmed">
      {reason}
      {corrects !== null && ` (corrects entry ${corrects})`}
    </Text>
  </>
);
