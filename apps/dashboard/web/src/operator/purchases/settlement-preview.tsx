import { Stack, Text } from '@mantine/core';
import type { OperatorPurchase } from '@topup/dashboard-contract';
import { Money } from '../../ui/text/money';

export type Decision = 'success' | 'refund';

/** The effect of a decision on the money. */
export function SettlementPreview({
  purchase,
  decision,
  token,
}: {
  purchase: OperatorPurchase;
  decision: Decision;
  token?: string | undefined;
}) {
  const { amount, account, status, product } = purchase;
  const money = <Money amount={amount} fw={600} />;
  if (isSo(status, decision))
    return (
      <Text size="sm">
        No money moves, as that is how it ended before. Your note is kept, and a review of it is closed.
      </Text>
    );
  return (
    <Stack gap="xs" fz="sm">
      {decision === 'refund' ? (
        <>
          <Text inherit>
            {money} go back into the wallet of {account.name}, and the purchase ends as{' '}
            {status === 'success' ? 'refunded' : 'failed'}. This cannot be undone.
          </Text>
          <Text inherit>If the provider did deliver, we lose what it cost.</Text>
          {status === 'success' && (
            <Text inherit>
              It was told as a success before.{' '}
              {product === 'AIRTIME' || product === 'DATA'
                ? 'A failed event tells the client of the reversal, if the account has a webhook URL.'
                : 'No event tells the client of this, so tell them yourself.'}
            </Text>
          )}
        </>
      ) : (
        <>
          <Text inherit>
            {account.name} has paid {money}, and that stays so: the purchase ends as a success. It can be refunded
            later.
          </Text>
          {token !== undefined && <Text inherit>The token {token} goes to the customer.</Text>}
        </>
      )}
    </Stack>
  );
}

/** Both failed and refunded mean that the money is back. */
const isSo = (status: OperatorPurchase['status'], decision: Decision): boolean =>
  decision === 'success' ? status === 'success' : status === 'failed' || status === 'refunded';
