import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { GuestFrame } from '../layout/guest-frame';
import { FaultAlert } from '../ui/form/fault-alert';
import { readForm } from '../ui/form/read-form';
import { useSend } from '../ui/form/use-send';
import { TextLink } from '../ui/text/links';

export function ForgotPage() {
  const [mails, setMails] = useState<boolean | null>(null);
  return (
    <GuestFrame title="Reset your password">
      {mails === null ? <AskForLink onAnswer={setMails} /> : <WhatNext mails={mails} />}
      <TextLink to="/sign-in" size="sm">
        Back to sign in
      </TextLink>
    </GuestFrame>
  );
}

/** Shows the same text for known and unknown addresses. */
function WhatNext({ mails }: { mails: boolean }) {
  return (
    <Text size="sm" role="status">
      {mails
        ? 'If this address has a user, we’ve e-mailed them a link to set a new password. It works once and expires in 24 hours. Operators don’t get a link: ask another operator.'
        : 'We can’t send e-mail. Ask our support team for a link to set a new password. Operators: ask another operator.'}
    </Text>
  );
}

function AskForLink({ onAnswer }: { onAnswer(mails: boolean): void }) {
  const { send, busy, fault, fields } = useSend<{ email: string }, { mails: boolean }>(
    '/api/auth/request-password-reset',
    {
      invalidates: [],
      shown: ['email'],
    },
  );
  const submit = async ({ email = '' }: Record<string, string>) => {
    const sent = await send({ email: email.trim() });
    if (sent !== null) onAnswer(sent.mails);
  };
  return (
    <form onSubmit={readForm(submit)}>
      <Stack>
        <FaultAlert fault={fault} />
        <TextInput
          name="email"
          type="email"
          label="E-mail"
          autoComplete="username"
          required
          withAsterisk={false}
          error={fields.email}
        />
        <Button type="submit" loading={busy}>
          Send reset link
        </Button>
      </Stack>
    </form>
  );
}
