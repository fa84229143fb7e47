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
                Fund your wallet by bank transfer. Ask our support team which bank account to pay into.
              </Text>
            ) : (
              <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
                {fundingDetails}
              </Text>
            )}
            <Text size="sm">Enter your payment reference as the narration of the transfer:</Text>
            <Group gap="xs">
              <Text className="numbers" fz="lg" fw={650}>
                {paymentReference}
              </Text>
              <CopyButton text={paymentReference} what="payment reference" />
            </Group>
            <Text size="sm" c="dimmed">
              We use it to match your payment. We credit your wallet when the payment arrives.
            </Text>
          </Stack>
        )}
      </Loaded>
    </Panel>
  );
}
