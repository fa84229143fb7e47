import { Text, TextInput } from '@mantine/core';
import { zonePlace } from '../../format/zone';

type Props = {
  from: string | undefined;
  to: string | undefined;
  onChange(name: 'from' | 'to', day: string): void;
};

/** The browser's own date inputs, which work by keyboard and on a phone. Days are those of the pages' time zone. */
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
      {/* beside the navigation, which says it too, it would take a line of its own */}
      <Text size="xs" c="dimmed" pb={9} hiddenFrom="sm">
        Days in {zonePlace()}
      </Text>
    </>
  );
}
