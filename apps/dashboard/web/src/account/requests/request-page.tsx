import { Anchor, Code, Grid, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { LoggedRequest } from '@topup/dashboard-contract';
import { type ReactNode, useState } from 'react';
import { thingQuery } from '../../api/queries';
import { formatDuration } from '../../format/time';
import { useMe } from '../../layout/use-me';
import { Loaded } from '../../ui/page/loaded';
import { PageHeader } from '../../ui/page/page-header';
import { Panel } from '../../ui/page/panel';
import { DataTable } from '../../ui/table/data-table';
import { CodeBlock } from '../../ui/text/code-block';
import { Copied } from '../../ui/text/copied';
import { Facts } from '../../ui/text/facts';
import { TextLink } from '../../ui/text/links';
import { StatusBadge } from '../../ui/text/status-badge';
import { When } from '../../ui/text/when';
import { LACKS_MONEY, WhereToPay } from '../../ui/text/where-to-pay';
import { DELIVERY_COLUMNS } from '../developers/deliveries-panel';
import { placeholdersIn, toCurl, whyNotKept } from './curl';
import { RequestStatus } from './request-status';

const route = getRouteApi('/shell/account/developers/requests/$id');

export function RequestPage() {
  const { id } = route.useParams();
  const request = useQuery(thingQuery<LoggedRequest>(`/api/requests/${id}`));
  const { data } = request;
  return (
    <Stack gap="md">
      <PageHeader
        title={data === undefined ? 'Request' : `${data.method} ${data.path}`}
        about={<TextLink to="/developers/requests">All requests</TextLink>}
      />
      <Loaded query={request} height={320}>
        {(known) => <Parts request={known} />}
      </Loaded>
    </Stack>
  );
}

function Parts({ request }: { request: LoggedRequest }) {
  return (
    <Grid gap="md">
      <Grid.Col span={{ base: 12, lg: 6 }}>
        <Stack>
          <Panel title="Summary">
            <RequestFacts request={request} />
          </Panel>
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
          <Deliveries request={request} />
        </Grid.Col>
      )}
    </Grid>
  );
}

const HUNG_UP = 'Your server closed the connection before we responded.';

function RequestFacts({ request }: { request: LoggedRequest }) {
  const { errorCode, durationMs, at, reference, requestId, keyName, keyDisplay, purchase } = request;
  return (
    <Facts
      rows={[
        ['Status', <RequestStatus key="status" status={request.status} errorCode={null} />],
        ...only(errorCode, (code) => ['Error', <ErrorLink key="error" code={code} />]),
        ...(errorCode === LACKS_MONEY ? [['Fund your wallet', <WhereToPay key="pay" />] as [string, ReactNode]] : []),
        ['Duration', formatDuration(durationMs)],
        ['Time', <When key="at" at={at} />],
        ['API key', `${keyName} (${keyDisplay})`],
        ...only(reference, (text) => ['Reference', <Copied key="reference" text={text} what="reference" />]),
        ...only(purchase, (known) => [
          'Purchase',
          <Group key="purchase" gap="xs">
            <TextLink to="/transactions/$reference" params={{ reference: known.reference }}>
              {known.description}
            </TextLink>
            <StatusBadge status={known.status} />
          </Group>,
        ]),
        ['Request ID', <Copied key="id" text={requestId} what="request ID" />],
      ]}
    />
  );
}

/** One line of facts, when there is one. */
const only = <Thing,>(thing: Thing | null, line: (thing: Thing) => [string, ReactNode]): [string, ReactNode][] =>
  thing === null ? [] : [line(thing)];

function ErrorLink({ code }: { code: string }) {
  const { docsUrl } = useMe();
  return (
    <>
      <Code>{code}</Code>{' '}
      <Anchor href={`${docsUrl}/errors#${code}`} target="_blank" rel="noreferrer" inherit underline="always">
        About this error
      </Anchor>
    </>
  );
}

/** JSON as it was kept. `what` names it for screen readers. */
function Body({ what, body, none }: { what: string; body: unknown; none: string }) {
  const missing = body === null ? none : whyNotKept(body);
  if (missing !== null)
    return (
      <Text size="sm" c="dimmed">
        {missing}
      </Text>
    );
  return (
    <Stack gap="xs">
      <CodeBlock what={what} code={JSON.stringify(body, null, 2)} />
      <Text size="xs" c="dimmed">
        Numbers, tokens, keys and names are masked.
      </Text>
    </Stack>
  );
}

function CopyAsCurl({ request }: { request: LoggedRequest }) {
  const { apiUrl } = useMe();
  const [fresh] = useState(() => `order-${crypto.randomUUID()}`);
  const curl = toCurl(request, { api: apiUrl.replace(/\/$/, ''), fresh });
  const placeholders = placeholdersIn(curl);
  return (
    <Panel title="Copy as curl">
      <Stack gap="xs">
        <CodeBlock what="curl command" code={curl} />
        <Text size="sm">
          It reads the key from <Code>TOPUP_API_KEY</Code>.
          {placeholders.length > 0 && ` Replace ${placeholders.join(' and ')}: we don’t store them.`}
          {whyNotKept(request.request) !== null && ' Save the body as body.json: we don’t store it.'}
          {request.path.endsWith('/purchase') && ' It uses a new reference. With a live key, it spends real money.'}
        </Text>
      </Stack>
    </Panel>
  );
}

function Deliveries({ request: { deliveries } }: { request: LoggedRequest }) {
  return (
    <Panel title="Deliveries for this purchase" flush={deliveries.length > 0}>
      {deliveries.length > 0 ? (
        <DataTable
          caption="Deliveries for this purchase, oldest first"
          columns={DELIVERY_COLUMNS}
          rows={deliveries}
          idOf={({ id }) => id}
        />
      ) : (
        <Text size="sm" c="dimmed">
          No events were sent for this purchase.
        </Text>
      )}
    </Panel>
  );
}
