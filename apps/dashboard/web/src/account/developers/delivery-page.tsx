import { Code, SimpleGrid, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useNavigate, useParams } from '@tanstack/react-router';
import type { Delivery } from '@topup/dashboard-contract';
import { formatDuration } from '../../format/time';
import { ConfirmAction } from '../../ui/form/dialog';
import { Loaded, Page, Panel } from '../../ui/page/page';
import { CodeBlock } from '../../ui/text/copy';
import { DocsLink, TextLink } from '../../ui/text/links';
import { type Fact, Facts, FactsPanel, Hint, StatusBadge, When } from '../../ui/text/values';
import { PurchaseLink } from '../transactions/transaction-columns';
import { DeliveryLink, isUnderWay, useDelivery } from './deliveries';

export default function DeliveryPage() {
  const { id } = useParams({ from: '/shell/account/developers/deliveries/$id' });
  const delivery = useDelivery(id);
  const { data } = delivery;
  return (
    <Page
      title={data === undefined ? 'Delivery' : `Delivery of ${data.event}`}
      about={<TextLink to="/developers/webhook">All deliveries</TextLink>}
      actions={data !== undefined && !isUnderWay(data) && <Resend delivery={data} />}
    >
      <Loaded query={delivery} height={320}>
        {(known) => <Parts delivery={known} />}
      </Loaded>
    </Page>
  );
}

/** What became of the delivery before. */
const BEFORE: Partial<Record<Delivery['state'], string>> = {
  delivered: 'It was already delivered. Make sure your server doesn’t credit anyone twice.',
  no_url: 'We never sent it, because you had no webhook URL.',
};

function Resend({ delivery: { id, event, state } }: { delivery: Delivery }) {
  const navigate = useNavigate();
  return (
    <ConfirmAction<{ id: string }>
      button="Resend"
      variant="filled"
      leftSection={<IconRefresh size={16} aria-hidden />}
      path={`/api/deliveries/${id}/resend`}
      invalidates={['/api/deliveries']}
      title="Resend this event?"
      confirm="Resend event"
      done={(resent) => {
        void navigate({ to: '/developers/deliveries/$id', params: { id: resent.id } });
        return 'Event queued for resending';
      }}
    >
      We’ll send “{event}” once more, to your current webhook URL.{' '}
      {BEFORE[state] ?? 'Your server may have received it the first time.'}
    </ConfirmAction>
  );
}

function Parts({ delivery }: { delivery: Delivery }) {
  const { request, response, signedWith } = delivery;
  return (
    <>
      <FactsPanel title="Summary" rows={factsOf(delivery)} />
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Panel title="Request" gap="xs">
          <CodeBlock what="request headers" code={headerLines(request.headers)} />
          <CodeBlock what="request body" code={JSON.stringify(request.body, null, 2)} />
          <Hint size="xs">We mask the hash and the signature here. Your server received them in full.</Hint>
        </Panel>
        <Panel title="Response" gap="xs">
          <Text size="sm">{answerLabel(delivery)}</Text>
          {response !== null && (
            <>
              <CodeBlock what="response body" code={response} />
              <Hint size="xs">We keep only the first 1 KiB of the body, and no headers.</Hint>
            </>
          )}
        </Panel>
      </SimpleGrid>
      {signedWith !== null && <SignaturePanel signedWith={signedWith} />}
    </>
  );
}

function answerLabel(delivery: Delivery): string {
  const { httpStatus, error, response } = delivery;
  if (isUnderWay(delivery)) return 'No response yet.';
  if (httpStatus === null) return `No response: ${error ?? 'unknown'}.`;
  return `Your server responded with HTTP ${httpStatus}${response === null ? ' and no body' : ''}.`;
}

function factsOf(delivery: Delivery): Fact[] {
  const { state, event, status, reference, isTest, url, httpStatus, durationMs, error } = delivery;
  const { createdAt, sentAt, resentFrom } = delivery;
  const isOfPurchase = reference !== null && !isTest;
  return [
    ['Status', <StatusBadge key="status" status={state} />],
    error !== null && ['Error', error],
    ['HTTP status', httpStatus ?? '–'],
    ['Duration', durationMs === null ? '–' : formatDuration(durationMs)],
    ['Event', event],
    ['Event status', status],
    ['Purchase', isOfPurchase ? <PurchaseLink key="of" reference={reference} /> : `Test event (${reference})`],
    ['URL', url ?? '–'],
    ['Created', <When key="created" at={createdAt} />],
    ['Sent', <When key="sent" at={sentAt} never="–" />],
    resentFrom !== null && ['Resend of', originalLink(resentFrom)],
  ];
}

const originalLink = (id: string) => <DeliveryLink id={id}>Original delivery</DeliveryLink>;

const headerLines = (headers: Record<string, string>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

function SignaturePanel({ signedWith: { key, secrets } }: { signedWith: NonNullable<Delivery['signedWith']> }) {
  const [secret, ...previous] = secrets;
  const hash = (
    <div>
      {key !== null && (
        <>
          Signed with the API key “{key.name}” <Code>{key.display}</Code>.{' '}
        </>
      )}
      It is the SHA-256, in lowercase hex, of <Code>{'<API key>:<reference>'}</Code>. It covers only the reference.
    </div>
  );
  const signature = (
    <div>
      Signed with the secret <Code>{secret}</Code>
      {previous.map((each) => (
        <span key={each}>
          {' '}
          and the previous one <Code>{each}</Code>
        </span>
      ))}
      . It is <Code>v1,</Code> and the base64 of HMAC-SHA256 over{' '}
      <Code>{'<webhook-id>.<webhook-timestamp>.<body>'}</Code>. The HMAC key is the secret after whsec_, decoded from
      base64. It covers the whole body, byte for byte.
    </div>
  );
  return (
    <Panel title="Signature" gap="sm">
      <Facts
        rows={[
          ['hash', hash],
          ['webhook-signature', secret === undefined ? 'None: you had no webhook secret.' : signature],
        ]}
      />
      <Hint>
        To verify an event, compute the same on your server and compare in constant time.{' '}
        <DocsLink at="/webhooks#check-the-signature">Code and steps</DocsLink>
      </Hint>
    </Panel>
  );
}
