import { Alert, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Webhook } from '@topup/dashboard-contract';
import { thingQuery } from '../../api/queries';
import { useMe } from '../../layout/use-me';
import { Loaded } from '../../ui/page/loaded';
import { PageHeader } from '../../ui/page/page-header';
import { Panel } from '../../ui/page/panel';
import { Facts } from '../../ui/text/facts';
import { DeliveriesPanel } from './deliveries-panel';
import { ResendProgress } from './resend-progress';
import { SecretPanel } from './secret-panel';
import { StatePanel } from './state-panel';
import { TestDelivery } from './test-delivery';
import { WebhookForm } from './webhook-form';

export function WebhookPage() {
  const webhook = useQuery(thingQuery<Webhook>('/api/webhook'));
  return (
    <Stack gap="md">
      <PageHeader
        title="Webhook"
        about="We POST an event to your URL when an airtime or data purchase changes, and after each status query. Cable TV and electricity purchases send no events of their own: check their status instead. Each event is sent once and never retried."
      />
      <Loaded query={webhook} height={140}>
        {(known) => <Settings webhook={known} />}
      </Loaded>
      <DeliveriesPanel keptDays={webhook.data?.eventsKeptDays ?? null} />
    </Stack>
  );
}

function PlainHttp() {
  return (
    <Alert color="yellow" variant="outline" icon={<IconAlertTriangle aria-hidden />} mb="md">
      <Text size="sm">
        Your webhook URL uses http, so others on the network can read and change your events. Use https.
      </Text>
    </Alert>
  );
}

function Settings({ webhook }: { webhook: Webhook }) {
  const mayChange = useMe().role === 'owner';
  return (
    <>
      {webhook.url !== null && <StatePanel />}
      <ResendProgress />
      <Panel title="Destination">
        {webhook.url?.startsWith('http:') && <PlainHttp />}
        {mayChange ? (
          <WebhookForm key={webhook.url} webhook={webhook} />
        ) : (
          <Facts rows={[['Webhook URL', webhook.url ?? 'Not set. Account owners can set it.']]} />
        )}
      </Panel>
      <SecretPanel webhook={webhook} />
      {webhook.url !== null && (
        <Panel title="Test event">
          <TestDelivery />
        </Panel>
      )}
    </>
  );
}
