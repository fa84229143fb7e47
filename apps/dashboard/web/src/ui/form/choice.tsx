import { SegmentedControl } from '@mantine/core';
import type { Range } from '@topup/dashboard-contract';

type Props<Value extends string> = {
  label: string;
  value: Value;
  onChange(value: Value): void;
  choices: Record<Value, string>;
};

/** One of a few values, all in sight. */
export function Choice<Value extends string>({ label, value, onChange, choices }: Props<Value>) {
  const data = (Object.keys(choices) as Value[]).map((choice) => ({ value: choice, label: choices[choice] }));
  return (
    <SegmentedControl
      size="xs"
      aria-label={label}
      value={value}
      onChange={(chosen) => onChange(chosen as Value)}
      data={data}
    />
  );
}

/** How the values of a range are shown. */
export type Form = 'plot' | 'table';

export const RANGES: Record<Range, string> = { '24h': '24 hours', '7d': '7 days', '30d': '30 days' };

/** The time that the figures are of. */
export function RangeChoice({ value, onChange }: { value: Range; onChange(range: Range): void }) {
  return <Choice<Range> label="Range" value={value} onChange={onChange} choices={RANGES} />;
}

export function FormChoice({ value, onChange }: { value: Form; onChange(form: Form): void }) {
  return <Choice<Form> label="View as" value={value} onChange={onChange} choices={{ plot: 'Chart', table: 'Table' }} />;
}
