import { NativeSelect, SimpleGrid } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { EndpointRates, Range, RequestRates } from '@topup/dashboard-contract';
import { useState } from 'react';
import { keptQuery } from '../../api/queries';
import { formatCount, formatRate } from '../../format/numbers';
import { formatDuration } from '../../format/time';
import { RangeChoice } from '../../ui/form/choice';
import { EmptyState, Loaded, Page, Panel } from '../../ui/page/page';
import { LateBarPlot } from '../../ui/plot/late-bar-plot';
import { PLOT_HEIGHT } from '../../ui/plot/plot-frame';
import { type Column, TablePanel } from '../../ui/table/table-panel';
import { ButtonLink, TextLink } from '../../ui/text/links';
import { Hint } from '../../ui/text/values';
import { barsOf, MEASURES, summarise } from './rates';

export default function RatesPage() {
  const [range, setRange] = useState<Range>('24h');
  const rates = useQuery(keptQuery<RequestRates>('/api/request-rates', { query: { range } }));
  return (
    <Page
      title="Errors and latency"
      about={<TextLink to="/developers/requests">All requests</TextLink>}
      actions={<RangeChoice value={range} onChange={setRange} />}
    >
      <Loaded query={rates} height={PLOT_HEIGHT + 200}>
        {(read) => <Panels rates={read} busy={read.range !== range} />}
      </Loaded>
    </Page>
  );
}

function Panels({ rates, busy }: { rates: RequestRates; busy: boolean }) {
  const [chosen, setChosen] = useState('');
  const { endpoints, sample } = rates;
  const shown = endpoints.find(({ endpoint }) => endpoint === chosen) ?? endpoints[0];
  if (shown === undefined) return <Nothing />;
  return (
    <>
      <NativeSelect
        label="Endpoint"
        data={endpoints.map(({ endpoint }) => endpoint)}
        value={shown.endpoint}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        maw="24rem"
      />
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        {(['errors', 'latency'] as const).map((measure) => (
          <Panel key={measure} title={MEASURES[measure].title}>
            <LateBarPlot
              bars={(look, scheme) => barsOf(rates, shown, measure, look, scheme)}
              values={MEASURES[measure].values}
              label={summarise(shown, measure)}
              busy={busy}
            />
          </Panel>
        ))}
      </SimpleGrid>
      <TablePanel
        title="By endpoint"
        caption="Error rate and latency by endpoint, busiest first"
        columns={columnsOf(sample)}
        rows={endpoints}
        idOf={({ endpoint }) => endpoint}
        empty={null}
      />
      <Hint size="xs">
        {sample === null
          ? 'All requests of the period count.'
          : `Based on a sample: at most the newest ${sample.requests} requests of every ${spanName(sample.minutes)}.`}{' '}
        An error is a 4xx or 5xx response, or a request where your server disconnected. A failed purchase (424) is none.
        Half of requests took p50 or less, and 95% took p95 or less.
      </Hint>
    </>
  );
}

const columnsOf = (sample: RequestRates['sample']): Column<EndpointRates>[] => [
  {
    header: 'Endpoint',
    cell: ({ endpoint }) => (
      <TextLink to="/developers/requests" search={{ endpoint }}>
        {endpoint}
      </TextLink>
    ),
    names: true,
  },
  {
    header: sample === null ? 'Requests' : 'Sampled requests',
    cell: ({ requests }) => formatCount(requests),
    end: true,
  },
  { header: 'Error rate', cell: ({ errorRate }) => formatRate(errorRate), end: true },
  { header: 'p50', cell: ({ p50Ms }) => formatDuration(p50Ms), end: true },
  { header: 'p95', cell: ({ p95Ms }) => formatDuration(p95Ms), end: true },
];

const spanName = (minutes: number): string => (minutes < 60 ? `${minutes} minutes` : `${minutes / 60} hours`);

function Nothing() {
  return (
    <Panel title="Error rate">
      <EmptyState
        title="No requests in this period"
        action={<ButtonLink to="/developers/quick-start">Open quick start</ButtonLink>}
      >
        Error rate and latency appear here after your first request.
      </EmptyState>
    </Panel>
  );
}
