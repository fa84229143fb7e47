import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { walletQuery } from '../../api/queries';
import { Loaded } from '../../ui/page/loaded';
import { Panel } from '../../ui/page/panel';
import { CopyButton } from '../../ui/text/copy-button';

/** Where to pay to, and the reference by which the payment is matched with the account. */
export function FundWallet() {
  return (
    <Panel title="Fund your wallet">
      <Loaded query={useQuery(walletQuery)}>
        {({ fundingDetails, paymentReference }) => (
          <Stack gap="sm">
            {fundingDetails === null ? (
              <Text size="sm">
                Ask the operator of this service, who gave you your sign-in link, which bank account to pay to.
              </Text>
            ) : (
              <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
                {fundingDetails}
              </Text>
            )}
            <Text size="sm">Write your payment reference into the narration of the transfer:</Text>
            <Group gap="xs">
              <Text className="numbers" fz="lg" fw={650}>
                {paymentReference}
              </Text>
              <CopyButton text={paymentReference} what="payment reference" />
            </Group>
            <Text size="sm" c="dimmed">
              By it an operator knows that the payment is yours. The money is in the wallet once they have seen it.
            </Text>
          </Stack>
        )}
      </Loaded>
    </Panel>
  );
}
