import { Text } from '@mantine/core';
import type { TransactionRow } from '@topup/dashboard-contract';
import type { Column } from '../../ui/table/data-table';
import { TextLink } from '../../ui/text/links';
import { Money } from '../../ui/text/money';
import { StatusBadge } from '../../ui/text/status-badge';
import { When } from '../../ui/text/when';
import { PRODUCTS } from './transaction-filters';

const reference: Column<TransactionRow> = {
  header: 'Reference',
  names: true,
  cell: ({ reference: name }) => (
    <TextLink to="/transactions/$reference" params={{ reference: name }}>
      {name}
    </TextLink>
  ),
};

const what: Column<TransactionRow> = {
  header: 'Purchase',
  phone: 'rest',
  cell: ({ description, product }) => (
    <>
      {description}
      <Text span size="xs" c="dimmed" display="block">
        {PRODUCTS[product]}
      </Text>
    </>
  ),
};

const recipient: Column<TransactionRow> = {
  header: 'Recipient',
  phone: 'none',
  cell: (row) => <span className="numbers">{row.recipient}</span>,
};

const amount: Column<TransactionRow> = {
  header: 'Amount',
  phone: 'end',
  end: true,
  cell: (row) => <Money amount={row.amount} />,
};
const status: Column<TransactionRow> = {
  header: 'Status',
  phone: 'plain',
  cell: (row) => <StatusBadge status={row.status} />,
};
const placed: Column<TransactionRow> = { header: 'Placed', phone: 'plain', cell: (row) => <When at={row.createdAt} /> };

export const RECENT_COLUMNS = [reference, what, amount, status, placed];
export const TRANSACTION_COLUMNS = [reference, what, recipient, amount, status, placed];
