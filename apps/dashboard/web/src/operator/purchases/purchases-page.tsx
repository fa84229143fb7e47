import { Button, Group, Stack, Switch, Text } from '@mantine/core';
import { IconArrowsExchange, IconX } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { OperatorPurchaseRow } from '@topup/dashboard-contract';
import { PRODUCTS, STATUSES } from '../../account/transactions/transaction-filters';
import { listQuery } from '../../api/queries';
import { EmptyState } from '../../ui/page/empty-state';
import { PageHeader } from '../../ui/page/page-header';
import { Panel } from '../../ui/page/panel';
import { ChoiceFilter } from '../../ui/table/choice-filter';
import { PagedTable } from '../../ui/table/paged-table';
import { SearchInput } from '../../ui/table/search-input';
import { useFilters } from '../../ui/table/use-filters';
import { purchaseColumns } from './purchase-columns';

type Filter = 'search' | 'account' | 'product' | 'status' | 'review';

export function OperatorPurchasesPage() {
  const [filters, set] = useFilters<Filter>();
  const { search, account, product, status, review } = filters;
  const query = { search, account, product, status, review };
  const list = useInfiniteQuery(listQuery<OperatorPurchaseRow>('/api/operator/purchases', { query, poll: true }));
  return (
    <Stack gap="md">
      <PageHeader title="Purchases" about="Purchases of all accounts, newest first." />
      <Panel title={review === 'true' ? 'Purchases that need review' : 'All purchases'} flush>
        <Filters filters={filters} set={set} account={list.data?.pages[0]?.rows[0]?.account.name} />
        <PagedTable
          caption="Purchases, newest first"
          columns={purchaseColumns}
          idOf={({ id }) => id}
          list={list}
          empty={<None review={review === 'true'} />}
        />
      </Panel>
    </Stack>
  );
}

type FiltersProps = {
  filters: Partial<Record<Filter, string>>;
  set(name: Filter, text: string): void;
  account: string | undefined;
};

function Filters({
  filters: { search = '', account, product = '', status = '', review },
  set,
  account: name,
}: FiltersProps) {
  return (
    <Group px="md" pb="sm" gap="sm" align="flex-end">
      <SearchInput
        label="Search"
        placeholder="Reference, phone, meter or smartcard"
        value={search}
        onChange={(text) => set('search', text)}
      />
      <ChoiceFilter label="Product" choices={PRODUCTS} value={product} onChange={(value) => set('product', value)} />
      <ChoiceFilter label="Status" choices={STATUSES} value={status} onChange={(value) => set('status', value)} />
      <Switch
        label="Needs review"
        checked={review === 'true'}
        onChange={({ currentTarget }) => set('review', currentTarget.checked ? 'true' : '')}
        mb={8}
      />
      {account !== undefined && (
        <Button
          variant="default"
          rightSection={<IconX size={14} aria-hidden />}
          onClick={() => set('account', '')}
          maw="100%"
        >
          <Text inherit truncate maw="16rem">
            Only {name ?? 'one account'}
          </Text>
        </Button>
      )}
    </Group>
  );
}

function None({ review }: { review: boolean }) {
  return review ? (
    <EmptyState title="Nothing needs review">No purchases wait for a decision.</EmptyState>
  ) : (
    <EmptyState title="No matching purchases" icon={IconArrowsExchange}>
      Remove a filter to see more.
    </EmptyState>
  );
}
