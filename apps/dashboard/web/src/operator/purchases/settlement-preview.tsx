import { Stack, Text } from '@mantine/core';
import type { OperatorPurchase } from '@topup/dashboard-contract';
import { STATUSES } from '../../account/transactions/transaction-filters';
import { Money } from '../../ui/text/money';

export type Decision = 'success' | 'refund';

/** The effect of a decision on the money. */
export function SettlementPreview({
  purchase,
  decision,
  tokens,
}: {
  purchase: OperatorPurchase;
  decision: Decision;
  tokens: string[];
}) {
  const { amount, account, status, takesToken, hasEvents } = purchase;
  const money = <Money amount={amount} fw={600} />;
  if (isSo(status, decision))
    return (
      <Text size="sm">
        No money moves, because the purchase already has this outcome. We save your evidence and close the review.
      </Text>
    );
  return (
    <Stack gap="xs" fz="sm">
      {decision === 'refund' ? (
        <>
          <Text inherit>
            {money} will be refunded to {account.name}. The status becomes{' '}
            {STATUSES[status === 'success' ? 'refunded' : 'failed']}. You can’t undo this.
          </Text>
          <Text inherit>If the provider did deliver, we lose the cost.</Text>
          {status === 'success' && (
            <Text inherit>
              The client already knows it as successful.{' '}
              {hasEvents
                ? 'We send a failed event if the account has a webhook URL.'
                : 'We send no event for this product, so tell the client yourself.'}
            </Text>
          )}
        </>
      ) : (
        <>
          <Text inherit>
            {account.name} has paid {money}. The status becomes {STATUSES.success}. You can still refund it later.
          </Text>
          {tokens.length > 0 && (
            <Text inherit>We send the customer, in the order in which they enter it: {tokens.join(', ')}.</Text>
          )}
          {takesToken && tokens.length === 0 && (
            <Text inherit>It has no token, so we send none to the customer. You can’t add one later.</Text>
          )}
        </>
      )}
    </Stack>
  );
}

/** Both failed and refunded mean that the money is back. */
const isSo = (status: OperatorPurchase['status'], decision: Decision): boolean =>
  decision === 'success' ? status === 'success' : status === 'failed' || status === 'refunded';
