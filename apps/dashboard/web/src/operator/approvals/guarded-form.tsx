import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconChecklist } from '@tabler/icons-react';
import type { Asked } from '@topup/dashboard-contract';
import { type ReactNode, useRef, useState } from 'react';
import {
  type Field,
  type FormProps,
  FormView,
  type InDialog,
  Inputs,
  ofTyped,
  type Typed,
  trimmed,
} from '../../ui/form/action-form';
import { DialogButton } from '../../ui/form/dialog';
import { DialogForm, notifyDone, type Sending, useSend } from '../../ui/form/form';
import { ButtonLink } from '../../ui/text/links';
import { When } from '../../ui/text/values';

/** The body of the request, or the faults of inputs that keep it from being sent. */
type Read<Body> = { body: Body } | { faults: Record<string, string> };

type Props<Filled extends Typed, Body, Answer> = FormProps<Filled> & {
  /** Makes the body of what was typed. Its texts are trimmed. */
  read(typed: Filled): Read<Body>;
  /** A text that the operator has written about the change. The note for the approver begins with it. */
  note?(typed: Filled): string;
  /**
   * A second step before it is sent, because money moves: its effect, and the verb on its button. `why`: it needs an
   * approval, which this step asks for.
   */
  review?(body: Body): { effect: ReactNode; submit: string; danger?: boolean; why?: string | null };
  /** The view when it was done; or a text that is said, and the dialog is closed. */
  outcome(answer: Answer, body: Body, close: () => void): ReactNode;
};

/**
 * The form of a change that may need an approval: its inputs, its effect, what came of it. Where an approval is needed,
 * it asks for that, and then shows the request.
 */
export function GuardedForm<Filled extends Typed, Body extends object, Answer extends object>(
  form: Props<Filled, Body, Answer>,
) {
  const { path, start, read, note = () => '', review, outcome, onClose } = form;
  const [typed, setTyped] = useState(start);
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const [reviewed, setReviewed] = useState<Body | null>(null);
  const [done, setDone] = useState<ReactNode>(null);
  const guarded = useGuarded<Body, Answer>(path, {
    invalidates: ['/api/operator/'],
    shown: [...ofTyped(form.fields, typed).map(({ name }) => name), 'approvalNote'],
  });
  const { busy, fault, fields } = guarded;
  const send = async (body: Body, approvalNote?: string) => {
    const answer = await guarded.send(body, approvalNote);
    setReviewed(null);
    const came = answer === null ? null : outcome(answer, body, onClose);
    if (typeof came !== 'string') setDone(came);
    else {
      notifyDone(came);
      onClose();
    }
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
    const { effect, why, ...step } = review(reviewed);
    const back = () => setReviewed(null);
    if (why != null) {
      const ask = async (text: string) => void (await send(reviewed, text));
      const asking = { ...guarded, needed: why, ask };
      return (
        <AskApproval guarded={asking} note={note(typed)} onBack={back} onClose={onClose}>
          {effect}
        </AskApproval>
      );
    }
    return (
      <DialogForm {...step} onClose={back} leave="Back" busy={busy} fault={null} onSubmit={() => send(reviewed)}>
        {effect}
      </DialogForm>
    );
  }
  const faults = { ...fields, ...wrong };
  return (
    <FormView form={form} typed={typed} faults={faults} busy={busy} fault={fault} onType={setTyped} onSubmit={next} />
  );
}

/** A button, and the form of a change that may need an approval in its dialog. */
export const GuardedDialog = <Filled extends Typed, Body extends object, Answer extends object>({
  dialog,
  ...form
}: InDialog<Props<Filled, Body, Answer>>) => (
  <DialogButton {...dialog}>{(close) => <GuardedForm {...form} onClose={close} />}</DialogButton>
);

type Guarded<Body, Answer> = Pick<Sending<Body, Answer>, 'busy' | 'fault' | 'fields'> & {
  /** Null when it was refused, or when an approval was asked for. With a `note` it asks when it needs one. */
  send(body: Body, note?: string): Promise<Answer | null>;
  /** The server's message when the change needs an approval, which has not been asked for. */
  needed: string | null;
  /** Sends the last change again, with the note for the operator who decides. */
  ask(note: string): Promise<void>;
  asked: Asked['approval'] | null;
  clear(): void;
};

