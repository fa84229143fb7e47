import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { ConfirmDialog } from './confirm-dialog';
import { type Opener, OpenerButton } from './dialog-button';
import { notifyDone } from './notify';
import { useSend } from './use-send';

type Props<Answer> = Opener & {
  /** Where `body` is posted to. */
  path: string;
  body?: object;
  /** As for `useSend`. */
  invalidates: string[];
  title: string;
  /** The verb on the button of the dialog: "Revoke key". */
  confirm: string;
  danger?: boolean;
  /** Asks for a note, which is sent with the body unless it is empty. */
  note?: { label: string; required: boolean } | undefined;
  /** Whether there is a button; a dialog that is open stays without it. */
  shown?: boolean;
  /** Returns what is said when it was done; null: nothing. */
  done(answer: Answer): string | null;
  /** What will happen. */
  children: ReactNode;
};

/** A change without a form: its button, its confirmation, and a word when it was done. */
export function ConfirmAction<Answer = unknown>({
  path,
  body = {},
  invalidates,
  title,
  confirm,
  danger = false,
  note,
  shown = true,
  done,
  children,
  ...opener
}: Props<Answer>) {
  const [opened, { open, close }] = useDisclosure(false);
  const { send, busy, fault, fields } = useSend<object, Answer>(path, {
    invalidates,
    shown: note === undefined ? [] : ['note'],
  });
  const act = async (text: string) => {
    const sent = await send({ ...body, ...(text !== '' && { note: text }) });
    const said = sent === null ? null : done(sent);
    if (said !== null) notifyDone(said);
    return sent !== null;
  };
  return (
    <>
      {shown && <OpenerButton {...opener} onClick={open} />}
      <ConfirmDialog
        opened={opened}
        onClose={close}
        title={title}
        confirm={confirm}
        danger={danger}
        onConfirm={act}
        busy={busy}
        fault={fault}
        {...(note !== undefined && { note: { ...note, error: fields.note } })}
      >
        {children}
      </ConfirmDialog>
    </>
  );
}
