import { NativeSelect } from '@mantine/core';

/** Filters a list by one of some values, or not at all. */
export function ChoiceFilter({
  label,
  choices,
  all = 'All',
  value,
  onChange,
}: {
  label: string;
  /** Values and their words; as a list where the order of an object would be another, as with numbers. */
  choices: Record<string, string> | [value: string, word: string][];
  /** The word for no filter; null: one is always chosen, and the first is by default. */
  all?: string | null;
  value: string;
  onChange(value: string): void;
}) {
  const data = [
    ...(all === null ? [] : [{ value: '', label: all }]),
    ...(Array.isArray(choices) ? choices : Object.entries(choices)).map(([key, word]) => ({ value: key, label: word })),
  ];
  return (
    <NativeSelect
      label={label}
      data={data}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
