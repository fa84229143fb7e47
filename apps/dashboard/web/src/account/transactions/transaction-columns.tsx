import type { TransactionRow } from '@topup/dashboard-contract';
import { PRODUCTS } from '../../generated/vocabulary';
import { useMay } from '../../layout/use-me';
import { EmptyState } from '../../ui/page/page';
import type { Column } from '../../ui/table/data-table';
import { ButtonLink, TextLink } from '../../ui/text/links';
import { Small, StatusBadge, When } from '../../ui/text/values';
import { Amount } from './transaction-parts';

export const PurchaseLink = ({ reference }: Pick<TransactionRow, 'reference'>) => (
  <TextLink to="/transactions/$reference" params={{ reference }}>
    {reference}
  </TextLink>
);

export const TRANSACTION_COLUMNS: Column<TransactionRow>[] = [
  { header: 'Reference', names: true, cell: ({ reference }) => <PurchaseLink reference={reference} /> },
  {
    header: 'Purchase',
    phone: 'rest',
    cell: ({ description, product }) => <Small under={description}>{PRODUCTS[product]}</Small>,
  },
  { header: 'Recipient', phone: 'plain', cell: (row) => <span className="numbers">{row.recipient}</span> },
  { header: 'Amount', phone: 'end', end: true, cell: (row) => <Amount {...row} /> },
  { header: 'Status', phone: 'plain', cell: (row) => <StatusBadge status={row.status} /> },
  { header: 'Placed', phone: 'plain', cell: (row) => <When at={row.createdAt} /> },
];

/** The overview shows the newest few. */
export const RECENT_COLUMNS = TRANSACTION_COLUMNS.filter(({ header }) => header !== 'Recipient');

export function NoPurchasesYet() {
  const mayManage = useMay('keys');
  const mayBuy = useMay('buy');
  const action = mayManage ? (
    <ButtonLink to="/developers/quick-start">Open quick start</ButtonLink>
  ) : (
    mayBuy && <ButtonLink to="/buy">Buy</ButtonLink>
  );
  return (
    <EmptyState title="No purchases yet" action={action}>
      Purchases appear here within seconds.
    </EmptyState>
  );
}
