import { SimpleGrid, Stack, Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import type { Delivery } from '@topup/dashboard-contract';
import { formatDuration } from '../../format/time';
import { Loaded } from '../../ui/page/loaded';
import { PageHeader } from '../../ui/page/page-header';
import { Panel } from '../../ui/page/panel';
import { CodeBlock } from '../../ui/text/code-block';
import { Facts } from '../../ui/text/facts';
import { TextLink } from '../../ui/text/links';
import { StatusBadge } from '../../ui/text/status-badge';
import { When } from '../../ui/text/when';
import { Resend } from './resend';
import { SignaturePanel } from './signature-panel';
import { isUnderWay, useDelivery } from './test-delivery';

export function DeliveryPage() {
  const { id } = useParams({ from: '/shell/account/developers/deliveries/$id' });
  const delivery = useDelivery(id);
  const { data } = delivery;
  return (
    <Stack gap="md">
      <PageHeader
        title={data === undefined ? 'Delivery' : `Delivery of ${data.event}`}
        about={<TextLink to="/developers/webhook">All deliveries</TextLink>}
        actions={data !== undefined && !isUnderWay(data) && <Resend delivery={data} />}
      />
      <Loaded query={delivery} height={320}>
        {(known) => <Parts delivery={known} />}
      </Loaded>
    </Stack>
  );
}

function Parts({ delivery }: { delivery: Delivery }) {
  const { request, response, signedWith } = delivery;
  return (
    <>
      <Panel title="Summary">
        <DeliveryFacts delivery={delivery} />
      </Panel>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Panel title="Request">
          <Stack gap="xs">
            <CodeBlock what="request headers" code={headerLines(request.headers)} />
            <CodeBlock what="request body" code={JSON.stringify(request.body, null, 2)} />
            <Text size="xs" c="dimmed">
              We mask the hash and the signature here. Your server received them in full.
            </Text>
          </Stack>
        </Panel>
        <Panel title="Response">
          <Stack gap="xs">
            <Text size="sm">{answerLabel(delivery)}</Text>
            {response !== null && (
              <>
                <CodeBlock what="response body" code={response} />
                <Text size="xs" c="dimmed">
                  We keep only the first 1 KiB of the body, and no headers.
                </Text>
              </>
            )}
          </Stack>
        </Panel>
      </SimpleGrid>
      {signedWith !== null && <SignaturePanel signedWith={signedWith} />}
    </>
  );
}

/** What came back, also when that was nothing. */
function answerLabel(delivery: Delivery): string {
  const { httpStatus, error, response } = delivery;
  if (isUnderWay(delivery)) return 'No response yet.';
  if (httpStatus === null) return `No response: ${error ?? 'unknown'}.`;
  return `Your server responded with HTTP ${httpStatus}${response === null ? ' and no body' : ''}.`;
}

function DeliveryFacts({ delivery }: { delivery: Delivery }) {
  const { state, event, status, reference, isTest, url, httpStatus, durationMs, error } = delivery;
  const { createdAt, sentAt, resentFrom } = delivery;
  return (
    <Facts
      rows={[
        ['Status', <StatusBadge key="status" status={state} />],
        ...(error === null ? [] : [['Error', error] as [string, string]]),
        ['HTTP status', httpStatus ?? '–'],
        ['Duration', durationMs === null ? '–' : formatDuration(durationMs)],
        ['Event', event],
        ['Event status', status],
        ['Purchase', reference === null || isTest ? `Test event (${reference})` : purchaseLink(reference)],
        ['URL', url ?? '–'],
        ['Created', <When key="created" at={createdAt} />],
        ['Sent', <When key="sent" at={sentAt} never="–" />],
        ...(resentFrom === null ? [] : [['Resend of', deliveryLink(resentFrom)] as [string, React.ReactNode]]),
      ]}
    />
  );
}

const purchaseLink = (reference: string) => (
  <TextLink to="/transactions/$reference" params={{ reference }}>
    {reference}
  </TextLink>
);

const deliveryLink = (id: string) => (
  <TextLink to="/developers/deliveries/$id" params={{ id }}>
    Original delivery
  </TextLink>
);

const headerLines = (headers: Record<string, string>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
