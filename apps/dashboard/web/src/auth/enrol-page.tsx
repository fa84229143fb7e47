import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { meQuery } from '../api/queries';
import { GuestFrame } from '../layout/guest-frame';
import { useSignOut } from '../layout/user-menu';
import { useEntry } from './entry';
import { BackupCodes, EnrolButton, type Enrolment, EnrolSteps } from './second-factor';

/** Where a user sets up the second step that is required of them. The server answers them nothing else before. */
export default function EnrolPage() {
  const me = useQuery(meQuery).data;
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  const [done, setDone] = useState(false);
  const signOut = useSignOut();
  const goOn = useEntry('/'); // what is known of the user may be from before
  return (
    <GuestFrame title="Set up two-factor authentication">
      {enrolment === null && (
        <Stack>
          <Text size="sm">
            {me?.role === 'operator' ? 'Operators must use' : 'Your team requires'} two-factor authentication. You sign
            in with your password and a code from an authenticator app. Set it up to continue.
          </Text>
          <EnrolButton onBegun={setEnrolment} />
        </Stack>
      )}
      {enrolment !== null && !done && (
        <EnrolSteps totpURI={enrolment.totpURI} onDone={() => setDone(true)} onCancel={() => setEnrolment(null)} />
      )}
      {enrolment !== null && done && <BackupCodes codes={enrolment.backupCodes} onKept={goOn} />}
      {!done && (
        <Button variant="subtle" size="compact-sm" onClick={signOut}>
          {me === undefined ? 'Sign out' : `Sign out ${me.user.email}`}
        </Button>
      )}
    </GuestFrame>
  );
}
