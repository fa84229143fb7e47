import {
  Checkbox,
  NativeSelect,
  Radio,
  SegmentedControl,
  Stack,
  Textarea,
  TextInput,
  type TextInputProps,
} from '@mantine/core';
import { type ChangeEvent, type ComponentProps, type ReactNode, useState } from 'react';
import { DialogButton } from './dialog';
import { DialogForm, useSend } from './form';

/** A value of a form, or how it follows from what was typed. */
export type Of<Filled, Value> = Value | ((typed: Filled) => Value);

/** The value for what was typed. */
export function ofTyped<Filled, Value>(of: Of<Filled, Value>, typed: Filled): Value {
  return typeof of === 'function' ? (of as (typed: Filled) => Value)(typed) : of;
}

/** The typed texts, without spaces at the ends. */
export function trimmed<Filled extends Typed>(typed: Filled): Filled {
  const values = Object.entries(typed).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value]);
  return Object.fromEntries(values) as Filled;
}

/** Props of every form in a dialog. */
export type FormProps<Filled extends Typed> = {
  /** Where it is posted to. */
  path: string;
  /** The texts of the inputs at first. */
  start: Filled;
  fields: Of<Filled, Field<keyof Filled & string>[]>;
  /** The view above the inputs. */
  about?: Of<Filled, ReactNode>;
  /** The view below the inputs. */
  children?: Of<Filled, ReactNode>;
  /** The verb on the button. */
  submit: string;
  danger?: boolean;
  /** Whether it can be sent; always by default. */
  ready?(typed: Filled): boolean;
  onClose(): void;
};

type ViewProps<Filled extends Typed> = Pick<ComponentProps<typeof DialogForm>, 'busy' | 'fault' | 'onSubmit'> &
  Omit<InputsProps<Filled>, 'fields'> & { form: FormProps<Filled> };

/** A form as it is filled in now: its inputs between what is above and below them. */
export function FormView<Filled extends Typed>({ form, typed, faults, onType, ...sending }: ViewProps<Filled>) {
  const { fields, about, children, submit, danger, ready = () => true, onClose } = form;
  return (
    <DialogForm {...sending} onClose={onClose} submit={submit} danger={danger} disabled={!ready(typed)}>
      {ofTyped(about, typed)}
      <Inputs fields={ofTyped(fields, typed)} typed={typed} faults={faults} onType={onType} />
      {ofTyped(children, typed)}
    </DialogForm>
  );
}

type Props<Filled extends Typed, Answer> = FormProps<Filled> & {
  /** As for `useSend`. */
  invalidates: string[];
  /** Makes the body of the typed texts, which are trimmed. Default: they are the body. */
  body?(typed: Filled): object;
  /** Returns what is said when it was done, and the dialog is closed; null: nothing. */
  done(answer: Answer, typed: Filled): string | null;
};

/** The form of one change in a dialog. A refusal is shown at its inputs, or above them. */
export function ActionForm<Filled extends Typed, Answer = unknown>(form: Props<Filled, Answer>) {
  const { path, invalidates, start, body = (filled) => filled, done } = form;
  const [typed, setTyped] = useState(start);
  const shown = ofTyped(form.fields, typed).map(({ name }) => name);
  const { act, busy, fault, fields: faults } = useSend<object, Answer>(path, { invalidates, shown });
  const submit = () => {
    const filled = trimmed(typed);
    return act(body(filled), (answer) => done(answer, filled));
  };
  return (
    <FormView form={form} typed={typed} faults={faults} busy={busy} fault={fault} onType={setTyped} onSubmit={submit} />
  );
}

/** A form in the dialog of a button. */
export type InDialog<Form> = Omit<Form, 'onClose'> & { dialog: Omit<ComponentProps<typeof DialogButton>, 'children'> };

/** A button, and the form of one change in its dialog. */
export const ActionDialog = <Filled extends Typed, Answer = unknown>({
  dialog,
  ...form
}: InDialog<Props<Filled, Answer>>) => (
  <DialogButton {...dialog}>{(close) => <ActionForm<Filled, Answer> {...form} onClose={close} />}</DialogButton>
);

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

type InputsProps<Filled extends Typed> = {
  fields: Field<keyof Filled & string>[];
  typed: Filled;
  /** The faults of inputs, by their names. */
  faults: Record<string, string>;
  onType(typed: NoInfer<Filled>): void;
};

/** The inputs of a form, each with its fault. */
export function Inputs<Filled extends Typed>({ fields, typed, faults, onType }: InputsProps<Filled>) {
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

type NairaProps = Omit<TextInputProps, 'value' | 'onChange'> & { value: string; onChange(typed: string): void };

/** Takes an amount as people type it: `readAmount` reads it. */
export function NairaInput({ onChange, ...props }: NairaProps) {
  return (
    <TextInput
      inputMode="decimal"
      leftSection="₦"
      {...props}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
