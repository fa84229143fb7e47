import { type ReactNode, useState } from 'react';
import { DialogForm } from './dialog-form';
import { type Field, Inputs, type Typed } from './inputs';
import { notifyDone } from './notify';
import { useSend } from './use-send';

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

/** What every form of a dialog has. */
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

type Props<Filled extends Typed, Answer> = FormProps<Filled> & {
  /** As for `useSend`. */
  invalidates: string[];
  /** Makes the body of the typed texts, which are trimmed. Default: they are the body. */
  body?(typed: Filled): object;
  /** Returns what is said when it was done, and the dialog is closed; null: nothing. */
  done(answer: Answer, typed: Filled): string | null;
};

/** The form of one change in a dialog. A refusal is shown at its inputs, or above them. */
export function ActionForm<Filled extends Typed, Answer = unknown>(props: Props<Filled, Answer>) {
  const { path, invalidates, start, body, submit, danger = false, ready = () => true, done, onClose } = props;
  const [typed, setTyped] = useState(start);
  const fields = ofTyped(props.fields, typed);
  const shown = fields.map(({ name }) => name);
  const { send, busy, fault, fields: faults } = useSend<object, Answer>(path, { invalidates, shown });
  const act = async () => {
    const filled = trimmed(typed);
    const sent = await send(body === undefined ? filled : body(filled));
    const said = sent === null ? null : done(sent, filled);
    if (said !== null) notifyDone(said);
    return sent !== null;
  };
  return (
    <DialogForm
      onClose={onClose}
      submit={submit}
      danger={danger}
      busy={busy}
      fault={fault}
      onSubmit={act}
      disabled={!ready(typed)}
    >
      <FormParts about={props.about} below={props.children} typed={typed}>
        <Inputs fields={fields} typed={typed} faults={faults} onType={setTyped} />
      </FormParts>
    </DialogForm>
  );
}

type PartsProps<Filled> = {
  typed: Filled;
  about: Of<Filled, ReactNode>;
  below: Of<Filled, ReactNode>;
  children: ReactNode;
};

/** The inputs of a form between what is above and below them. */
export function FormParts<Filled>({ typed, about, below, children }: PartsProps<Filled>) {
  return (
    <>
      {ofTyped(about, typed)}
      {children}
      {ofTyped(below, typed)}
    </>
  );
}
