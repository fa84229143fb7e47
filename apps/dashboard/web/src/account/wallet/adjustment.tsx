import { Text } from '@mantine/core';
import type { LedgerRow } from '@topup/dashboard-contract';

type Props = Pick<LedgerRow, 'reference' | 'corrects' | 'reason'>;

/** The reference of an adjustment, with its reason and the entry that it corrects. */
export function Adjustment({ reference, corrects, reason }: Omit<Props, 'reason'> & { reason: string }) {
  return (
    <>
      {reference}
      <Text size="xs" c="dimmed">
        {reason}
        {corrects !== null && ` (corrects entry ${corrects})`}
      </Text>
    </>
  );
}
