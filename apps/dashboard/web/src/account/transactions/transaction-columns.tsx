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
  cell: (row) => <span className="numbers">{row.recipient}</span>,
};

const amount: Column<TransactionRow> = { header: 'Amount', end: true, cell: (row) => <Money amount={row.amount} /> };
const status: Column<TransactionRow> = { header: 'Status', cell: (row) => <StatusBadge status={row.status} /> };
const placed: Column<TransactionRow> = { header: 'Placed', cell: (row) => <When at={row.createdAt} /> };

export const RECENT_COLUMNS = [reference, what, amount, status, placed];
export const TRANSACTION_COLUMNS = [reference, what, recipient, amount, status, placed];
