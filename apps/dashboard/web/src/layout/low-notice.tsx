import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Wallet } from '@topup/dashboard-contract';
import type { ReactNode } from 'react';
import { walletQuery } from '../api/queries';
import { isAboveZero } from '../format/amount';
import { Money } from '../ui/text/money';
import { WhereToPay } from '../ui/text/where-to-pay';

/** One line on every page of an account while its wallet is empty, or its balance is below the threshold. */
export function LowNotice() {
  const { data } = useQuery(walletQuery);
  const text = data && textOf(data);
  if (!text) return null;
  return (
    <Alert color="yellow" variant="outline" mb="lg" icon={<IconAlertTriangle aria-hidden />}>
      {text} <WhereToPay />
    </Alert>
  );
}

function textOf({ balance, low, threshold }: Wallet): ReactNode {
  if (!isAboveZero(balance)) return 'Your wallet is empty. The API refuses new purchases.';
  if (!low || threshold === null) return null;
  return (
    <>
      Low balance: <Money amount={balance} />, below your threshold of <Money amount={threshold} />.
    </>
  );
}
