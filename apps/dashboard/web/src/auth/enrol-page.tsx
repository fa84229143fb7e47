import { Button, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { meQuery } from '../api/queries';
import { GuestFrame } from '../layout/guest-frame';
import { useSignOut } from '../layout/use-sign-out';
import { BackupCodes } from './backup-codes';
import { EnrolSteps } from './enrol-steps';
import { PasswordDialog } from './password-dialog';

type Enrolment = { totpURI: string; backupCodes: string[] };

/** Where a user sets up the second step that is required of them. The server answers them nothing else before. */
export function EnrolPage() {
  const me = useQuery(meQuery).data;
  const router = useRouter();
  const [asked, setAsked] = useState(false);
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  const [done, setDone] = useState(false);
  const client = useQueryClient();
  const goOn = () => {
    client.clear(); // what is known of the user may be from before
    router.history.replace('/');
  };
  return (
    <GuestFrame title="Set up two-factor authentication">
      {enrolment === null && (
        <Stack>
          <Text size="sm">
            {me?.role === 'operator' ? 'Operators must use' : 'Your team requires'} two-factor authentication. You sign
            in with your password and a code from an authenticator app. Set it up to continue.
          </Text>
          <Button aria-haspopup="dialog" onClick={() => setAsked(true)}>
            Set up
          </Button>
        </Stack>
      )}
      {enrolment !== null && !done && (
        <EnrolSteps {...enrolment} onDone={() => setDone(true)} onCancel={() => setEnrolment(null)} />
      )}
      {enrolment !== null && done && <BackupCodes codes={enrolment.backupCodes} onKept={goOn} />}
      {!done && <SignOut email={me?.user.email} />}
      <PasswordDialog<Enrolment>
        opened={asked}
        onClose={() => setAsked(false)}
        title="Set up two-factor authentication"
        path="/api/auth/two-factor/enable"
        confirm="Continue"
        onAnswer={setEnrolment}
      />
    </GuestFrame>
  );
}

function SignOut({ email }: { email: string | undefined }) {
  const signOut = useSignOut();
  return (
    <Button variant="subtle" size="compact-sm" onClick={signOut}>
      {email === undefined ? 'Sign out' : `Sign out ${email}`}
    </Button>
  );
}
