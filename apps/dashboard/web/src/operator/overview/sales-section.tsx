import { Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Range, SalesGroup, ServiceSales } from '@topup/dashboard-contract';
import { useState } from 'react';
import { singleBars } from '../../account/overview/performance';
import { useSeriesChoice } from '../../account/overview/performance-parts';
import { thingQuery } from '../../api/queries';
import { counted } from '../../format/numbers';
import { Choice } from '../../ui/form/choice';
import { Loaded } from '../../ui/page/loaded';
import { Panel } from '../../ui/page/panel';
import { LateBarPlot } from '../../ui/plot/late-bar-plot';
import { type Form, FormChoice, RangeChoice } from '../../ui/plot/plot-choices';
import { PLOT_HEIGHT } from '../../ui/plot/plot-frame';
import { GROUPS, groupName, isStacked, MEASURES, type Measure, stackedBars, summarise } from './sales-measures';
import { GroupsTable, PointsTable } from './sales-tables';

const SHOWN: Measure[] = ['volume', 'success', 'latency', 'margin'];
/** How often the page reads again, in milliseconds: alerts tell at once, and the page sends two requests each time. */
export const REFRESH_MS = 60_000;
/** While older hours are still being counted. */
const COUNTING_MS = 5_000;

/** Volume, success, latency and margin of the whole service, over a range, by a group. */
export function SalesSection() {
  const [range, setRange] = useState<Range>('24h');
  const [by, setBy] = useState<SalesGroup>('product');
  const [form, setForm] = useState<Form>('plot');
  const sales = useQuery({
    ...thingQuery<ServiceSales>('/api/operator/overview/sales', { query: { range, by } }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data !== undefined && state.data.uncounted > 0 ? COUNTING_MS : REFRESH_MS),
  });
  return (
    <>
      <Group gap="xs">
        <Choice<SalesGroup> label="Group by" value={by} onChange={setBy} choices={GROUPS} />
        <RangeChoice value={range} onChange={setRange} />
        <FormChoice value={form} onChange={setForm} />
      </Group>
      <Loaded query={sales} height={2 * PLOT_HEIGHT + 200}>
        {(read) => <Sales sales={read} form={form} busy={read.range !== range || read.by !== by} />}
      </Loaded>
    </>
  );
}

function Sales({ sales, form, busy }: { sales: ServiceSales; form: Form; busy: boolean }) {
  const { by, groups, all, uncounted } = sales;
  const { series, choice } = useSeriesChoice({
    label: 'Success rate, latency and table of',
    all,
    groups,
    nameOf: (key) => groupName(by, key),
  });
  return (
    <>
      {uncounted > 0 && (
        <Text size="sm" c="dimmed" role="status">
          Counting {counted(uncounted, 'older hour')}. Until then, figures are incomplete.
        </Text>
      )}
      {choice}
      {form === 'table' ? (
        <PointsTable sales={sales} series={series} />
      ) : (
        <SimpleGrid cols={{ base: 1, lg: 2 }}>
          {SHOWN.map((measure) => (
            <Panel key={measure} title={MEASURES[measure].title}>
              <LateBarPlot
                bars={(look, scheme) =>
                  isStacked(measure)
                    ? stackedBars(sales, measure, look, scheme)
                    : singleBars(sales, series, measure, look, scheme)
                }
                values={MEASURES[measure].values}
                stacked={isStacked(measure)}
                label={summarise(sales, series, measure)}
                busy={busy}
              />
            </Panel>
          ))}
        </SimpleGrid>
      )}
      <GroupsTable sales={sales} />
      <WhatIsCounted by={by} />
    </>
  );
}

function WhatIsCounted({ by }: { by: SalesGroup }) {
  return (
    <Stack gap={2}>
      <Text size="xs" c="dimmed">
        Purchases count at the time when they were accepted. Volume is what successful purchases cost the clients.
      </Text>
      <Text size="xs" c="dimmed">
        The success rate is the share of completed purchases that were successful.
        {by === 'provider' && ' At a provider, every attempt counts, also when another provider delivered later.'}
      </Text>
      <Text size="xs" c="dimmed">
        Latency is the time from acceptance to delivery, of all successful purchases, within 5%. Half took p50 or less,
        and 95% took p95 or less.
      </Text>
      <Text size="xs" c="dimmed">
        Margin is the price minus our cost. Purchases with an unknown cost do not count.
      </Text>
    </Stack>
  );
}
