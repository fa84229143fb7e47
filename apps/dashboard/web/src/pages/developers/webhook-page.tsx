import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Webhook } from '../../../../src/contract';
import { thingQuery } from '../../api/queries';
import { ErrorState } from '../../components/error-state';
import { PageHeader } from '../../components/page-header';
import { Panel } from '../../components/panel';
import { DeliveriesPanel } from './deliveries-panel';
import { TestDelivery } from './test-delivery';
import { WebhookForm } from './webhook-form';

export function WebhookPage() {
  const webhook = useQuery(thingQuery<Webhook>('/api/webhook'));
  return (
    <Stack gap="md">
      <PageHeader
        title="Webhook"
        about="Where we tell your server what became of a purchase: one POST for each event, sent once, never retried."
      />
      {webhook.data === undefined ? <Unread webhook={webhook} /> : <Settings webhook={webhook.data} />}
      <DeliveriesPanel />
    </Stack>
  );
}

function Settings({ webhook }: { webhook: Webhook }) {
  return (
    <>
      <Panel title="Receiver">
        <WebhookForm key={webhook.url} webhook={webhook} />
      </Panel>
      {webhook.url !== null && (
        <Panel title="Test event">
          <TestDelivery />
        </Panel>
      )}
    </>
  );
}

function Unread({ webhook: { isError, error, refetch } }: { webhook: { isError: boolean; error: unknown; refetch: () => unknown } }) {
  return isError ? <ErrorState error={error} onRetry={refetch} /> : <Skeleton height={140} radius="md" />;
}
