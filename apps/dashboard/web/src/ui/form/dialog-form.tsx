import { Button, Group, Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { FaultAlert } from './fault-alert';

type FormProps = {
  onClose(): void;
  /** The verb on the button. */
  submit: string;
  busy: boolean;
  fault: string | null;
  /** True closes the dialog. */
  onSubmit(): Promise<boolean>;
  disabled?: boolean;
  /** The text on the button that leaves the form; "Back" when it returns to an earlier step. */
  leave?: string;
  danger?: boolean;
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
  children,
}: FormProps) {
  const send = async (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation(); // as in ConfirmDialog
    if (await onSubmit()) onClose();
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
          <Button type="submit" loading={busy} disabled={disabled} {...(danger && { color: 'red' })}>
            {submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
