import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Panel } from '../ui/page/panel';
import { BackupCodes } from './backup-codes';
import { EnrolSteps } from './enrol-steps';
import { PasswordDialog } from './password-dialog';

type Asked = 'enable' | 'disable' | 'codes';
type Enrolment = { totpURI: string; backupCodes: string[] };

/** The second step of signing in, with an authenticator app (TOTP). */
export function SecondStepPanel({ on }: { on: boolean }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const close = () => setAsked(null);
  return (
    <Panel title="Second step">
      <Stack align="flex-start">
        {enrolment !== null && !on ? (
          <EnrolSteps
            {...enrolment}
            onDone={() => setCodes(enrolment.backupCodes)}
            onCancel={() => setEnrolment(null)}
          />
        ) : (
          <>
            <Text size="sm">{on ? ON : OFF}</Text>
            {codes !== null && on && <BackupCodes codes={codes} onKept={() => setCodes(null)} />}
            <Group gap="xs">
              {on ? (
                <>
                  <Button variant="default" onClick={() => setAsked('codes')}>
                    New backup codes
                  </Button>
                  <Button variant="default" onClick={() => setAsked('disable')}>
                    Turn off
                  </Button>
                </>
              ) : (
                <Button onClick={() => setAsked('enable')}>Set up</Button>
              )}
            </Group>
          </>
        )}
      </Stack>
      <PasswordDialog<Enrolment>
        opened={asked === 'enable'}
        onClose={close}
        title="Set up the second step"
        path="/api/auth/two-factor/enable"
        confirm="Go on"
        onAnswer={(answer) => {
          setCodes(null);
          setEnrolment(answer);
        }}
      />
      <PasswordDialog<{ backupCodes: string[] }>
        opened={asked === 'codes'}
        onClose={close}
        title="New backup codes"
        path="/api/auth/two-factor/generate-backup-codes"
        about="The codes that you have now stop working."
        confirm="Make new codes"
        onAnswer={({ backupCodes }) => setCodes(backupCodes)}
      />
      <PasswordDialog
        opened={asked === 'disable'}
        onClose={close}
        title="Turn off the second step"
        path="/api/auth/two-factor/disable"
        about="From then on your password alone lets anybody in who knows it."
        confirm="Turn off"
        danger
        onAnswer={() => {
          setCodes(null);
          setEnrolment(null);
        }}
      />
    </Panel>
  );
}

const ON = 'On: signing in asks for a code of your authenticator app besides the password.';
const OFF = 'Off: whoever learns your password can sign in. With a second step they also need your phone.';
