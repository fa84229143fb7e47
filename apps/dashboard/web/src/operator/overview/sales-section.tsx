import { Group, ScrollArea, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Range, SalesFigures, SalesGroup, SalesSeries, ServiceSales } from '@topup/dashboard-contract';
import { type ReactNode, useState } from 'react';
import { singleBars } from '../../account/overview/performance';
import {
  LATENCY_COLUMNS,
  pointColumns,
  pointRows,
  SUCCESS_COLUMN,
  useSeriesChoice,
} from '../../account/overview/performance-parts';
import { keptQuery } from '../../api/queries';
import { counted, formatCount } from '../../format/numbers';
import { Choice, type Form, FormChoice, RangeChoice } from '../../ui/form/choice';
import { Loaded, Panel } from '../../ui/page/page';
import { LateBarPlot } from '../../ui/plot/late-bar-plot';
import { PLOT_HEIGHT } from '../../ui/plot/plot-frame';
import { type Column, DataTable } from '../../ui/table/data-table';
import { TextLink } from '../../ui/text/links';
import { Hint, Money } from '../../ui/text/values';
import { GROUPS, groupName, isStacked, MEASURES, type Measure, stackedBars, summarise } from './sales-measures';

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
    ...keptQuery<ServiceSales>('/api/operator/overview/sales', { query: { range, by } }),
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
      <Hint size="xs">
        Purchases count at the time when they were accepted. Volume is what successful purchases cost the clients.
      </Hint>
      <Hint size="xs">
        The success rate is the share of completed purchases that were successful.
        {by === 'provider' && ' At a provider, every attempt counts, even if another provider delivered later.'}
      </Hint>
      <Hint size="xs">
        Latency is the time from acceptance to delivery, of all successful purchases, within 5%. Half took p50 or less,
        and 95% took p95 or less.
      </Hint>
      <Hint size="xs">Margin is the price minus our cost. Purchases with an unknown cost do not count.</Hint>
    </Stack>
  );
}

/** Columns of figures that lead nowhere. */
const MARGIN_COLUMNS: Column<SalesFigures>[] = [
  { header: 'Margin', cell: ({ margin }) => <Money amount={margin} gain />, end: true },
  { header: 'Unknown cost', cell: ({ unknownCost }) => formatCount(unknownCost), end: true },
];

/** The values of the plots, newest first, of one group or of all. */
function PointsTable({ sales, series }: { sales: ServiceSales; series: SalesSeries & { name: string } }) {
  const rows = pointRows(sales.points, series);
  const columns: Column<SalesFigures & { at: string }>[] = [...pointColumns(sales.range), ...MARGIN_COLUMNS];
  const title = `${series.name}, newest first`;
  return (
    <Panel title={title} flush>
      <ScrollArea.Autosize mah={480} type="auto">
        <DataTable caption={title} columns={columns} rows={rows} idOf={({ at }) => at} />
      </ScrollArea.Autosize>
    </Panel>
  );
}

/** `key` null: all groups together. */
type Row = SalesFigures & { key: string | null };

/** The figures of the range by group. Those that count purchases lead to the list of exactly these. */
export function GroupsTable({ sales }: { sales: ServiceSales }) {
  const { by, from, to, groups, all } = sales;
  const rows: Row[] = [...groups, { ...all, key: null }];
  const only = ({ key }: Row) => ({ from, to, ...(key !== null && { [by]: key }) });
  const failed = (row: Row) =>
    by === 'provider' && row.key !== null ? { from, to, failedAt: row.key } : { ...only(row), status: 'unsuccessful' };
  const columns: Column<Row>[] = [
    { header: GROUPS[by], cell: ({ key }) => (key === null ? 'All' : groupName(by, key)), names: true },
    {
      header: 'Purchases',
      cell: (row) => <Counted search={only(row)}>{formatCount(row.purchases)}</Counted>,
      end: true,
    },
    {
      header: 'Volume',
      phone: 'end',
      cell: (row) => (
        <Counted search={{ ...only(row), status: 'success' }}>
          <Money amount={row.volume} />
        </Counted>
      ),
      end: true,
    },
    SUCCESS_COLUMN,
    { header: 'Failed', cell: (row) => <Counted search={failed(row)}>{formatCount(row.failed)}</Counted>, end: true },
    ...LATENCY_COLUMNS,
    ...MARGIN_COLUMNS,
  ];
  const title = `By ${by}, largest volume first`;
  return (
    <Panel title={title} flush>
      <DataTable caption={title} columns={columns} rows={rows} idOf={({ key }) => key ?? 'all'} />
    </Panel>
  );
}

/** Leads to the purchases that a figure counts. */
const Counted = ({ search, children }: { search: Record<string, string>; children: ReactNode }) => (
  <TextLink to="/operator/purchases" search={search}>
    {children}
  </TextLink>
);
