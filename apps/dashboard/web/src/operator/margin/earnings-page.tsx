import { Text } from '@mantine/core';
import { IconCoins } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Earnings, EarningsRow, EarningsSum, Product } from '@topup/dashboard-contract';
import { MetricCards } from '../../account/overview/metric-cards';
import { keptQuery } from '../../api/queries';
import { counted, formatCount, percentText } from '../../format/numbers';
import { DISCOUNTED, PRODUCTS } from '../../generated/vocabulary';
import { EmptyState, Loaded, Page, Panel } from '../../ui/page/page';
import type { Column } from '../../ui/table/data-table';
import { ExportCsv, TablePanel } from '../../ui/table/table-panel';
import { serviceName } from '../../ui/text/names';
import { Money, Small } from '../../ui/text/values';
import { Earned, UNKNOWN, unknownCard } from './margin-columns';

const PATH = '/api/operator/earnings';

export default function OperatorEarningsPage() {
  const earnings = useQuery(keptQuery<Earnings>(PATH, {}));
  return (
    <Page
      title="Earnings"
      about="What you earned on each service in the last 30 days, today included."
      actions={<ExportCsv path={`${PATH}.csv`} />}
    >
      <Loaded query={earnings} height={480}>
        {(known) =>
          known.rows.length === 0 ? (
            <Panel title="By service" flush>
              <EmptyState title={`No sales in the last ${counted(known.days, 'day')}`} icon={IconCoins} />
            </Panel>
          ) : (
            <>
              <Totals total={known.total} />
              {known.products.map((total) => (
                <OfProduct
                  key={total.product}
                  total={total}
                  rows={known.rows.filter(({ product }) => product === total.product)}
                />
              ))}
            </>
          )
        }
      </Loaded>
    </Page>
  );
}

function Totals({ total }: { total: EarningsSum }) {
  const ofFace = (percent: string | null) =>
    percent === null ? 'Nothing was sold at face value' : `${percentText(percent)} of face value`;
  return (
    <MetricCards
      cards={[
        {
          name: 'Margin',
          value: <Money amount={total.margin} gain />,
          beside: `${percentText(total.marginPercent)} of what clients paid`,
        },
        {
          name: 'Commission',
          value: <Money amount={total.commission ?? '0.00'} gain />,
          beside: ofFace(total.commissionPercent),
        },
        {
          name: 'Discounts',
          value: <Money amount={total.discount ?? '0.00'} />,
          beside: ofFace(total.discountPercent),
        },
        unknownCard(total),
      ]}
    />
  );
}

type Row = EarningsSum & { service: string | null };

/** The services of one product, and their total. */
function OfProduct({ total, rows }: { total: EarningsSum & { product: Product }; rows: EarningsRow[] }) {
  const name = PRODUCTS[total.product];
  const isAtFace = total.product in DISCOUNTED;
  return (
    <TablePanel<Row>
      title={name}
      caption={`Earnings on ${name}, largest margin first, and their total`}
      filters={
        <Text size="sm" c="dimmed" px="md" pb="sm">
          {isAtFace
            ? 'Sold at face value: you earn the provider’s commission, less the discounts of tiers.'
            : 'Sold at your prices: you earn the price, less the cost.'}
        </Text>
      }
      columns={isAtFace ? AT_FACE_VALUE : BY_PLAN}
      rows={rows.length === 1 ? rows : [...rows, { ...total, service: null }]}
      idOf={({ service }) => service ?? ''}
      empty={null}
    />
  );
}

const SERVICE: Column<Row> = {
  header: 'Service',
  cell: ({ service }) => (service === null ? 'Total' : serviceName(service)),
  names: true,
};
const PURCHASES: Column<Row> = { header: 'Purchases', cell: ({ purchases }) => formatCount(purchases), end: true };
const MARGIN: Column<Row> = { header: 'Margin', phone: 'end', cell: (row) => <Earned {...row} />, end: true };

const naira = (header: string, of: (row: Row) => string): Column<Row> => ({
  header,
  cell: (row) => <Money amount={of(row)} />,
  end: true,
});

/** An amount, and its share of the face value. */
const share = (header: string, of: 'commission' | 'discount'): Column<Row> => ({
  header,
  cell: ({ [of]: amount, [`${of}Percent` as const]: percent }) =>
    amount === null ? (
      '–'
    ) : (
      <Small whole under={<Money amount={amount} gain />}>
        {percentText(percent)}
      </Small>
    ),
  end: true,
});

const AT_FACE_VALUE: Column<Row>[] = [
  SERVICE,
  PURCHASES,
  naira('Face value', ({ face }) => face),
  share('Commission', 'commission'),
  share('Discounts', 'discount'),
  MARGIN,
  UNKNOWN,
];

const BY_PLAN: Column<Row>[] = [
  SERVICE,
  PURCHASES,
  naira('Price', ({ charged }) => charged),
  naira('Cost', ({ cost }) => cost),
  MARGIN,
  UNKNOWN,
];
