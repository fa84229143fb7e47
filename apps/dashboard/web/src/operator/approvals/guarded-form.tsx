import { type ReactNode, useState } from 'react';
import { FormParts, type FormProps, ofTyped, trimmed } from '../../ui/form/action-form';
import { DialogForm } from '../../ui/form/dialog-form';
import { Inputs, type Typed } from '../../ui/form/inputs';
import { AskApproval } from './ask-approval';
import { useGuarded } from './use-guarded';

/** The body of the request, or the faults of inputs that keep it from being sent. */
type Read<Body> = { body: Body } | { faults: Record<string, string> };

type Props<Filled extends Typed, Body, Answer> = FormProps<Filled> & {
  /** Makes the body of what was typed. Its texts are trimmed. */
  read(typed: Filled): Read<Body>;
  /** A text that the operator has written about the change. The note for the approver begins with it. */
  note?(typed: Filled): string;
  /** A second step before it is sent, because money moves: its effect, and the verb on its button. */
  review?(body: Body): { effect: ReactNode; submit: string; danger?: boolean };
  /** The view when it was done; null when the form has been closed. */
  outcome(answer: Answer, body: Body): ReactNode;
};

/**
 * The form of a change that may need an approval: its inputs, its effect, what came of it. Where an approval is needed,
 * it asks for that, and then shows the request.
 */
export function GuardedForm<Filled extends Typed, Body extends object, Answer extends object>(
  props: Props<Filled, Body, Answer>,
) {
  const {
    path,
    start,
    read,
    note = () => '',
    review,
    outcome,
    submit,
    danger = false,
    ready = () => true,
    onClose,
  } = props;
  const [typed, setTyped] = useState(start);
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const [reviewed, setReviewed] = useState<Body | null>(null);
  const [done, setDone] = useState<ReactNode>(null);
  const fields = ofTyped(props.fields, typed);
  const guarded = useGuarded<Body, Answer>(path, {
    invalidates: ['/api/operator/'],
    shown: [...fields.map(({ name }) => name), 'approvalNote'],
  });
  const send = async (body: Body) => {
    const answer = await guarded.send(body);
    setReviewed(null);
    if (answer !== null) setDone(outcome(answer, body));
    return false;
  };
  const next = async () => {
    const given = read(trimmed(typed));
    setWrong('faults' in given ? given.faults : {});
    if ('faults' in given) return false;
    if (review === undefined) return send(given.body);
    setReviewed(given.body);
    return false;
  };
  if (done !== null) return done;
  if (guarded.needed !== null || guarded.asked !== null)
    return <AskApproval guarded={guarded} note={note(typed)} onBack={guarded.clear} onClose={onClose} />;
  if (reviewed !== null && review !== undefined) {
    const { effect, ...step } = review(reviewed);
    return (
      <DialogForm
        {...step}
        onClose={() => setReviewed(null)}
        leave="Back"
        busy={guarded.busy}
        fault={null}
        onSubmit={() => send(reviewed)}
      >
        {effect}
      </DialogForm>
    );
  }
  return (
    <DialogForm
      onClose={onClose}
      submit={submit}
      danger={danger}
      busy={guarded.busy}
      fault={guarded.fault}
      onSubmit={next}
      disabled={!ready(typed)}
    >
      <FormParts about={props.about} below={props.children} typed={typed}>
        <Inputs fields={fields} typed={typed} faults={{ ...guarded.fields, ...wrong }} onType={setTyped} />
      </FormParts>
    </DialogForm>
  );
}
