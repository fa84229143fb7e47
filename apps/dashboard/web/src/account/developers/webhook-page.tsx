import { Alert, Button, Group, Text, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconCircleDashed } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Webhook, WebhookState } from '@topup/dashboard-contract';
import { type ReactNode, useState } from 'react';
import { POLL_MS, thingQuery, webhookStateQuery } from '../../api/queries';
import { formatCount, formatRate } from '../../format/numbers';
import { WITH_EVENTS, WITHOUT_EVENTS } from '../../generated/vocabulary';
import { useMay } from '../../layout/use-me';
import { ConfirmAction } from '../../ui/form/dialog';
import { notifyDone, SendForm } from '../../ui/form/form';
import { Loaded, Page, Panel } from '../../ui/page/page';
import { SentenceLink } from '../../ui/text/links';
import { Dimmed, type Fact, Facts, LookBadge, When } from '../../ui/text/values';
import { DeliveriesPanel, TestDelivery } from './deliveries';
import { ResendFailed, ResendProgress } from './resends';
import { SecretPanel } from './secret-panel';

const INVALIDATED = ['/api/webhook', '/api/overview'];

export default function WebhookPage() {
  const webhook = useQuery(thingQuery<Webhook>('/api/webhook'));
  return (
    <Page
      title="Webhook"
      about={`We POST an event to your URL when a purchase of ${WITH_EVENTS} changes, and after each status query. Purchases of ${WITHOUT_EVENTS} send no events of their own: check their status instead. Each event is sent once and never retried.`}
    >
      <Loaded query={webhook} height={140}>
        {(known) => (known.url === null ? <Settings webhook={known} /> : <StatePanel />)}
      </Loaded>
      <ResendProgress />
      <DeliveriesPanel keptDays={webhook.data?.eventsKeptDays ?? null} />
      {webhook.data !== undefined && webhook.data.url !== null && <Settings webhook={webhook.data} />}
    </Page>
  );
}

/** What an owner changes. It is first only while there is no URL. */
function Settings({ webhook }: { webhook: Webhook }) {
  const mayChange = useMay('webhook');
  return (
    <>
      {webhook.url !== null && (
        <Panel title="Test event">
          <TestDelivery />
        </Panel>
      )}
      <Panel title="Destination" gap="md">
        {webhook.url?.startsWith('http:') && (
          <Warning>
            Your webhook URL uses http, so others on the network can read and change your events. Use https.
          </Warning>
        )}
        {mayChange ? (
          <WebhookForm key={webhook.url} webhook={webhook} />
        ) : (
          <Facts rows={[['Webhook URL', webhook.url ?? 'Not set. Account owners can set it.']]} />
        )}
      </Panel>
      <SecretPanel webhook={webhook} />
    </>
  );
}

const Warning = ({ children }: { children: ReactNode }) => (
  <Alert color="yellow" variant="outline" icon={<IconAlertTriangle aria-hidden />}>
    <Text size="sm">{children}</Text>
  </Alert>
);

/** The rule by which the service takes a URL, as it is set: `npm start` takes any. */
const urlRule = ({ http, privateAddresses }: Webhook['allows']): string => {
  const kind = http ? 'An https or http URL' : 'An https URL';
  return `${kind}${privateAddresses ? ', which may be at a private address' : ' at a public address'}. We don’t follow redirects.`;
};

function WebhookForm({ webhook: { url, signedWith, allows } }: { webhook: Webhook }) {
  const [text, setText] = useState(url ?? '');
  return (
    <SendForm
      path="/api/webhook"
      invalidates={INVALIDATED}
      shown={['url']}
      body={() => ({ url: text.trim() })}
      onSent={() => notifyDone('Webhook URL saved')}
      submit={(busy) => (
        <Group gap="xs">
          <Button type="submit" loading={busy} disabled={text.trim() === (url ?? '')}>
            {url === null ? 'Set URL' : 'Change URL'}
          </Button>
          {url !== null && <RemoveUrl url={url} />}
        </Group>
      )}
    >
      {(fields) => (
        <>
          {signedWith === null && (
            <Warning>
              You have no active API key, so we can’t sign or send events.{' '}
              <SentenceLink to="/developers/keys">Create an API key</SentenceLink> first.
            </Warning>
          )}
          <TextInput
            label="Webhook URL"
            description={urlRule(allows)}
            placeholder="https://example.com/topup/events"
            type="url"
            required
            maxLength={2048}
            value={text}
            error={fields.url}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
        </>
      )}
    </SendForm>
  );
}

const RemoveUrl = ({ url }: { url: string }) => (
  <ConfirmAction
    button="Remove URL"
    path="/api/webhook/remove"
    invalidates={INVALIDATED}
    title="Remove the webhook URL?"
    confirm="Remove URL"
    danger
    done={() => 'Webhook URL removed'}
  >
    <span style={{ overflowWrap: 'anywhere' }}>
      We’ll stop sending events to {url}. Events that are queued now wait for a new URL. Later ones aren’t sent: check
      the status of a purchase instead.
    </span>
  </ConfirmAction>
);

function StatePanel() {
  const state = useQuery(webhookStateQuery(POLL_MS));
  return (
    <Panel title="Status" actions={<ResendFailed />}>
      <Loaded query={state} height={96}>
        {(known) => <Facts rows={stateFacts(known)} />}
      </Loaded>
    </Panel>
  );
}

function stateFacts(state: WebhookState): Fact[] {
  const since = state.failingSince ?? state.rowSince;
  return [
    ['Status', <StateBadge key="status" state={state} />],
    ['Success rate (24 hours)', <Rate key="rate" day={state.day} />],
    ['Last success', <When key="last" at={state.lastDeliveredAt} />],
    since !== null && ['Failing since', <When key="since" at={since} />],
  ];
}

/** The share of deliveries of a day below which a webhook that works now is still not healthy. */
const HEALTHY = 0.95;

function StateBadge({ state: { failingSince, rowSince, lastDeliveredAt, day } }: { state: WebhookState }) {
  if (failingSince !== null) return <LookBadge word="Failing" icon={IconAlertTriangle} tone="bad" />;
  if (rowSince !== null) return <LookBadge word="Last delivery failed" icon={IconAlertTriangle} tone="waiting" />;
  const ended = day.delivered + day.failed;
  if (day.delivered < HEALTHY * ended)
    return (
      <LookBadge
        word={`${formatCount(day.failed)} of ${formatCount(ended)} failed`}
        icon={IconAlertTriangle}
        tone="waiting"
      />
    );
  if (lastDeliveredAt !== null) return <LookBadge word="Healthy" icon={IconCheck} tone="good" />;
  return <LookBadge word="No deliveries yet" icon={IconCircleDashed} tone="neutral" />;
}

function Rate({ day: { delivered, failed, sample } }: Pick<WebhookState, 'day'>) {
  const ended = delivered + failed;
  if (ended === 0) return 'No deliveries';
  return (
    <>
      {formatRate(delivered / ended)}{' '}
      <Dimmed>
        ({formatCount(delivered)} of {ended === sample ? 'the last ' : ''}
        {formatCount(ended)})
      </Dimmed>
    </>
  );
}
