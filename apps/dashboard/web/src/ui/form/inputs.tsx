import { Checkbox, NativeSelect, Radio, SegmentedControl, Stack, Textarea, TextInput } from '@mantine/core';
import type { ChangeEvent } from 'react';
import { NairaInput } from './naira-input';

/** The texts of a form, by the names of its fields. */
export type Typed = Record<string, string | boolean>;

/** A field of a form. Texts must be filled in unless they are `optional`; one of `choices` is always chosen. */
export type Field<Name extends string = string> = {
  name: Name;
  label: string;
  description?: string;
  /** How it is filled in; a line of text by default. */
  as?: 'naira' | 'decimal' | 'digits' | 'email' | 'day' | 'time' | 'rules' | 'check' | 'radios' | 'segments';
  /** The values and their words, of a select or of radios. A first value of '' makes a person choose another one. */
  choices?: readonly (readonly [value: string, word: string])[];
  optional?: boolean;
  placeholder?: string;
  /** The longest text; 200 by default. */
  most?: number;
  /** The field that is emptied when this one changes. */
  empties?: Name;
  /** Has the focus when the form is opened. */
  focus?: boolean;
  /** The fault of the typed text, known before it is sent. */
  fault?: string | undefined;
};

type Props<Filled extends Typed> = {
  fields: Field<keyof Filled & string>[];
  typed: Filled;
  /** The faults of inputs, by their names. */
  faults: Record<string, string>;
  onType(typed: NoInfer<Filled>): void;
};

/** The inputs of a form, each with its fault. */
export function Inputs<Filled extends Typed>({ fields, typed, faults, onType }: Props<Filled>) {
  return fields.map((field) => (
    <Input
      key={field.name}
      field={field}
      value={typed[field.name] ?? ''}
      error={field.fault ?? faults[field.name]}
      onChange={(value) =>
        onType({ ...typed, ...(field.empties !== undefined && { [field.empties]: '' }), [field.name]: value })
      }
    />
  ));
}

type InputProps = {
  field: Field;
  value: string | boolean;
  error: string | undefined;
  onChange(value: string | boolean): void;
};

function Input({ field, value, error, onChange }: InputProps) {
  const { label, description, as, choices = [], optional = false, placeholder, most = 200, focus } = field;
  const about = { label, description, error, 'data-autofocus': focus };
  const read = ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) =>
    onChange(currentTarget.value);
  const text = String(value);
  if (as === 'check')
    return (
      <Checkbox {...about} checked={value === true} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />
    );
  if (as === 'radios')
    return (
      <Radio.Group {...about} required={!optional} value={text} onChange={onChange}>
        <Stack gap="xs" mt="xs">
          {choices.map(([choice, word]) => (
            <Radio key={choice} value={choice} label={word} />
          ))}
        </Stack>
      </Radio.Group>
    );
  const data = choices.map(([choice, word]) => ({ value: choice, label: word }));
  if (as === 'segments') return <SegmentedControl aria-label={label} data={data} value={text} onChange={onChange} />;
  if (field.choices !== undefined)
    return (
      <NativeSelect
        {...about}
        required={!optional && choices[0]?.[0] === ''}
        data={data}
        value={text}
        onChange={read}
      />
    );
  if (as === 'rules')
    return (
      <Textarea
        {...about}
        autosize
        minRows={6}
        maxRows={16}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        value={text}
        onChange={read}
      />
    );
  const line = { ...about, required: !optional, placeholder, value: text };
  if (as === 'naira') return <NairaInput {...line} onChange={onChange} />;
  return <TextInput {...line} {...KEYS[as ?? 'text']} maxLength={most} onChange={read} />;
}

/** How a browser lets people type it. */
const KEYS = {
  text: {},
  decimal: { inputMode: 'decimal' },
  digits: { inputMode: 'numeric', autoComplete: 'off' },
  email: { type: 'email' },
  day: { type: 'date' },
  time: { type: 'datetime-local', step: 1 },
} as const;
