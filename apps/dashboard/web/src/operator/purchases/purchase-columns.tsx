import { Group } from '@mantine/core';
import type { OperatorPurchaseRow } from '@topup/dashboard-contract';
import type { Column } from '../../ui/table/data-table';
import { Money } from '../../ui/text/money';
import { Small } from '../../ui/text/small';
import { StatusBadge } from '../../ui/text/status-badge';
import { When } from '../../ui/text/when';
import { AccountLink, PurchaseLink } from '../links';

export const purchaseColumns: Column<OperatorPurchaseRow>[] = [
  { header: 'Reference', cell: (purchase) => <PurchaseLink {...purchase} />, names: true },
  { header: 'Account', phone: 'end', cell: ({ account }) => <AccountLink account={account} lineClamp={2} /> },
  {
    header: 'Purchase',
    phone: 'rest',
    cell: ({ description, recipient }) => (
      <>
        {description}
        <Small className="numbers">{recipient}</Small>
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
        {reason !== null && <Small>{reason}</Small>}
      </>
    ),
  },
  { header: 'Placed', phone: 'plain', cell: ({ createdAt }) => <When at={createdAt} /> },
];
