import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { walletQuery } from '../api/queries';
import { TextLink } from '../ui/text/links';
import { Money } from '../ui/text/money';

/** One line on every page of an account while its balance is below the threshold. */
export function LowNotice() {
  const { data } = useQuery(walletQuery);
  if (!data?.low || data.threshold === null) return null;
  return (
    <Alert color="yellow" variant="outline" mb="lg" icon={<IconAlertTriangle aria-hidden />}>
      Low balance: <Money amount={data.balance} />, below your threshold of <Money amount={data.threshold} />.{' '}
      <TextLink to="/wallet" underline="always">
        Fund your wallet
      </TextLink>
    </Alert>
  );
}
