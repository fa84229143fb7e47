import { Alert, Button, Stack } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Facts } from '../../ui/text/facts';
import { Money } from '../../ui/text/money';

type Props = {
  /** Whether the entry was written; false when the reference was used before. */
  done: ReactNode;
  /** Why nothing was done. */
  before: string;
  entry: { amount: string; balanceBefore: string; balanceAfter: string };
  /** The amount may be minus. */
  signed?: boolean;
  onClose(): void;
};

/** What came of a change of a wallet: its ledger entry, new or of the first time. */
export function EntryWritten({ done, before, entry, signed = false, onClose }: Props) {
  return (
    <Stack>
      {done !== false ? (
        <Alert color="teal" variant="outline" role="status" icon={<IconCheck aria-hidden />}>
          {done}
        </Alert>
      ) : (
        <Alert color="yellow" variant="outline" role="alert" icon={<IconAlertTriangle aria-hidden />}>
          {before}
        </Alert>
      )}
      <Facts
        rows={[
          ['Amount', <Money key="amount" amount={entry.amount} signed={signed} />],
          ['Balance before', <Money key="before" amount={entry.balanceBefore} />],
          ['Balance after', <Money key="after" amount={entry.balanceAfter} />],
        ]}
      />
      <Button onClick={onClose} data-autofocus>
        Close
      </Button>
    </Stack>
  );
}
