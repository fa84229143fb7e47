import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { DayInputs } from '../../layout/day-inputs';
import { PRODUCTS, readTransactionFilters, STATUSES, type TransactionFilters } from './transaction-filters';

type Props = { filters: TransactionFilters; onChange(filters: TransactionFilters): void };

export function FilterBar({ filters, onChange }: Props) {
  const set = (changed: Record<string, string>) => onChange(readTransactionFilters({ ...filters, ...changed }));
  return (
    <Group component="search" align="flex-end" gap="sm" px="md" pb="md">
      <SearchInput value={filters.search ?? ''} onChange={(search) => set({ search })} />
      <NativeSelect
        label="Product"
        value={filters.product ?? ''}
        onChange={(event) => set({ product: event.currentTarget.value })}
        data={choices(PRODUCTS)}
      />
      <NativeSelect
        label="Status"
        value={filters.status ?? ''}
        onChange={(event) => set({ status: event.currentTarget.value })}
        data={choices(STATUSES)}
      />
      <DayInputs from={filters.from} to={filters.to} onChange={set} />
      {Object.keys(filters).length > 0 && (
        <Button variant="subtle" onClick={() => onChange({})}>
          Clear
        </Button>
      )}
    </Group>
  );
}

const choices = (names: Record<string, string>) => [
  { value: '', label: 'All' },
  ...Object.entries(names).map(([value, label]) => ({ value, label })),
];

/** Asks when the typing rests. While somebody types, the address follows the input, and not the other way. */
function SearchInput({ value, onChange }: { value: string; onChange(text: string): void }) {
  const [text, setText] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  const ask = useDebouncedCallback((typed: string) => onChange(typed.trim()), 400);
  useEffect(() => {
    if (document.activeElement !== input.current) setText(value);
  }, [value]);
  return (
    <TextInput
      ref={input}
      type="search"
      label="Search"
      placeholder="Reference, phone, meter or smartcard"
      leftSection={<IconSearch size={16} aria-hidden />}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        ask(event.currentTarget.value);
      }}
      flex="1 1 16rem"
      maxLength={128}
    />
  );
}
