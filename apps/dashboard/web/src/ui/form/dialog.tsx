import { Button, type ButtonProps, Modal, type ModalProps, Text, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useIsMutating } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { DialogForm, useSend } from './form';

/** The button that opens a dialog. `label` is for screen readers, if several buttons of a page have the same text. */
export type Opener = Omit<ButtonProps, 'children'> & { button: ReactNode; label?: string | undefined };

/** The button of a row, and the title of its dialog: by default it asks what the label says. */
export const rowOpener = (button: string, label: string, title = `${label}?`) => ({ button, label, size: 'xs', title });

export function OpenerButton({ button, label, ...look }: Opener & { onClick(): void }) {
  return (
    <Button variant="default" aria-haspopup="dialog" aria-label={label} {...look}>
      {button}
    </Button>
  );
}

type Props = Opener & {
  title: string;
  /** The width of the dialog. */
  wide?: ModalProps['size'];
  children(close: () => void): ReactNode;
};

/** A button and its dialog, which starts anew each time. Escape does not close it while something is sent. */
export function DialogButton({ title, wide = 'md', children, ...opener }: Props) {
  const [opened, { open, close }] = useDisclosure(false);
  const sending = useIsMutating() > 0;
  return (
    <>
      <OpenerButton {...opener} onClick={open} />
      <Modal opened={opened} onClose={close} title={title} size={wide} closeOnEscape={!sending}>
        {children(close)}
      </Modal>
    </>
  );
}

type ActionProps<Answer> = Opener & {
  /** Where `body` is posted to. */
  path: string;
  body?: object;
  /** As for `useSend`. */
  invalidates: string[];
  /** Asks for a note, which is sent with the body unless it is empty. */
  note?: { label: string; required: boolean } | undefined;
  /** Whether there is a button; a dialog that is open stays without it. */
  shown?: boolean;
  /** Returns what is said when it was done; null: nothing. */
  done(answer: Answer): string | null;
} & Pick<ConfirmProps, 'title' | 'confirm' | 'danger' | 'children'>;

/** A change without a form: its button, its confirmation, and a word when it was done. */
export function ConfirmAction<Answer = unknown>(props: ActionProps<Answer>) {
  const { path, body = {}, invalidates, title, confirm, danger, note, shown = true, done, children, ...opener } = props;
  const [opened, { open, close }] = useDisclosure(false);
  const { act, busy, fault, fields } = useSend<object, Answer>(path, {
    invalidates,
    shown: note === undefined ? [] : ['note'],
  });
  const confirmed = (text: string) => act({ ...body, ...(text !== '' && { note: text }) }, done);
  return (
    <>
      {shown && <OpenerButton {...opener} onClick={open} />}
      <ConfirmDialog
        opened={opened}
        onClose={close}
        title={title}
        confirm={confirm}
        danger={danger}
        onConfirm={confirmed}
        busy={busy}
        fault={fault}
        {...(note !== undefined && { note: { ...note, error: fields.note } })}
      >
        {children}
      </ConfirmDialog>
    </>
  );
}

type ConfirmProps = {
  opened: boolean;
  onClose(): void;
  title: string;
  /** The description of the effect, with the amount when money moves. */
  children: ReactNode;
  /** The verb on the button: "Revoke key". */
  confirm: string;
  danger?: boolean | undefined;
  /**
   * Sends the request: true closes the dialog, false leaves it open with the fault. The note is '' when none is asked
   * for.
   */
  onConfirm(note: string): Promise<boolean>;
  busy: boolean;
  fault: string | null;
  /** Asks for a note of one line, which is stored in the audit log. */
  note?: { label: string; required: boolean; error?: string | undefined };
};

/** Confirms what moves money or removes something. It cannot be closed while sending, so that nobody sends twice. */
export function ConfirmDialog({ opened, onClose, title, busy, ...form }: ConfirmProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={title} withCloseButton={!busy} closeOnEscape={!busy}>
      <ConfirmForm busy={busy} onClose={onClose} {...form} />
    </Modal>
  );
}

/** Separate from the dialog, so that each opening starts with an empty note. */
function ConfirmForm({ children, confirm, onConfirm, fault, note, ...form }: Omit<ConfirmProps, 'opened' | 'title'>) {
  const [text, setText] = useState('');
  // A refusal from an earlier opening is not shown again.
  const [tried, setTried] = useState(false);
  const act = () => {
    setTried(true);
    return onConfirm(text.trim());
  };
  return (
    <DialogForm submit={confirm} fault={tried ? fault : null} onSubmit={act} focused={note === undefined} {...form}>
      <Text component="div" size="sm">
        {children}
      </Text>
      {note !== undefined && (
        <Textarea
          label={note.label}
          required={note.required}
          error={tried && note.error}
          autosize
          minRows={2}
          maxLength={200}
          value={text}
          onChange={(event) => setText(event.currentTarget.value.replaceAll(/\s+/g, ' '))}
        />
      )}
    </DialogForm>
  );
}
