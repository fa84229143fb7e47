import { Button, Group, Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { FaultAlert } from './fault-alert';
import { textsOf } from './read-form';

type FormProps = {
  onClose(): void;
  /** The verb on the button. */
  submit: string;
  busy: boolean;
  fault: string | null;
  /** It gets the texts of the named inputs. True closes the dialog. */
  onSubmit(texts: Record<string, string>): Promise<boolean>;
  disabled?: boolean;
  /** The text on the button that leaves the form; "Back" when it returns to an earlier step. */
  leave?: string;
  danger?: boolean;
  /** The button has the focus at first, where there is nothing to fill in. */
  focused?: boolean;
  children: ReactNode;
};

/** The form in a dialog: its fault, its inputs and its buttons. */
export function DialogForm({
  onClose,
  submit,
  busy,
  fault,
  onSubmit,
  disabled = false,
  leave = 'Cancel',
  danger = false,
  focused = false,
  children,
}: FormProps) {
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // React would pass the event to the form around the dialog's button, which the user has not submitted.
    event.stopPropagation();
    if (await onSubmit(textsOf(event.currentTarget))) onClose();
  };
  return (
    <form onSubmit={send}>
      <Stack>
        <FaultAlert fault={fault} />
        {children}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} disabled={busy}>
            {leave}
          </Button>
          <Button
            type="submit"
            loading={busy}
            disabled={disabled}
            {...(danger && { color: 'red' })}
            data-autofocus={focused || undefined}
          >
            {submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
