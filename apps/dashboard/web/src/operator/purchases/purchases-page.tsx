import { Group } from '@mantine/core';
import { IconArrowsExchange } from '@tabler/icons-react';
import type { OperatorPurchaseRow } from '@topup/dashboard-contract';
import { Amount } from '../../account/transactions/transaction-parts';
import { EmptyState, Page } from '../../ui/page/page';
import { FilterChip, useFilters } from '../../ui/table/filters';
import { type Column, ListPanel } from '../../ui/table/table-panel';
import { Small, StatusBadge, When } from '../../ui/text/values';
import { AccountLink, OnlyAccount, PurchaseLink } from '../links';
import { linkedFilters, PURCHASE_FILTERS, type PurchaseFilter, SEARCHED_STATUSES } from './purchase-filters';

export default function OperatorPurchasesPage() {
  const [given, set] = useFilters<PurchaseFilter>();
  const { search, account, review, sort } = given;
  const hint = search !== undefined && account === undefined ? WHOLE : 'Remove a filter to see more.';
  return (
    <Page title="Purchases" about="Purchases of all accounts.">
      <ListPanel
        title={review === 'true' ? 'Purchases that need review' : 'All purchases'}
        caption={`Purchases, ${sort === 'oldest' ? 'oldest' : 'newest'} first`}
        path="/api/operator/purchases"
        query={Object.fromEntries(PURCHASE_FILTERS.map((name) => [name, given[name]]))}
        filters={[
          { name: 'search', label: 'Search', placeholder: 'Reference or customer’s number' },
          'product',
          {
            name: 'status',
            label: 'Status',
            choices: SEARCHED_STATUSES,
            same: { open: 'pending', initiated: 'pending' },
          },
          'days',
          { name: 'sort', label: 'Order', choices: { oldest: 'Oldest first' }, all: 'Newest first' },
          { name: 'review', label: 'Needs review', on: 'true' },
        ]}
        otherFilters={
          <>
            <OnlyAccount />
            {linkedFilters(given).map(({ filter, text }) => (
              <FilterChip key={filter} onClear={() => set(filter, '')}>
                {text}
              </FilterChip>
            ))}
          </>
        }
        columns={purchaseColumns}
        idOf={({ id }) => id}
        empty={
          review === 'true' ? (
            <EmptyState title="Nothing needs review">No purchases wait for a decision.</EmptyState>
          ) : (
            <EmptyState title="No matching purchases" icon={IconArrowsExchange}>
              {hint}
            </EmptyState>
          )
        }
      />
    </Page>
  );
}

const WHOLE = 'Search finds whole references and numbers. To search by a part, open the account’s purchases.';

export const purchaseColumns: Column<OperatorPurchaseRow>[] = [
  { header: 'Reference', cell: (purchase) => <PurchaseLink {...purchase} />, names: true },
  { header: 'Account', phone: 'end', cell: ({ account }) => <AccountLink account={account} lineClamp={2} /> },
  {
    header: 'Purchase',
    phone: 'rest',
    cell: ({ description, recipient }) => (
      <Small under={description} className="numbers">
        {recipient}
      </Small>
    ),
  },
  { header: 'Amount', phone: 'end', cell: (row) => <Amount {...row} />, end: true },
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
