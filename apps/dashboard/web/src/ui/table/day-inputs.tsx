import { TextInput } from '@mantine/core';

type Props = {
  from: string | undefined;
  to: string | undefined;
  onChange(name: 'from' | 'to', day: string): void;
};

/** The browser's own date inputs, which work by keyboard and on a phone. */
export function DayInputs({ from = '', to = '', onChange }: Props) {
  return (
    <>
      <TextInput
        type="date"
        label="From"
        value={from}
        max={to || '9999-12-31'}
        onChange={(event) => onChange('from', event.currentTarget.value)}
      />
      <TextInput
        type="date"
        label="To"
        value={to}
        min={from}
        max="9999-12-31"
        onChange={(event) => onChange('to', event.currentTarget.value)}
      />
    </>
  );
}
