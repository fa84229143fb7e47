import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { FaultAlert } from '../../components/fault-alert';
import { TextLink } from '../../components/links';
import { useSend } from '../../components/use-send';
import { GuestFrame } from '../../layout/guest-frame';
import { readForm } from '../../layout/read-form';

export function ForgotPage() {
  const [sent, setSent] = useState(false);
  return (
    <GuestFrame title="Forgotten password">
      {sent ? <WhatNext /> : <AskForLink onSent={() => setSent(true)} />}
      <TextLink to="/sign-in" size="sm">
        Back to signing in
      </TextLink>
    </GuestFrame>
  );
}

/** Says the same of known and unknown addresses. */
function WhatNext() {
  return (
    <Text size="sm" role="status">
      If this is a user’s address, a link to set a new password is on its way to it. Where this service sends no mail, an operator makes you
      such a link.
    </Text>
  );
}

function AskForLink({ onSent }: { onSent: () => void }) {
  const { send, busy, fault } = useSend<{ email: string }, unknown>('/api/auth/request-password-reset', { told: [] });
  const submit = async ({ email = '' }: Record<string, string>) => {
    if ((await send({ email: email.trim() })) !== null) onSent();
  };
  return (
    <form onSubmit={readForm(submit)}>
      <Stack>
        <FaultAlert fault={fault} />
        <TextInput name="email" type="email" label="E-mail" autoComplete="username" required withAsterisk={false} />
        <Button type="submit" loading={busy}>
          Send me a link
        </Button>
      </Stack>
    </form>
  );
}
