import { Group, Switch } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { ChoiceFilter } from './choice-filter';
import { DayInputs } from './day-inputs';
import { SearchInput } from './search-input';
import { useFilters } from './use-filters';

/** One of some values. `same`: other values that links set, and which of these they are. */
type Choosing = Pick<ComponentProps<typeof ChoiceFilter>, 'choices' | 'all'> & { same?: Record<string, string> };

/**
 * A filter of a list, with its name in the address of the page: a choice, a switch for the value `on`, or a search.
 * `days` is from one day to another.
 */
export type Filter =
  | 'days'
  | ({ name: string; label: string } & Choosing)
  | { name: string; label: string; on: string }
  | { name: string; label: string; placeholder?: string };

/** The values of these filters in the address; `any`: whether there is one. */
export function useQueryOf(filters: readonly Filter[]): { query: Record<string, string | undefined>; any: boolean } {
  const [given] = useFilters<string>();
  const names = filters.flatMap((filter) => (filter === 'days' ? ['from', 'to'] : [filter.name]));
  const query = Object.fromEntries(names.map((name) => [name, given[name]]));
  return { query, any: Object.values(query).some((value) => value !== undefined) };
}

type Props = {
  filters: readonly Filter[];
  /** Above the table of a panel. */
  inset?: boolean;
  /** Filters of other kinds. */
  children?: ReactNode;
};

/** The filters of a list, which keep their values in the address of the page. */
export function FilterBar({ filters, inset = false, children }: Props) {
  return (
    <Group component="search" {...(inset && { px: 'md', pb: 'sm' })} gap="sm" align="flex-end">
      {filters.map((filter) => (
        <OneFilter key={filter === 'days' ? filter : filter.name} filter={filter} />
      ))}
      {children}
    </Group>
  );
}

function OneFilter({ filter }: { filter: Filter }) {
  const [given, set] = useFilters<string>();
  if (filter === 'days') return <DayInputs from={given.from} to={given.to} onChange={set} />;
  const { name, ...look } = filter;
  const value = given[name] ?? '';
  const change = (text: string) => set(name, text);
  if ('choices' in look) {
    const { same = {}, ...choice } = look;
    return <ChoiceFilter {...choice} value={same[value] ?? value} onChange={change} />;
  }
  if (!('on' in look)) return <SearchInput {...look} value={value} onChange={change} />;
  return (
    <Switch
      label={look.label}
      checked={value === look.on}
      onChange={({ currentTarget }) => change(currentTarget.checked ? look.on : '')}
      mb={8}
    />
  );
}
