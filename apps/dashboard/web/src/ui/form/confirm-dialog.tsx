import { Modal, Text, Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { DialogForm } from './dialog-form';

type Props = {
  opened: boolean;
  onClose(): void;
  title: string;
  /** What will happen, with the amount when money moves. */
  children: ReactNode;
  /** The verb on the button: "Revoke key". */
  confirm: string;
  danger?: boolean;
  /**
   * Sends the request: true closes the dialog, false leaves it open with the fault. The note is '' when none is asked
   * for.
   */
  onConfirm(note: string): Promise<boolean>;
  busy: boolean;
  fault: string | null;
  /** Asks for a note of one line, which is stored in the audit log. */
  note?: { label: string; description?: string; required?: boolean; error?: string | undefined };
};

/** Confirms what moves money or removes something. It cannot be closed while sending, so that nobody sends twice. */
export function ConfirmDialog({ opened, onClose, title, busy, ...form }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title={title} withCloseButton={!busy} closeOnEscape={!busy}>
      <ConfirmForm busy={busy} onClose={onClose} {...form} />
    </Modal>
  );
}

/** Separate from the dialog, so that each opening starts with an empty note. */
function ConfirmForm({ children, confirm, onConfirm, fault, note, ...form }: Omit<Props, 'opened' | 'title'>) {
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
          description={note.description}
          required={note.required ?? false}
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
