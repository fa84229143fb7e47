import { Group, NativeSelect, Skeleton, Stack } from '@mantine/core';
import { IconReportMoney } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { AccountDetail, Margins, PurchaseMarginRow } from '@topup/dashboard-contract';
import { lazy, Suspense } from 'react';
import { MetricCards } from '../../account/overview/metric-cards';
import { PRODUCTS } from '../../account/transactions/transaction-filters';
import { listQuery, thingQuery } from '../../api/queries';
import type { Query } from '../../api/request';
import { counted, formatCount } from '../../format/numbers';
import { isKeyOf } from '../../format/read-filters';
import { EmptyState } from '../../ui/page/empty-state';
import { Loaded } from '../../ui/page/loaded';
import { PageHeader } from '../../ui/page/page-header';
import { Panel } from '../../ui/page/panel';
import { PLOT_HEIGHT } from '../../ui/plot/plot-frame';
import { ChoiceFilter } from '../../ui/table/choice-filter';
import { DataTable } from '../../ui/table/data-table';
import { DayInputs } from '../../ui/table/day-inputs';
import { ExportCsv } from '../../ui/table/export-csv';
import { FilterChip } from '../../ui/table/filter-chip';
import { PagedTable } from '../../ui/table/paged-table';
import { useFilters } from '../../ui/table/use-filters';
import { Money } from '../../ui/text/money';
import { marginColumns, purchaseColumns } from './margin-columns';
import { type Group as By, GROUPS, type MarginFilter, percentText } from './margin-groups';

// As on the overview: the values do not wait for the plot library.
const MarginPlot = lazy(async () => ({ default: (await import('./margin-plot')).MarginPlot }));

type Filters = Partial<Record<MarginFilter, string>>;

export function OperatorMarginPage() {
  const [filters, set] = useFilters<MarginFilter>();
  const { by: asked, ...span } = filters;
  const { account, product, from, to } = span;
  const query = { account, product, from, to };
  const by: By = isKeyOf(GROUPS, asked) ? asked : 'day';
  // of single purchases there are no sums: then the plot and the cards are those by day
  const margins = useQuery({
    ...thingQuery<Margins>('/api/operator/margin', { query: { ...query, by: by === 'purchase' ? 'day' : by } }),
    placeholderData: keepPreviousData,
  });
  return (
    <Stack gap="md">
      <PageHeader
        title="Margin"
        about="Price minus our cost, for successful purchases. Refunded purchases don’t count."
        actions={<ExportCsv path="/api/operator/margin.csv" filters={{ ...query, by }} />}
      />
      <FilterBar by={by} filters={filters} set={set} />
      <Loaded query={margins} height={480}>
        {(known) => (
          <>
            <Totals margins={known} />
            <Panel title={from || to ? 'Margin by day' : 'Margin by day, last 7 days'}>
              <Suspense fallback={<Skeleton height={PLOT_HEIGHT} />}>
                <MarginPlot points={known.points} total={known.total} />
              </Suspense>
            </Panel>
            {by !== 'purchase' && <Sums by={by} span={span} margins={known} />}
          </>
        )}
      </Loaded>
      {by === 'purchase' && <Purchases query={query} />}
    </Stack>
  );
}

function FilterBar({ by, filters, set }: { by: By; filters: Filters; set(name: MarginFilter, text: string): void }) {
  const { account, product = '', from, to } = filters;
  return (
    <Group component="search" gap="sm" align="flex-end">
      <NativeSelect
        label="Group by"
        data={Object.entries(GROUPS).map(([value, label]) => ({ value, label }))}
        value={by}
        onChange={({ currentTarget }) => set('by', currentTarget.value)}
      />
      <ChoiceFilter label="Product" choices={PRODUCTS} value={product} onChange={(value) => set('product', value)} />
      <DayInputs from={from} to={to} onChange={set} />
      {account !== undefined && <OnlyAccount id={account} onClear={() => set('account', '')} />}
    </Group>
  );
}

function OnlyAccount({ id, onClear }: { id: string; onClear(): void }) {
  const account = useQuery(thingQuery<AccountDetail>(`/api/operator/accounts/${encodeURIComponent(id)}`));
  return <FilterChip onClear={onClear}>{`Only ${account.data?.name ?? 'one account'}`}</FilterChip>;
}

function Totals({ margins: { total } }: { margins: Margins }) {
  return (
    <MetricCards
      cards={[
        {
          name: 'Margin',
          value: <Money amount={total.margin} gain />,
          beside: `${percentText(total.marginPercent)} of price`,
        },
        { name: 'Price', value: <Money amount={total.price} />, beside: counted(total.purchases, 'purchase') },
        { name: 'Cost', value: <Money amount={total.cost} />, beside: 'Charged by providers' },
        {
          name: 'Unknown cost',
          value: formatCount(total.unknown),
          beside:
            total.unknown === 0 ? (
              'All purchases count'
            ) : (
              <>
                Not counted, sold for <Money amount={total.unknownPrice} />
              </>
            ),
        },
      ]}
    />
  );
}

type Span = Omit<Filters, 'by'>;

function Sums({ by, span, margins: { rows } }: { by: Exclude<By, 'purchase'>; span: Span; margins: Margins }) {
  const title = by === 'day' ? 'By day, newest first' : `By ${by}, largest margin first`;
  return (
    <Panel title={title} flush>
      {rows.length === 0 ? (
        <Nothing />
      ) : (
        <DataTable caption={`Margin by ${by}`} columns={marginColumns(by, span)} rows={rows} idOf={({ key }) => key} />
      )}
    </Panel>
  );
}

function Purchases({ query }: { query: Query }) {
  const list = useInfiniteQuery(listQuery<PurchaseMarginRow>('/api/operator/margin/purchases', { query }));
  return (
    <Panel title="By purchase, newest first" flush>
      <PagedTable
        caption="Margin by purchase"
        columns={purchaseColumns}
        idOf={({ id }) => id}
        list={list}
        empty={<Nothing />}
      />
    </Panel>
  );
}

const Nothing = () => (
  <EmptyState title="No sales in this period" icon={IconReportMoney}>
    Choose other days, or remove a filter.
  </EmptyState>
);
