import { Group, ScrollArea, SimpleGrid, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { AccountSales, AccountSalesGroup, Performance, Range } from '@topup/dashboard-contract';
import { useState } from 'react';
import { keptQuery } from '../../api/queries';
import { formatCount } from '../../format/numbers';
import { Choice, type Form, FormChoice } from '../../ui/form/choice';
import { Loaded, Panel } from '../../ui/page/page';
import { LateBarPlot } from '../../ui/plot/late-bar-plot';
import { PLOT_HEIGHT } from '../../ui/plot/plot-frame';
import { type Column, DataTable } from '../../ui/table/data-table';
import { TextLink } from '../../ui/text/links';
import { Hint } from '../../ui/text/values';
import { GROUPS, groupName, SINGLES, singleBars, summariseSingle } from './performance';
import { LATENCY_COLUMNS, pointColumns, pointRows, SUCCESS_COLUMN, useSeriesChoice } from './performance-parts';

/** Rates and times change slowly, and reading them costs more than the rest of the page. */
const REFRESH_MS = 60_000;

export default function PerformancePanel({ range }: { range: Range }) {
  const [by, setBy] = useState<AccountSalesGroup>('product');
  const [form, setForm] = useState<Form>('plot');
  const sales = useQuery({
    ...keptQuery<AccountSales>('/api/overview/sales', { query: { range, by } }),
    refetchInterval: REFRESH_MS,
  });
  return (
    <Panel
      title="Success rate and latency"
      actions={
        <Group gap="xs">
          <Choice<AccountSalesGroup> label="Compare" value={by} onChange={setBy} choices={GROUPS} />
          <FormChoice value={form} onChange={setForm} />
        </Group>
      }
    >
      <Loaded query={sales} height={PLOT_HEIGHT + 200}>
        {(read) => <Figures sales={read} form={form} busy={read.range !== range || read.by !== by} />}
      </Loaded>
    </Panel>
  );
}

function Figures({ sales, form, busy }: { sales: AccountSales; form: Form; busy: boolean }) {
  const { by, groups, all } = sales;
  const { series, choice } = useSeriesChoice({
    label: form === 'plot' ? 'Charts of' : 'Table of',
    all,
    groups,
    nameOf: (key) => groupName(by, key),
  });
  return (
    <Stack gap="md">
      <GroupsTable sales={sales} />
      {choice}
      {form === 'table' ? (
        <ScrollArea.Autosize mah={360} type="auto">
          <DataTable
            caption={`${series.name}, newest first`}
            columns={pointColumns(sales.range)}
            rows={pointRows(sales.points, series)}
            idOf={({ at }) => at}
          />
        </ScrollArea.Autosize>
      ) : (
        <SimpleGrid cols={{ base: 1, lg: 2 }}>
          {(['success', 'latency'] as const).map((measure) => (
            <Stack key={measure} gap="xs" miw={0}>
              <Title order={3} size="h5">
                {SINGLES[measure].title}
              </Title>
              <LateBarPlot
                bars={(look, scheme) => singleBars(sales, series, measure, look, scheme)}
                values={SINGLES[measure].values}
                label={summariseSingle(series, measure)}
                busy={busy}
              />
            </Stack>
          ))}
        </SimpleGrid>
      )}
      <Hint size="xs">
        The success rate is the share of completed purchases that were successful. Latency is the time from acceptance
        to delivery, of successful purchases, within 5%. Half took p50 or less, and 95% took p95 or less.
      </Hint>
    </Stack>
  );
}

type Row = Performance & { key: string | null; lists: AccountSales['all']['lists'] };

/** The figures of the range by group. The list has no filter by network, so those figures lead nowhere. */
function GroupsTable({ sales: { by, groups, all } }: { sales: AccountSales }) {
  const columns: Column<Row>[] = [
    { header: GROUPS[by], cell: ({ key }) => (key === null ? 'All' : groupName(by, key)), names: true },
    // first, because a tablet scrolls to the last ones
    { ...SUCCESS_COLUMN, phone: 'end' },
    ...LATENCY_COLUMNS,
    countColumn('Purchases', 'purchases'),
    countColumn('Successful', 'success'),
    countColumn('Failed or refunded', 'failed'),
  ];
  return (
    <DataTable
      caption={`By ${by}, largest volume first`}
      columns={columns}
      rows={[...groups, { ...all, key: null }]}
      idOf={({ key }) => key ?? 'all'}
    />
  );
}

const countColumn = (header: string, name: 'purchases' | 'success' | 'failed'): Column<Row> => ({
  header,
  cell: ({ [name]: count, lists }) =>
    lists === null ? (
      formatCount(count)
    ) : (
      <TextLink to="/transactions" search={lists[name]}>
        {formatCount(count)}
      </TextLink>
    ),
  end: true,
});
