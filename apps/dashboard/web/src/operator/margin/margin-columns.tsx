import type { MarginRow, Product, PurchaseMarginRow } from '@topup/dashboard-contract';
import { PRODUCTS } from '../../account/transactions/transaction-filters';
import { counted, formatCount } from '../../format/numbers';
import type { Column } from '../../ui/table/data-table';
import { TextLink } from '../../ui/text/links';
import { Money } from '../../ui/text/money';
import { serviceName } from '../../ui/text/names';
import { Small } from '../../ui/text/small';
import { When } from '../../ui/text/when';
import { PurchaseLink } from '../links';
import { GROUPS, type Group, longDay, type MarginFilter, percentText } from './margin-groups';

type Search = Partial<Record<MarginFilter, string>>;

/** Columns of sums. `search`: the filters of the page, which the links keep. */
export const marginColumns = (by: Exclude<Group, 'purchase'>, search: Search): Column<MarginRow>[] => [
  { header: GROUPS[by], cell: (row) => <Name row={row} by={by} search={search} />, names: true },
  { header: 'Purchases', cell: ({ purchases }) => formatCount(purchases), end: true },
  { header: 'Price', cell: ({ purchases, price }) => (purchases === 0 ? '–' : <Money amount={price} />), end: true },
  { header: 'Cost', cell: ({ purchases, cost }) => (purchases === 0 ? '–' : <Money amount={cost} />), end: true },
  { header: 'Margin', phone: 'end', cell: (row) => (row.purchases === 0 ? '–' : <Earned {...row} />), end: true },
  {
    header: 'Unknown cost',
    cell: ({ unknown, unknownPrice }) =>
      unknown === 0 ? (
        '–'
      ) : (
        <>
          {counted(unknown, 'purchase')}
          <Small whole>
            Sold for <Money amount={unknownPrice} />
          </Small>
        </>
      ),
    end: true,
  },
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
    <>
      {serviceName(name)}
      {name !== key && <Small whole>{key}</Small>}
    </>
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
      <>
        {serviceName(plan)}
        <Small whole>{PRODUCTS[product]}</Small>
      </>
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
function Earned({ margin, marginPercent }: Pick<MarginRow, 'margin' | 'marginPercent'>) {
  return (
    <>
      <Money amount={margin} fw={600} gain />
      <Small whole>{percentText(marginPercent)}</Small>
    </>
  );
}
