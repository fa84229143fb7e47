import { Code, Grid, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { LoggedRequest } from '@topup/dashboard-contract';
import { useState } from 'react';
import { thingQuery } from '../../api/queries';
import { formatDuration } from '../../format/time';
import { useMe } from '../../layout/use-me';
import { Loaded, Page, Panel } from '../../ui/page/page';
import { TablePanel } from '../../ui/table/table-panel';
import { CodeBlock, Copied } from '../../ui/text/copy';
import { DocsLink, LACKS_MONEY, TextLink, WhereToPay } from '../../ui/text/links';
import { type Fact, FactsPanel, Hint, StatusBadge, When } from '../../ui/text/values';
import { DELIVERY_COLUMNS } from '../developers/deliveries';
import { placeholdersIn, toCurl, whyNotKept } from './curl';
import { RequestStatus } from './request-status';

const route = getRouteApi('/shell/account/developers/requests/$id');

export default function RequestPage() {
  const { id } = route.useParams();
  const request = useQuery(thingQuery<LoggedRequest>(`/api/requests/${id}`));
  const { data } = request;
  return (
    <Page
      title={data === undefined ? 'Request' : `${data.method} ${data.path}`}
      about={<TextLink to="/developers/requests">All requests</TextLink>}
    >
      <Loaded query={request} height={320}>
        {(known) => <Parts request={known} />}
      </Loaded>
    </Page>
  );
}

const Parts = ({ request }: { request: LoggedRequest }) => (
  <Grid gap="md">
    <Grid.Col span={{ base: 12, lg: 6 }}>
      <Stack>
        <FactsPanel title="Summary" rows={factsOf(request)} />
        <Panel title="Response">
          <Body what="response" body={request.answer} none={request.status === 0 ? HUNG_UP : 'No JSON body.'} />
        </Panel>
      </Stack>
    </Grid.Col>
    <Grid.Col span={{ base: 12, lg: 6 }}>
      <Stack>
        <Panel title={request.method === 'GET' ? 'Query' : 'Request body'}>
          <Body what="request" body={request.request} none="No JSON body." />
        </Panel>
        <CopyAsCurl key={request.id} request={request} />
      </Stack>
    </Grid.Col>
    {request.purchase !== null && (
      <Grid.Col span={12}>
        <TablePanel
          title="Deliveries for this purchase"
          caption="Deliveries for this purchase, oldest first"
          columns={DELIVERY_COLUMNS}
          rows={request.deliveries}
          idOf={({ id }) => id}
          empty={
            <Text size="sm" c="dimmed" px="md" pb="md">
              No events were sent for this purchase.
            </Text>
          }
        />
      </Grid.Col>
    )}
  </Grid>
);

type Purchase = NonNullable<LoggedRequest['purchase']>;

const HUNG_UP = 'Your server closed the connection before we responded.';

function factsOf(request: LoggedRequest): Fact[] {
  const { status, errorCode, durationMs, at, reference, requestId, keyName, keyDisplay, purchase } = request;
  return [
    ['Status', <RequestStatus key="status" status={status} errorCode={null} />],
    errorCode !== null && ['Error', <ErrorLink key="error" code={errorCode} />],
    errorCode === LACKS_MONEY && ['Fund your wallet', <WhereToPay key="pay" />],
    ['Duration', formatDuration(durationMs)],
    ['Time', <When key="at" at={at} />],
    ['API key', `${keyName} (${keyDisplay})`],
    reference !== null && ['Reference', <Copied key="reference" text={reference} what="reference" />],
    purchase !== null && ['Purchase', <PurchaseLink key="purchase" purchase={purchase} />],
    ['Request ID', <Copied key="id" text={requestId} what="request ID" />],
  ];
}

const PurchaseLink = ({ purchase: { reference, description, status } }: { purchase: Purchase }) => (
  <Group gap="xs">
    <TextLink to="/transactions/$reference" params={{ reference }}>
      {description}
    </TextLink>
    <StatusBadge status={status} />
  </Group>
);

const ErrorLink = ({ code }: { code: string }) => (
  <>
    <Code>{code}</Code> <DocsLink at={`/errors#${code}`}>About this error</DocsLink>
  </>
);

/** JSON as it was kept. `what` names it for screen readers. */
function Body({ what, body, none }: { what: string; body: unknown; none: string }) {
  const missing = body === null ? none : whyNotKept(body);
  if (missing !== null) return <Hint>{missing}</Hint>;
  return (
    <Stack gap="xs">
      <CodeBlock what={what} code={JSON.stringify(body, null, 2)} />
      <Hint size="xs">Numbers, tokens, keys and names are masked.</Hint>
    </Stack>
  );
}

function CopyAsCurl({ request }: { request: LoggedRequest }) {
  const { apiUrl } = useMe();
  const [fresh] = useState(() => `order-${crypto.randomUUID()}`);
  const curl = toCurl(request, { api: apiUrl.replace(/\/$/, ''), fresh });
  const placeholders = placeholdersIn(curl);
  return (
    <Panel title="Copy as curl" gap="xs">
      <CodeBlock what="curl command" code={curl} />
      <Text size="sm">
        It reads the key from <Code>TOPUP_API_KEY</Code>.
        {placeholders.length > 0 && ` Replace ${placeholders.join(' and ')}: we don’t store them.`}
        {whyNotKept(request.request) !== null && ' Save the body as body.json: we don’t store it.'}
        {request.path.endsWith('/purchase') && ' It uses a new reference. With a live key, it spends real money.'}
      </Text>
    </Panel>
  );
}
