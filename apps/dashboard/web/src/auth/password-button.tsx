import { PasswordInput, Text } from '@mantine/core';
import { DialogButton, type Opener } from '../ui/form/dialog-button';
import { DialogForm } from '../ui/form/dialog-form';
import { useSend } from '../ui/form/use-send';

type Asked<Answer> = {
  /** Where `{ password }` is posted. */
  path: string;
  about?: string;
  confirm: string;
  danger?: boolean;
  onAnswer(answer: Answer): void;
};

/** A button that asks for the password again, because somebody else may use an open browser. */
export const PasswordButton = <Answer,>({ asks, ...opener }: Opener & { title: string; asks: Asked<Answer> }) => (
  <DialogButton {...opener}>{(close) => <PasswordForm<Answer> {...asks} onClose={close} />}</DialogButton>
);

function PasswordForm<Answer>(props: Asked<Answer> & { onClose(): void }) {
  const { path, about, confirm, danger = false, onAnswer, onClose } = props;
  const { send, busy, fault, fields } = useSend<{ password: string }, Answer>(path, {
    invalidates: ['/api/me', '/api/sessions'],
    shown: ['password'],
  });
  const ask = async ({ password = '' }: Record<string, string>) => {
    const sent = await send({ password });
    if (sent !== null) onAnswer(sent);
    return sent !== null;
  };
  return (
    <DialogForm onClose={onClose} submit={confirm} busy={busy} fault={fault} onSubmit={ask} danger={danger}>
      {about !== undefined && <Text size="sm">{about}</Text>}
      <PasswordInput
        name="password"
        label="Your password"
        autoComplete="current-password"
        required
        withAsterisk={false}
        error={fields.password}
        data-autofocus
      />
    </DialogForm>
  );
}
