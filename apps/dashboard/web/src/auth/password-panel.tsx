import { Button, Group, PasswordInput, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { FaultAlert } from '../ui/form/fault-alert';
import { readForm } from '../ui/form/read-form';
import { useSend } from '../ui/form/use-send';
import { Panel } from '../ui/page/panel';
import { NewPasswordInput } from './new-password-input';

type Change = { currentPassword: string; newPassword: string };

export function PasswordPanel() {
  const [done, setDone] = useState(0);
  return (
    <Panel title="Password">
      {/* A new form after each change, so that no typed text stays. */}
      <PasswordForm
        key={done}
        onDone={() => {
          setDone(done + 1);
          notifications.show({ message: 'Password changed. You’re signed out everywhere else.' });
        }}
      />
    </Panel>
  );
}

function PasswordForm({ onDone }: { onDone: () => void }) {
  const { send, busy, fault, fields } = useSend<Change, unknown>('/api/auth/change-password', {
    invalidates: ['/api/sessions'],
    shown: ['currentPassword', 'newPassword'],
  });
  const submit = async ({ currentPassword = '', newPassword = '' }: Record<string, string>) => {
    if ((await send({ currentPassword, newPassword })) !== null) onDone();
  };
  return (
    <form onSubmit={readForm(submit)}>
      <Stack maw={420}>
        <FaultAlert fault={fault} />
        <PasswordInput
          name="currentPassword"
          label="Current password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          error={fields.currentPassword}
        />
        <NewPasswordInput label="New password" fault={fields.newPassword} />
        <Group>
          <Button type="submit" loading={busy}>
            Change password
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
