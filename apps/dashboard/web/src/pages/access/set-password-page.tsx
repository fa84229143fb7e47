import { Button, Stack, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { FaultAlert } from '../../components/fault-alert';
import { ButtonLink, TextLink } from '../../components/links';
import { useSend } from '../../components/use-send';
import { GuestFrame } from '../../layout/guest-frame';
import { readForm } from '../../layout/read-form';
import { NewPasswordInput } from './new-password-input';

const route = getRouteApi('/set-password');

/** Where a one-time link leads: of an invitation, or after a forgotten password. */
export function SetPasswordPage() {
  const { token } = route.useSearch();
  const [done, setDone] = useState(false);
  return (
    <GuestFrame title="Set a password">
      {token === undefined ? <NoToken /> : done ? <Done /> : <SetPasswordForm token={token} onDone={() => setDone(true)} />}
    </GuestFrame>
  );
}

function NoToken() {
  return (
    <Text size="sm">
      This address is not complete. Open the whole link again, or <TextLink to="/forgot">ask for a new one</TextLink>.
    </Text>
  );
}

function Done() {
  return (
    <>
      <Text size="sm" role="status">
        Your password is set, and every earlier sign-in has ended.
      </Text>
      <ButtonLink to="/sign-in">Sign in</ButtonLink>
    </>
  );
}

function SetPasswordForm({ token, onDone }: { token: string; onDone: () => void }) {
  const { send, busy, fault, fields } = useSend<{ token: string; newPassword: string }, unknown>('/api/auth/reset-password', {
    told: [],
    shown: ['newPassword'],
  });
  const submit = async ({ newPassword = '' }: Record<string, string>) => {
    if ((await send({ token, newPassword })) !== null) onDone();
  };
  return (
    <form onSubmit={readForm(submit)}>
      <Stack>
        <FaultAlert fault={fault} />
        <NewPasswordInput label="New password" fault={fields.newPassword} />
        <Button type="submit" loading={busy}>
          Set the password
        </Button>
        <Text size="sm" c="dimmed">
          A link works once, for 24 hours. <TextLink to="/forgot">Ask for a new one</TextLink>
        </Text>
      </Stack>
    </form>
  );
}
