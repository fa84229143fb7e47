import { SegmentedControl } from '@mantine/core';

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