/** A change that may need the approval of a second operator. */
export function useGuarded<Body extends object, Answer extends object>(
  path: string,
  options: Parameters<typeof useSend>[1],
): Guarded<Body, Answer> {
  const { send, busy, fault, code, fields, clear } = useSend<Body & { approvalNote?: string }, Answer | Asked>(
    path,
    options,
  );
  const [asked, setAsked] = useState<Asked['approval'] | null>(null);
  const last = useRef<Body | null>(null);
  const sendOnce = async (body: Body, note?: string) => {
    last.current = body;
    const answer = await send({ ...body, ...(note !== undefined && { approvalNote: note }) });
    if (answer === null || !isAsked(answer)) return answer;
    setAsked(answer.approval);
    return null;
  };
  const needed = code === 'approval_needed';
  return {
    send: sendOnce,
    busy,
    fault: needed ? null : fault,
    fields,
    needed: needed ? fault : null,
    async ask(note) {
      if (last.current !== null) await sendOnce(last.current, note);
    },
    asked,
    clear() {
      clear();
      setAsked(null);
    },
  };
}

/** A link that a new operator gets works once it was approved: it is an answer with an approval. */
const isAsked = (answer: object): answer is Asked => 'approval' in answer && !('link' in answer);

type AskProps = {
  guarded: Pick<Guarded<never, unknown>, 'needed' | 'asked' | 'ask' | 'busy' | 'fault' | 'fields'>;
  /** The text that the operator has already written about the change. */
  note: string;
  onBack(): void;
  onClose(): void;
  /** The view of what happens when it is approved. */
  children?: ReactNode;
};

/** In the dialog of a change that needs an approval: asks for it, and then shows the request. */
export function AskApproval({ guarded, note, onBack, onClose, children }: AskProps) {
  const { needed, asked, ask, busy, fault, fields } = guarded;
  const [typed, setTyped] = useState({ approvalNote: note });
  if (asked !== null) return <AskedFor approval={asked} onClose={onClose} />;
  const submit = async () => {
    const text = typed.approvalNote.trim();
    // the approval records this text alone, so the note about the change must stay in it
    await ask(note === '' || text.includes(note) ? text : `${note} · ${text}`);
    return false;
  };
  return (
    <DialogForm onClose={onBack} leave="Back" submit="Ask for approval" busy={busy} fault={fault} onSubmit={submit}>
      <Alert color="blue" variant="outline" role="status" icon={<IconChecklist aria-hidden />}>
        {needed} Nothing was changed yet.
      </Alert>
      {children}
      <Inputs fields={[APPROVAL_NOTE]} typed={typed} faults={fields} onType={setTyped} />
    </DialogForm>
  );
}

/** Why an approval is asked for. */
export const APPROVAL_NOTE: Field<'approvalNote'> = {
  name: 'approvalNote',
  label: 'Note for the approver',
  description:
    'The other operators find it under "Approvals", and by e-mail if a mail server is set. They have 24 hours.',
  focus: true,
};

/** The request that was made. */
function AskedFor({ approval: { id, expiresAt, before }, onClose }: { approval: Asked['approval']; onClose(): void }) {
  return (
    <Stack>
      <Alert color="teal" variant="outline" role="status" icon={<IconChecklist aria-hidden />}>
        {before ? 'This was already requested.' : 'Approval requested.'} The change happens when another operator
        approves it.
      </Alert>
      <Text size="sm">
        The request expires <When at={expiresAt} />.
      </Text>
      <Group justify="flex-end" gap="xs">
        <ButtonLink variant="default" to="/operator/approvals/$id" params={{ id }}>
          Show the request
        </ButtonLink>
        <Button onClick={onClose} data-autofocus>
          Close
        </Button>
      </Group>
    </Stack>
  );
}
