import { Text } from '@mantine/core';
import { useState } from 'react';
import { GuestFrame } from '../layout/guest-frame';
import { SERVICE } from '../layout/service';
import { SendForm } from '../ui/form/form';
import { TextLink } from '../ui/text/links';
import { EmailInput } from './inputs';

/** Says the same of known and unknown addresses. */
export default function ForgotPage() {
  const [mails, setMails] = useState<boolean | null>(null);
  return (
    <GuestFrame title="Reset your password">
      {mails === null ? (
        <SendForm<{ mails: boolean }>
          path="/api/auth/request-password-reset"
          shown={['email']}
          body={({ email = '' }) => ({ email: email.trim() })}
          onSent={(answer) => setMails(answer.mails)}
          submit="Send reset link"
        >
          {(fields) => <EmailInput error={fields.email} />}
        </SendForm>
      ) : (
        <Text size="sm" role="status">
          {mails
            ? 'If this address has a user, we’ve e-mailed them a link to set a new password. It works once and expires in 24 hours. Operators don’t get a link: ask another operator.'
            : `We can’t send e-mail. Ask ${SERVICE.support ?? 'an owner of your account'} for a link to set a new password. Operators: ask another operator.`}
        </Text>
      )}
      <TextLink to="/sign-in" size="sm">
        Back to sign in
      </TextLink>
    </GuestFrame>
  );
}
