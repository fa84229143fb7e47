import { Group, NativeSelect, Stack, Switch } from '@mantine/core';
import { IconArrowsExchange } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { OperatorPurchaseRow } from '@topup/dashboard-contract';
import { PRODUCTS } from '../../account/transactions/transaction-filters';
import { listQuery } from '../../api/queries';
import { isDay } from '../../format/read-filters';
import { EmptyState } from '../../ui/page/empty-state';
import { PageHeader } from '../../ui/page/page-header';
import { Panel } from '../../ui/page/panel';
import { ChoiceFilter } from '../../ui/table/choice-filter';
import { DayInputs } from '../../ui/table/day-inputs';
import { ExportCsv } from '../../ui/table/export-csv';
import { FilterChip } from '../../ui/table/filter-chip';
import { PagedTable } from '../../ui/table/paged-table';
import { SearchInput } from '../../ui/table/search-input';
import { useFilters } from '../../ui/table/use-filters';
import { purchaseColumns } from './purchase-columns';
import { linkedFilters, PURCHASE_FILTERS, type PurchaseFilter, SEARCHED_STATUSES } from './purchase-filters';

export function OperatorPurchasesPage() {
  const [filters, set] = useFilters<PurchaseFilter>();
  const query = Object.fromEntries(PURCHASE_FILTERS.map((name) => [name, filters[name]]));
  const list = useInfiniteQuery(listQuery<OperatorPurchaseRow>('/api/operator/purchases', { query, poll: true }));
  const review = filters.review === 'true';
  const isWhole = filters.search !== undefined && filters.account === undefined;
  return (
    <Stack gap="md">
      <PageHeader
        title="Purchases"
        about="Purchases of all accounts."
        actions={<ExportCsv path="/api/operator/purchases.csv" filters={query} />}
      />
      <Panel title={review ? 'Purchases that need review' : 'All purchases'} flush>
        <Filters filters={filters} set={set} account={list.data?.pages[0]?.rows[0]?.account.name} />
        <PagedTable
          caption={`Purchases, ${filters.sort === 'oldest' ? 'oldest' : 'newest'} first`}
          columns={purchaseColumns}
          idOf={({ id }) => id}
          list={list}
          empty={<None review={review} hint={isWhole ? WHOLE : 'Remove a filter to see more.'} />}
        />
      </Panel>
    </Stack>
  );
}

const WHOLE = 'Search finds whole references and numbers. To search by a part, open the account’s purchases.';

type FiltersProps = {
  filters: Partial<Record<PurchaseFilter, string>>;
  set(name: PurchaseFilter, text: string): void;
  account: string | undefined;
};

function Filters({ filters, set, account: name }: FiltersProps) {
  const { search = '', account, product = '', status = '', review, sort = '', from, to } = filters;
  return (
    <Group px="md" pb="sm" gap="sm" align="flex-end">
      <SearchInput
        label="Search"
        placeholder="Reference, phone, meter or smartcard"
        value={search}
        onChange={(text) => set('search', text)}
      />
      <ChoiceFilter label="Product" choices={PRODUCTS} value={product} onChange={(value) => set('product', value)} />
      <ChoiceFilter
        label="Status"
        choices={SEARCHED_STATUSES}
        value={status === 'open' || status === 'initiated' ? 'pending' : status}
        onChange={(value) => set('status', value)}
      />
      <DayInputs from={isDay(from) ? from : undefined} to={isDay(to) ? to : undefined} onChange={set} />
      <NativeSelect
        label="Order"
        data={[
          { value: '', label: 'Newest first' },
          { value: 'oldest', label: 'Oldest first' },
        ]}
        value={sort}
        onChange={({ currentTarget }) => set('sort', currentTarget.value)}
      />
      <Switch
        label="Needs review"
        checked={review === 'true'}
        onChange={({ currentTarget }) => set('review', currentTarget.checked ? 'true' : '')}
        mb={8}
      />
      {account !== undefined && (
        <FilterChip onClear={() => set('account', '')}>{`Only ${name ?? 'one account'}`}</FilterChip>
      )}
      {linkedFilters(filters).map(({ filter, text }) => (
        <FilterChip key={filter} onClear={() => set(filter, '')}>
          {text}
        </FilterChip>
      ))}
    </Group>
  );
}

function None({ review, hint }: { review: boolean; hint: string }) {
  return review ? (
    <EmptyState title="Nothing needs review">No purchases wait for a decision.</EmptyState>
  ) : (
    <EmptyState title="No matching purchases" icon={IconArrowsExchange}>
      {hint}
    </EmptyState>
  );
}
