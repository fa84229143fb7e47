import { IconReportMoney } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { MarginRow, Margins } from '@topup/dashboard-contract';
import { MetricCards } from '../../account/overview/metric-cards';
import { VALUES } from '../../account/overview/sales-kinds';
import { keptQuery } from '../../api/queries';
import { formatNaira } from '../../format/naira';
import { counted, percentText } from '../../format/numbers';
import { isKeyOf } from '../../format/read-filters';
import { EmptyState, Loaded, Page, Panel } from '../../ui/page/page';
import { LateBarPlot } from '../../ui/plot/late-bar-plot';
import { type BarSeries, barsOf } from '../../ui/plot/plot-frame';
import { type Filter, FilterBar, useFilters } from '../../ui/table/filters';
import { ExportCsv, ListPanel, TablePanel } from '../../ui/table/table-panel';
import { Money } from '../../ui/text/values';
import { OnlyAccount } from '../links';
import {
  type Group as By,
  GROUPS,
  type MarginFilter,
  marginColumns,
  purchaseColumns,
  shortDay,
  unknownCard,
} from './margin-columns';

const FILTERS: Filter[] = [{ name: 'by', label: 'Group by', choices: GROUPS, all: null }, 'product', 'days'];

export default function OperatorMarginPage() {
  const [{ by: asked, ...span }] = useFilters<MarginFilter>();
  const { account, product, from, to } = span;
  const query = { account, product, from, to };
  const by: By = isKeyOf(GROUPS, asked) ? asked : 'day';
  // of single purchases there are no sums: then the plot and the cards are those by day
  const margins = useQuery(
    keptQuery<Margins>('/api/operator/margin', { query: { ...query, by: by === 'purchase' ? 'day' : by } }),
  );
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
              <MarginPlot margins={known} />
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

const margin = ({ margin }: MarginRow): number => Number(margin);
const BARS: BarSeries<MarginRow>[] = [
  {
    name: 'Margin',
    color: { light: ['teal', 7], dark: ['teal', 5] },
    value: (day) => (margin(day) >= 0 ? margin(day) : null),
  },
  {
    name: 'Loss',
    color: { light: ['red', 9], dark: ['red', 5] },
    value: (day) => (margin(day) < 0 ? margin(day) : null),
  },
];

/** One bar for each day, down for a loss. Screen readers get the sum; the table by day has every value. */
function MarginPlot({ margins: { points, total } }: { margins: Margins }) {
  const days = points.map(({ key }) => shortDay(key));
  return (
    <LateBarPlot
      bars={(look, scheme) => barsOf({ series: BARS }, points, days, { look, scheme })}
      values={VALUES.product}
      label={`Margin of ${counted(points.length, 'day')}: ${formatNaira(total.margin)}. The table has all values.`}
      stacked
    />
  );
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
        unknownCard(total),
      ]}
    />
  );
}
