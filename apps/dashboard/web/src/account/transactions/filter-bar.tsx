import { Button, Group } from '@mantine/core';
import { ChoiceFilter } from '../../ui/table/choice-filter';
import { DayInputs } from '../../ui/table/day-inputs';
import { FilterChip } from '../../ui/table/filter-chip';
import { SearchInput } from '../../ui/table/search-input';
import { PRODUCTS, readTransactionFilters, STATUSES, type TransactionFilters } from './transaction-filters';

type Props = { filters: TransactionFilters; onChange(filters: TransactionFilters): void };

export function FilterBar({ filters, onChange }: Props) {
  const set = (changed: Record<string, string>) => onChange(readTransactionFilters({ ...filters, ...changed }));
  return (
    <Group component="search" align="flex-end" gap="sm" px="md" pb="md">
      <SearchInput
        label="Search"
        placeholder="Reference, phone, meter or smartcard"
        value={filters.search ?? ''}
        onChange={(search) => set({ search })}
      />
      <ChoiceFilter
        label="Product"
        choices={PRODUCTS}
        value={filters.product ?? ''}
        onChange={(product) => set({ product })}
      />
      <ChoiceFilter
        label="Status"
        choices={STATUSES}
        value={filters.status ?? ''}
        onChange={(status) => set({ status })}
      />
      {filters.status === 'unsuccessful' && (
        <FilterChip onClear={() => set({ status: '' })}>Failed or refunded</FilterChip>
      )}
      <DayInputs from={filters.from} to={filters.to} onChange={(name, day) => set({ [name]: day })} />
      {Object.keys(filters).length > 0 && (
        <Button variant="subtle" onClick={() => onChange({})}>
          Clear filters
        </Button>
      )}
    </Group>
  );
}
