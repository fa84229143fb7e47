import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { TransactionRow } from '@topup/dashboard-contract';
import { listQuery } from '../../api/queries';
import { EmptyState } from '../../ui/page/empty-state';
import { PageHeader } from '../../ui/page/page-header';
import { Panel } from '../../ui/page/panel';
import { ExportCsv } from '../../ui/table/export-csv';
import { PagedTable } from '../../ui/table/paged-table';
import { ButtonLink } from '../../ui/text/links';
import { FilterBar } from './filter-bar';
import { TRANSACTION_COLUMNS } from './transaction-columns';
import { readTransactionFilters, type TransactionFilters } from './transaction-filters';

const route = getRouteApi('/shell/account/transactions');

/** All filters are in the address, so that a view can be shared and the browser's Back button works. */
export function TransactionsPage() {
  const filters = route.useSearch({ select: readTransactionFilters });
  const navigate = route.useNavigate();
  const filtered = Object.keys(filters).length > 0;
  const apply = (changed: TransactionFilters) => void navigate({ search: changed, replace: true });
  return (
    <>
      <PageHeader
        title="Transactions"
        about="Every purchase from your account, newest first."
        actions={<ExportCsv path="/api/transactions.csv" filters={filters} />}
      />
      <Panel title="Purchases" flush>
        <FilterBar filters={filters} onChange={apply} />
        <List filters={filters} empty={filtered ? <NothingFound onClear={() => apply({})} /> : <NothingYet />} />
      </Panel>
    </>
  );
}

function List({ filters, empty }: { filters: TransactionFilters; empty: React.ReactNode }) {
  const list = useInfiniteQuery(listQuery<TransactionRow>('/api/transactions', { query: filters, poll: true }));
  return (
    <PagedTable
      caption="Purchases, newest first"
      columns={TRANSACTION_COLUMNS}
      idOf={({ reference }) => reference}
      list={list}
      empty={empty}
    />
  );
}

function NothingFound({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      title="No matching purchases"
      action={
        <Button variant="default" onClick={onClear}>
          Clear filters
        </Button>
      }
    >
      Search finds references and phone, meter or smartcard numbers, also by a part of 3 characters or more.
    </EmptyState>
  );
}

function NothingYet() {
  return (
    <EmptyState
      title="No purchases yet"
      action={<ButtonLink to="/developers/quick-start">Open quick start</ButtonLink>}
    >
      Purchases that you make through the API appear here within seconds.
    </EmptyState>
  );
}
