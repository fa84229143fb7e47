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
    <Panel title="Two-factor authentication">
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
                  <Button variant="default" aria-haspopup="dialog" onClick={() => setAsked('codes')}>
                    Replace backup codes
                  </Button>
                  <Button variant="default" aria-haspopup="dialog" onClick={() => setAsked('disable')}>
                    Turn off
                  </Button>
                </>
              ) : (
                <Button aria-haspopup="dialog" onClick={() => setAsked('enable')}>
                  Set up
                </Button>
              )}
            </Group>
          </>
        )}
      </Stack>
      <PasswordDialog<Enrolment>
        opened={asked === 'enable'}
        onClose={close}
        title="Set up two-factor authentication"
        path="/api/auth/two-factor/enable"
        confirm="Continue"
        onAnswer={(answer) => {
          setCodes(null);
          setEnrolment(answer);
        }}
      />
      <PasswordDialog<{ backupCodes: string[] }>
        opened={asked === 'codes'}
        onClose={close}
        title="Replace backup codes"
        path="/api/auth/two-factor/generate-backup-codes"
        about="Your current codes will stop working."
        confirm="Replace codes"
        onAnswer={({ backupCodes }) => setCodes(backupCodes)}
      />
      <PasswordDialog
        opened={asked === 'disable'}
        onClose={close}
        title="Turn off two-factor authentication"
        path="/api/auth/two-factor/disable"
        about="Anyone who knows your password will be able to sign in."
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

const ON = 'On. You sign in with your password and a code from your authenticator app.';
const OFF = 'Off. Anyone who learns your password can sign in. Turn it on so they also need your phone.';
