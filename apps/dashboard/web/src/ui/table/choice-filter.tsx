import { NativeSelect } from '@mantine/core';

/** Narrows a list to one of some values, or to none of them. */
export function ChoiceFilter({
  label,
  choices,
  value,
  onChange,
}: {
  label: string;
  choices: Record<string, string>;
  value: string;
  onChange(value: string): void;
}) {
  const data = [
    { value: '', label: 'All' },
    ...Object.entries(choices).map(([key, word]) => ({ value: key, label: word })),
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
