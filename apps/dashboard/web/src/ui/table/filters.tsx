import { Button, Group, NativeSelect, Switch, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch, IconX } from '@tabler/icons-react';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { isTime } from '../../format/read-filters';
import { formatTime } from '../../format/time';
import { zonePlace } from '../../format/zone';
import { useMe } from '../../layout/use-me';
import { productChoices } from '../text/names';

/**
 * A filter of a list, with its name in the address of the page: a choice, a switch for the value `on`, or a search.
 * `days` is from one day to another, `product` one of those on sale.
 */
export type Filter =
  | 'days'
  | 'product'
  // `same`: other values that links set, and which of these they are
  | (Choosing & { name: string; same?: Record<string, string> })
  | { name: string; label: string; on: string }
  | { name: string; label: string; placeholder?: string };

/** The values of these filters in the address; `any`: whether there is one. */
export function useQueryOf(filters: readonly Filter[]): { query: Record<string, string | undefined>; any: boolean } {
  const [given] = useFilters<string>();
  const names = filters.flatMap((filter) => (filter === 'days' ? ['from', 'to'] : [nameOf(filter)]));
  const query = Object.fromEntries(names.map((name) => [name, given[name]]));
  return { query, any: Object.values(query).some((value) => value !== undefined) };
}

const nameOf = (filter: Filter): string => (typeof filter === 'string' ? filter : filter.name);

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
        <OneFilter key={nameOf(filter)} filter={filter} />
      ))}
      {children}
    </Group>
  );
}

function OneFilter({ filter }: { filter: Filter }) {
  const [given, set] = useFilters<string>();
  if (filter === 'days') return <DayInputs />;
  if (filter === 'product') return <ProductFilter />;
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

/**
 * The filters of a list, kept in the page's address, so that it can be reloaded and shared. An empty text removes a
 * filter.
 */
export function useFilters<Name extends string>(): [Partial<Record<Name, string>>, (name: Name, text: string) => void] {
  const given = useLocation().search as Partial<Record<Name, string>>;
  const navigate = useNavigate();
  const set = (name: Name, text: string) => {
    const search = (old: Record<string, unknown>) => ({ ...old, [name]: text === '' ? undefined : text });
    void navigate({ to: '.', search: search as never, replace: true });
  };
  return [given, set];
}

function ProductFilter() {
  const [{ product = '' }, set] = useFilters<'product'>();
  const choices = productChoices(useMe().products, product);
  return <ChoiceFilter label="Product" choices={choices} value={product} onChange={(text) => set('product', text)} />;
}

type ClearProps = { filters: readonly Filter[]; variant?: 'subtle' | 'default' };

/** Removes all filters from the address of the page. Nothing while it has none. */
export function ClearFilters({ filters, variant = 'subtle' }: ClearProps) {
  const { any } = useQueryOf(filters);
  const navigate = useNavigate();
  if (!any) return null;
  return (
    <Button variant={variant} onClick={() => void navigate({ to: '.', search: {} as never, replace: true })}>
      Clear filters
    </Button>
  );
}

/** A filter that came with a link. A click removes it. */
export function FilterChip({ children, onClear }: { children: string; onClear(): void }) {
  return (
    <Button variant="default" rightSection={<IconX size={14} aria-hidden />} onClick={onClear} maw="100%">
      <Text inherit truncate maw="20rem">
        {children}
      </Text>
    </Button>
  );
}

type Choosing = {
  label: string;
  /** Values and their words; as a list where the order of an object would be another, as with numbers. */
  choices: Record<string, string> | [value: string, word: string][];
  /** The word for no filter; null: one is always chosen, and the first is by default. */
  all?: string | null;
};

type Control = { value: string; onChange(value: string): void };

/** Filters a list by one of some values, or not at all. */
export function ChoiceFilter({ label, choices, all = 'All', value, onChange }: Choosing & Control) {
  const words = [
    ...(all === null ? [] : [['', all] as const]),
    ...(Array.isArray(choices) ? choices : Object.entries(choices)),
  ];
  return (
    <NativeSelect
      label={label}
      data={words.map(([value, label]) => ({ value, label }))}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

const PAUSE_MS = 300;

/** Searches when the user stops typing. */
function SearchInput({ value, onChange, ...look }: Control & { label: string; placeholder?: string }) {
  const [text, setText] = useState(value);
  const later = useDebouncedCallback((typed: string) => onChange(typed.trim()), PAUSE_MS);
  // The browser's Back button can change the address too.
  useEffect(() => setText((typed) => (typed.trim() === value ? typed : value)), [value]);
  return (
    <TextInput
      type="search"
      {...look}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        later(currentTarget.value);
      }}
      maxLength={100}
      flex="1 1 14rem"
      maw="24rem"
    />
  );
}

/**
 * The browser's own date inputs, which work by keyboard and on a phone. Days are those of the pages' time zone. A time,
 * which only links set, is shown as a filter that can be removed.
 */
function DayInputs() {
  const [{ from = '', to = '' }, set] = useFilters<'from' | 'to'>();
  const day = (name: 'from' | 'to', label: string, bounds: { min?: string | undefined; max?: string | undefined }) => (
    <TextInput
      type="date"
      label={label}
      value={name === 'from' ? from : to}
      {...bounds}
      onChange={({ currentTarget }) => set(name, currentTarget.value)}
    />
  );
  return (
    <>
      {isTime(from) ? (
        <FilterChip onClear={() => set('from', '')}>{`From ${formatTime(from)}`}</FilterChip>
      ) : (
        day('from', 'From', { max: isTime(to) ? undefined : to || LAST_DAY })
      )}
      {isTime(to) ? (
        <FilterChip onClear={() => set('to', '')}>{`Before ${formatTime(to)}`}</FilterChip>
      ) : (
        day('to', 'To', { min: isTime(from) ? undefined : from, max: LAST_DAY })
      )}
      {/* beside the navigation, which says it too, it would take a line of its own */}
      <Text size="xs" c="dimmed" pb={9} hiddenFrom="sm">
        Days in {zonePlace()}
      </Text>
    </>
  );
}

const LAST_DAY = '9999-12-31';
