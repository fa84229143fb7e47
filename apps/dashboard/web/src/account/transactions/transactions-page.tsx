import type { TransactionRow } from '@topup/dashboard-contract';
import { EmptyState, Page } from '../../ui/page/page';
import { ClearFilters, type Filter, FilterChip, useFilters } from '../../ui/table/filters';
import { ListPanel } from '../../ui/table/table-panel';
import { NoPurchasesYet, TRANSACTION_COLUMNS } from './transaction-columns';
import { STATUSES } from './transaction-filters';

const FILTERS: Filter[] = [
  { name: 'search', label: 'Search', placeholder: 'Reference or customer’s number' },
  'product',
  { name: 'status', label: 'Status', choices: STATUSES },
  'days',
];

/** All filters are in the address, so that a view can be shared and the browser's Back button works. */
const TransactionsPage = () => (
  <Page title="Transactions" about="Every purchase from your account, newest first.">
    <ListPanel<TransactionRow>
      title="Purchases"
      caption="Purchases, newest first"
      path="/api/transactions"
      filters={FILTERS}
      otherFilters={<OtherFilters />}
      columns={TRANSACTION_COLUMNS}
      idOf={({ reference }) => reference}
      empty={(filtered) => (filtered ? <NothingFound /> : <NoPurchasesYet />)}
    />
  </Page>
);

export default TransactionsPage;

/** A status that only links set, and the button that removes all filters. */
function OtherFilters() {
  const [{ status }, set] = useFilters<'status'>();
  return (
    <>
      {status === 'unsuccessful' && <FilterChip onClear={() => set('status', '')}>Failed or refunded</FilterChip>}
      <ClearFilters filters={FILTERS} />
    </>
  );
}

const NothingFound = () => (
  <EmptyState title="No matching purchases" action={<ClearFilters filters={FILTERS} variant="default" />}>
    Search finds references and the numbers of customers, such as a phone or meter. Three characters or more are enough.
  </EmptyState>
);
