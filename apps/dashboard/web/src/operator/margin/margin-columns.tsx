import type { MarginRow, Product, PurchaseMarginRow } from '@topup/dashboard-contract';
import type { MetricCard } from '../../account/overview/metric-cards';
import { counted, formatCount, percentText } from '../../format/numbers';
import { PRODUCTS } from '../../generated/vocabulary';
import type { Column } from '../../ui/table/data-table';
import { TextLink } from '../../ui/text/links';
import { serviceName } from '../../ui/text/names';
import { Money, Small, When } from '../../ui/text/values';
import { PurchaseLink } from '../links';

type Search = Partial<Record<MarginFilter, string>>;

/** Names the sales that are not in the sums, because their cost is not known. */
export const UNKNOWN: Column<Pick<MarginRow, 'unknown' | 'unknownPrice'>> = {
  header: 'Unknown cost',
  cell: ({ unknown, unknownPrice }) =>
    unknown === 0 ? (
      '–'
    ) : (
      <Small whole under={counted(unknown, 'purchase')}>
        Sold for <Money amount={unknownPrice} />
      </Small>
    ),
  end: true,
};

export const unknownCard = ({ unknown, unknownPrice }: Pick<MarginRow, 'unknown' | 'unknownPrice'>): MetricCard => ({
  name: 'Unknown cost',
  value: formatCount(unknown),
  beside:
    unknown === 0 ? (
      'All purchases count'
    ) : (
      <>
        Not counted, sold for <Money amount={unknownPrice} />
      </>
    ),
});

/** Columns of sums. `search`: the filters of the page, which the links keep. */
export const marginColumns = (by: Exclude<Group, 'purchase'>, search: Search): Column<MarginRow>[] => [
  { header: GROUPS[by], cell: (row) => <Name row={row} by={by} search={search} />, names: true },
  { header: 'Purchases', cell: ({ purchases }) => formatCount(purchases), end: true },
  { header: 'Price', cell: ({ purchases, price }) => (purchases === 0 ? '–' : <Money amount={price} />), end: true },
  { header: 'Cost', cell: ({ purchases, cost }) => (purchases === 0 ? '–' : <Money amount={cost} />), end: true },
  { header: 'Margin', phone: 'end', cell: (row) => (row.purchases === 0 ? '–' : <Earned {...row} />), end: true },
  UNKNOWN,
];

/** Leads to what the row is made of. */
function Name({ row: { key, name }, by, search }: { row: MarginRow; by: Group; search: Search }) {
  const link = (to: Search, text: string) => (
    <TextLink to="/operator/margin" search={{ ...search, by: 'plan', ...to }}>
      {text}
    </TextLink>
  );
  if (by === 'day') return link({ from: key, to: key }, longDay(key));
  if (by === 'account') return link({ account: key }, name);
  if (by === 'product') return link({ product: key }, PRODUCTS[key as Product]);
  return (
    <Small whole under={serviceName(name)}>
      {name !== key && key}
    </Small>
  );
}

/** Columns of single purchases. */
export const purchaseColumns: Column<PurchaseMarginRow>[] = [
  { header: 'Reference', cell: (purchase) => <PurchaseLink {...purchase} />, names: true },
  { header: 'Account', phone: 'plain', cell: ({ account }) => account.name },
  {
    header: 'Plan',
    phone: 'rest',
    cell: ({ plan, product }) => (
      <Small whole under={serviceName(plan)}>
        {PRODUCTS[product]}
      </Small>
    ),
  },
  { header: 'Price', cell: ({ price }) => <Money amount={price} />, end: true },
  { header: 'Cost', cell: ({ cost }) => (cost === null ? 'Unknown' : <Money amount={cost} />), end: true },
  {
    header: 'Margin',
    phone: 'end',
    cell: ({ margin, marginPercent }) =>
      margin === null ? '–' : <Earned margin={margin} marginPercent={marginPercent} />,
    end: true,
  },
  { header: 'Placed', phone: 'plain', cell: ({ createdAt }) => <When at={createdAt} /> },
];

/** A margin and its share of the price. A loss is red. */
export const Earned = ({ margin, marginPercent }: Pick<MarginRow, 'margin' | 'marginPercent'>) => (
  <Small whole under={<Money amount={margin} fw={600} gain />}>
    {percentText(marginPercent)}
  </Small>
);

/** The keys by which margins are added up. The first is shown when the address names none. */
export const GROUPS = {
  day: 'Day',
  plan: 'Plan',
  product: 'Product',
  account: 'Account',
  purchase: 'Purchase',
} as const;
export type Group = keyof typeof GROUPS;

/** The filters in the page's address. Days are yyyy-mm-dd of Lagos. */
export type MarginFilter = 'by' | 'account' | 'product' | 'from' | 'to';

const day = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short' });
const dayOfYear = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', dateStyle: 'medium' });

/** 2026-11-22 → "22 Nov". */
export const shortDay = (key: string): string => day.format(new Date(`${key}T00:00:00Z`));
/** 2026-11-22 → "22 Nov 2026". */
const longDay = (key: string): string => dayOfYear.format(new Date(`${key}T00:00:00Z`));
