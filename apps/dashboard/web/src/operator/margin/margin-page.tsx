import { Skeleton } from '@mantine/core';
import { IconReportMoney } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Margins } from '@topup/dashboard-contract';
import { lazy, Suspense } from 'react';
import { MetricCards } from '../../account/overview/metric-cards';
import { PRODUCTS } from '../../account/transactions/transaction-filters';
import { thingQuery } from '../../api/queries';
import { counted, formatCount } from '../../format/numbers';
import { isKeyOf } from '../../format/read-filters';
import { EmptyState } from '../../ui/page/empty-state';
import { Loaded } from '../../ui/page/loaded';
import { Page } from '../../ui/page/page';
import { Panel } from '../../ui/page/panel';
import { PLOT_HEIGHT } from '../../ui/plot/plot-frame';
import { ExportCsv } from '../../ui/table/export-csv';
import { type Filter, FilterBar } from '../../ui/table/filter-bar';
import { ListPanel, TablePanel } from '../../ui/table/table-panel';
import { useFilters } from '../../ui/table/use-filters';
import { Money } from '../../ui/text/money';
import { OnlyAccount } from '../links';
import { marginColumns, purchaseColumns } from './margin-columns';
import { type Group as By, GROUPS, type MarginFilter, percentText } from './margin-groups';

// As on the overview: the values do not wait for the plot library.
const MarginPlot = lazy(async () => ({ default: (await import('./margin-plot')).MarginPlot }));

const FILTERS: Filter[] = [
  { name: 'by', label: 'Group by', choices: GROUPS, all: null },
  { name: 'product', label: 'Product', choices: PRODUCTS },
  'days',
];

export default function OperatorMarginPage() {
  const [{ by: asked, ...span }] = useFilters<MarginFilter>();
  const { account, product, from, to } = span;
  const query = { account, product, from, to };
  const by: By = isKeyOf(GROUPS, asked) ? asked : 'day';
  // of single purchases there are no sums: then the plot and the cards are those by day
  const margins = useQuery({
    ...thingQuery<Margins>('/api/operator/margin', { query: { ...query, by: by === 'purchase' ? 'day' : by } }),
    placeholderData: keepPreviousData,
  });
  return (
    <Page
      title="Margin"
      about="Price minus our cost, for successful purchases. Refunded purchases don’t count."
      actions={<ExportCsv path="/api/operator/margin.csv" filters={{ ...query, by }} />}
    >
      <FilterBar filters={FILTERS}>
        <OnlyAccount />
      </FilterBar>
      <Loaded query={margins} height={480}>
        {(known) => (
          <>
            <Totals margins={known} />
            <Panel title={from || to ? 'Margin by day' : 'Margin by day, last 7 days'}>
              <Suspense fallback={<Skeleton height={PLOT_HEIGHT} />}>
                <MarginPlot points={known.points} total={known.total} />
              </Suspense>
            </Panel>
            {by !== 'purchase' && (
              <TablePanel
                title={by === 'day' ? 'By day, newest first' : `By ${by}, largest margin first`}
                caption={`Margin by ${by}`}
                columns={marginColumns(by, span)}
                rows={known.rows}
                idOf={({ key }) => key}
                empty={NOTHING}
              />
            )}
          </>
        )}
      </Loaded>
      {by === 'purchase' && (
        <ListPanel
          title="By purchase, newest first"
          caption="Margin by purchase"
          path="/api/operator/margin/purchases"
          query={query}
          csv={false}
          poll={false}
          columns={purchaseColumns}
          idOf={({ id }) => id}
          empty={NOTHING}
        />
      )}
    </Page>
  );
}

const NOTHING = (
  <EmptyState title="No sales in this period" icon={IconReportMoney}>
    Choose other days, or remove a filter.
  </EmptyState>
);

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
