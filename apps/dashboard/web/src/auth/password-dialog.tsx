import { Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core';
import { FaultAlert } from '../ui/form/fault-alert';
import { readForm } from '../ui/form/read-form';
import { useSend } from '../ui/form/use-send';

type Props<Answer> = {
  opened: boolean;
  onClose(): void;
  title: string;
  /** Where `{ password }` is posted. */
  path: string;
  about?: string;
  confirm: string;
  danger?: boolean;
  onAnswer(answer: Answer): void;
};

/** Asks for the password again, because somebody else may use an open browser. */
export function PasswordDialog<Answer>({ opened, onClose, title, ...form }: Props<Answer>) {
  return (
    <Modal opened={opened} onClose={onClose} title={title} centered closeButtonProps={{ 'aria-label': 'Close' }}>
      <PasswordForm<Answer> onClose={onClose} {...form} />
    </Modal>
  );
}

function PasswordForm<Answer>({
  onClose,
  path,
  about,
  confirm,
  danger = false,
  onAnswer,
}: Omit<Props<Answer>, 'opened' | 'title'>) {
  const { send, busy, fault, fields } = useSend<{ password: string }, Answer>(path, {
    invalidates: ['/api/me', '/api/sessions'],
    shown: ['password'],
  });
  const submit = async ({ password = '' }: Record<string, string>) => {
    const sent = await send({ password });
    if (sent === null) return;
    onAnswer(sent);
    onClose();
  };
  return (
    <form onSubmit={readForm(submit)}>
      <Stack>
        <FaultAlert fault={fault} />
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
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" loading={busy} {...(danger && { color: 'red' })}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
