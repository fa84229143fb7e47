import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { GuestFrame } from '../layout/guest-frame';
import { SendForm } from '../ui/form/send-form';
import { TextLink } from '../ui/text/links';

export default function ForgotPage() {
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
const WhatNext = ({ mails }: { mails: boolean }) => (
  <Text size="sm" role="status">
    {mails
      ? 'If this address has a user, we’ve e-mailed them a link to set a new password. It works once and expires in 24 hours. Operators don’t get a link: ask another operator.'
      : 'We can’t send e-mail. Ask our support team for a link to set a new password. Operators: ask another operator.'}
  </Text>
);

const AskForLink = ({ onAnswer }: { onAnswer(mails: boolean): void }) => (
  <SendForm<{ mails: boolean }>
    path="/api/auth/request-password-reset"
    shown={['email']}
    body={({ email = '' }) => ({ email: email.trim() })}
    onSent={({ mails }) => onAnswer(mails)}
    submit="Send reset link"
  >
    {(fields) => (
      <TextInput
        name="email"
        type="email"
        label="E-mail"
        autoComplete="username"
        required
        withAsterisk={false}
        error={fields.email}
      />
    )}
  </SendForm>
);
