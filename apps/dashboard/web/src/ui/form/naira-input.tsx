import { TextInput, type TextInputProps } from '@mantine/core';

type Props = Omit<TextInputProps, 'value' | 'onChange'> & { value: string; onChange(typed: string): void };

/** Takes an amount as people type it: `readAmount` reads it. */
export function NairaInput({ onChange, ...props }: Props) {
  return (
    <TextInput
      inputMode="decimal"
      leftSection="₦"
      {...props}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
