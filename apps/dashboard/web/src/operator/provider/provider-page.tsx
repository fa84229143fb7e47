import { Badge, Group, Stack, Text } from '@mantine/core';
import { IconCheck, IconPlayerPause } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ProviderHealth, ProviderRow } from '@topup/dashboard-contract';
import { thingQuery } from '../../api/queries';
import { counted, formatCount, formatRate } from '../../format/numbers';
import { formatDuration, formatSeconds } from '../../format/time';
import { PRODUCTS } from '../../generated/vocabulary';
import { EmptyState, Loaded, Page, Panel } from '../../ui/page/page';
import { type Column, DataTable } from '../../ui/table/data-table';
import { FilterChip, useFilters } from '../../ui/table/filters';
import { TablePanel } from '../../ui/table/table-panel';
import { providerName } from '../../ui/text/names';
import { type Look, LookBadge, Money, Small, When } from '../../ui/text/values';
import { ClientServices } from './client-services';
import { ClosedServices } from './closed-services';

export default function OperatorProviderPage() {
  const [{ provider }, set] = useFilters<'provider'>();
  const health = useQuery(thingQuery<ProviderHealth>('/api/operator/provider', { query: { provider }, poll: true }));
  const chip = provider !== undefined && (
    <FilterChip onClear={() => set('provider', '')}>{`Only ${providerName(provider)}`}</FilterChip>
  );
  return (
    <Page
      title="Providers"
      about="Floats, closed services and performance. Each order goes to the first provider that can take it."
      actions={chip}
    >
      <Loaded query={health}>
        {({ providers, breakers, lastHour }) => (
          <>
            <ProvidersPanel providers={providers} />
            <ClosedServices breakers={breakers} providers={providers} query={{ provider }} />
            <TablePanel
              title="Provider performance, last hour"
              caption="Purchases sent in the last hour, by provider and product"
              columns={productColumns}
              rows={lastHour.every(({ sent }) => sent === 0) ? [] : lastHour}
              idOf={({ provider, product }) => `${provider} ${product}`}
              empty={<EmptyState title="No purchases sent in the last hour" />}
            />
          </>
        )}
      </Loaded>
      <ClientServices />
    </Page>
  );
}

type Row = ProviderHealth['lastHour'][number];

const productColumns: Column<Row>[] = [
  {
    header: 'Provider and product',
    cell: ({ provider, product }) => `${providerName(provider)}: ${PRODUCTS[product]}`,
    names: true,
  },
  { header: 'Sent', cell: ({ sent }) => formatCount(sent), end: true },
  { header: 'Successful', cell: ({ success }) => formatCount(success), end: true },
  { header: 'Failed', cell: ({ failed }) => formatCount(failed), end: true },
  { header: 'Pending', cell: ({ open }) => formatCount(open), end: true },
  // Of the final purchases: the open ones may still become either.
  {
    header: 'Success rate',
    cell: ({ success, failed }) => formatRate(success + failed === 0 ? null : success / (success + failed)),
    end: true,
  },
  {
    header: 'Median time',
    cell: ({ medianSeconds }) => (medianSeconds === null ? '–' : formatSeconds(medianSeconds)),
    end: true,
  },
];

/** All providers in the order of preference, with what is left of our money there. */
function ProvidersPanel({ providers }: { providers: ProviderRow[] }) {
  const rows = providers.map((provider, place) => ({ ...provider, place: place + 1 }));
  return (
    <Panel title="Providers and floats" flush>
      <DataTable
        caption="Providers, in order of preference"
        columns={providerColumns}
        rows={rows}
        idOf={({ name }) => name}
      />
    </Panel>
  );
}

type Placed = ProviderRow & { place: number };

const OPEN: Look = { word: 'Open', icon: IconCheck, tone: 'good' };
const CLOSED: Look = { word: 'Closed', icon: IconPlayerPause, tone: 'bad' };

const providerColumns: Column<Placed>[] = [
  { header: 'Provider', cell: ({ place, name }) => `${place}. ${providerName(name)}`, names: true },
  { header: 'Sells', cell: ({ sells }) => sells.map((product) => PRODUCTS[product]).join(', ') },
  { header: 'Status', phone: 'plain', cell: (provider) => <State provider={provider} /> },
  { header: 'Float', phone: 'end', cell: ({ float }) => <Float float={float} />, end: true },
  {
    header: 'Alert below',
    cell: ({ float: { mark } }) => (mark === null ? '–' : <Money amount={mark} />),
    end: true,
  },
  {
    header: 'Cost per hour',
    cell: ({ burnPerHour }) => (
      <>
        <Money amount={burnPerHour} />
        <Small whole>over the last 3 hours</Small>
      </>
    ),
    end: true,
  },
  {
    header: 'Lasts for',
    cell: (provider) => (provider.float.amount === null ? '–' : hoursText(provider)),
    end: true,
  },
];

/** Whether orders go there, and what became of them lately: an open provider may answer none. */
function State({ provider: { closed, unanswered } }: { provider: ProviderRow }) {
  return (
    <Stack gap={2} align="flex-start">
      <LookBadge {...(closed ? CLOSED : OPEN)} />
      {unanswered !== null && (
        <Text size="xs" component="div">
          {formatCount(unanswered.orders)} of {counted(unanswered.of, 'order')} in the last hour got no answer. The last
          one was sent <When at={unanswered.lastAt} />.
        </Text>
      )}
    </Stack>
  );
}

function Float({ float: { amount, readAt, fault, low } }: Pick<ProviderRow, 'float'>) {
  return (
    <Stack gap={2} align="flex-end">
      <Group gap="xs" wrap="nowrap">
        {low && (
          <Badge color="red" variant="light">
            Low
          </Badge>
        )}
        {amount === null ? <Text size="sm">Unknown</Text> : <Money amount={amount} fw={600} />}
      </Group>
      {readAt !== null && (
        <Text size="xs" c="dimmed" component="div">
          Updated <When at={readAt} />
        </Text>
      )}
      {fault !== null && (
        <Text size="xs" c="dimmed" ta="end">
          {fault}
        </Text>
      )}
    </Stack>
  );
}

function hoursText({ hoursLeft: hours, burnPerHour }: ProviderRow): string {
  if (hours === null) return Number(burnPerHour) === 0 ? 'No sales' : 'Too early to tell: under an hour of sales';
  if (hours >= 2_400) return 'Over 100 days';
  if (hours >= 48) return `${Math.floor(hours / 24)} days`;
  return hours < 1 / 60 ? 'Under 1 min' : formatDuration(Math.floor(hours * 60) * 60_000);
}
