import { Text, TextInput } from '@mantine/core';
import { isTime } from '../../format/read-filters';
import { formatTime } from '../../format/time';
import { zonePlace } from '../../format/zone';
import { FilterChip } from './filter-chip';

type Props = {
  from: string | undefined;
  to: string | undefined;
  onChange(name: 'from' | 'to', day: string): void;
};

/**
 * The browser's own date inputs, which work by keyboard and on a phone. Days are those of the pages' time zone. A time,
 * which only links set, is shown as a filter that can be removed.
 */
export function DayInputs({ from = '', to = '', onChange }: Props) {
  return (
    <>
      {isTime(from) ? (
        <FilterChip onClear={() => onChange('from', '')}>{`From ${formatTime(from)}`}</FilterChip>
      ) : (
        <TextInput
          type="date"
          label="From"
          value={from}
          max={isTime(to) ? undefined : to || '9999-12-31'}
          onChange={(event) => onChange('from', event.currentTarget.value)}
        />
      )}
      {isTime(to) ? (
        <FilterChip onClear={() => onChange('to', '')}>{`Before ${formatTime(to)}`}</FilterChip>
      ) : (
        <TextInput
          type="date"
          label="To"
          value={to}
          min={isTime(from) ? undefined : from}
          max="9999-12-31"
          onChange={(event) => onChange('to', event.currentTarget.value)}
        />
      )}
      {/* beside the navigation, which says it too, it would take a line of its own */}
      <Text size="xs" c="dimmed" pb={9} hiddenFrom="sm">
        Days in {zonePlace()}
      </Text>
    </>
  );
}
