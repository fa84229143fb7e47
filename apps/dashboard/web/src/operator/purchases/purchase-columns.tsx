import { Group, Text } from '@mantine/core';
import type { OperatorPurchaseRow } from '@topup/dashboard-contract';
import type { Column } from '../../ui/table/data-table';
import { TextLink } from '../../ui/text/links';
import { Money } from '../../ui/text/money';
import { StatusBadge } from '../../ui/text/status-badge';
import { When } from '../../ui/text/when';

export const purchaseColumns: Column<OperatorPurchaseRow>[] = [
  {
    header: 'Reference',
    cell: ({ reference, account }) => (
      <TextLink to="/operator/purchases/$reference" params={{ reference }} search={{ account: account.id }}>
        {reference}
      </TextLink>
    ),
    names: true,
  },
  {
    header: 'Account',
    phone: 'end',
    cell: ({ account: { id, name } }) => (
      <TextLink to="/operator/accounts/$id" params={{ id }} lineClamp={2}>
        {name}
      </TextLink>
    ),
  },
  {
    header: 'Purchase',
    phone: 'rest',
    cell: ({ description, recipient }) => (
      <>
        {description}
        <Text span size="xs" c="dimmed" display="block" className="numbers">
          {recipient}
        </Text>
      </>
    ),
  },
  { header: 'Amount', phone: 'end', cell: ({ amount }) => <Money amount={amount} />, end: true },
  {
    header: 'Status',
    phone: 'plain',
    cell: ({ status, needsReview, reason }) => (
      <>
        <Group gap={4}>
          <StatusBadge status={status} />
          {needsReview && <StatusBadge status="review" />}
        </Group>
        {reason !== null && (
          <Text span size="xs" c="dimmed" display="block">
            {reason}
          </Text>
        )}
      </>
    ),
  },
  { header: 'Placed', phone: 'plain', cell: ({ createdAt }) => <When at={createdAt} /> },
];
