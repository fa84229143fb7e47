import { Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { meQuery } from '../api/queries';
import { notifyDone } from '../ui/form/notify';
import { SendForm } from '../ui/form/send-form';
import { Loaded } from '../ui/page/loaded';
import { PageHeader } from '../ui/page/page-header';
import { Panel } from '../ui/page/panel';
import { BackupCodes, EnrolButton, type Enrolment, EnrolSteps } from './enrol-steps';
import { NewPasswordInput } from './new-password-input';
import { PasswordButton } from './password-button';
import { SessionsPanel } from './sessions-panel';

export default function SecurityPage() {
  const me = useQuery(meQuery);
  return (
    <>
      <PageHeader title="Security" about="How you sign in and where you’re signed in." />
      <Stack maw="56rem">
        <Loaded query={me}>{({ user }) => <SecondStepPanel on={user.twoFactor} />}</Loaded>
        <PasswordPanel />
        <SessionsPanel />
      </Stack>
    </>
  );
}

/** The second step of signing in, with an authenticator app (TOTP). */
function SecondStepPanel({ on }: { on: boolean }) {
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  /** Shows no codes of before. */
  const begin = (begun: Enrolment | null) => {
    setCodes(null);
    setEnrolment(begun);
  };
  return (
    <Panel title="Two-factor authentication">
      <Stack align="flex-start">
        {enrolment !== null && !on ? (
          <EnrolSteps
            totpURI={enrolment.totpURI}
            onDone={() => setCodes(enrolment.backupCodes)}
            onCancel={() => setEnrolment(null)}
          />
        ) : (
          <>
            <Text size="sm">{on ? ON : OFF}</Text>
            {codes !== null && on && <BackupCodes codes={codes} onKept={() => setCodes(null)} />}
            {on ? <ChangeSecondStep onCodes={setCodes} onOff={() => begin(null)} /> : <EnrolButton onBegun={begin} />}
          </>
        )}
      </Stack>
    </Panel>
  );
}

const ON = 'On. You sign in with your password and a code from your authenticator app.';
const OFF = 'Off. Anyone who learns your password can sign in. Turn it on so they also need your phone.';

const ChangeSecondStep = ({ onCodes, onOff }: { onCodes(codes: string[]): void; onOff(): void }) => (
  <Group gap="xs">
    <PasswordButton<{ backupCodes: string[] }>
      button="Replace backup codes"
      title="Replace backup codes"
      asks={{
        path: '/api/auth/two-factor/generate-backup-codes',
        about: 'Your current codes will stop working.',
        confirm: 'Replace codes',
        onAnswer: ({ backupCodes }) => onCodes(backupCodes),
      }}
    />
    <PasswordButton
      button="Turn off"
      title="Turn off two-factor authentication"
      asks={{
        path: '/api/auth/two-factor/disable',
        about: 'Anyone who knows your password will be able to sign in.',
        confirm: 'Turn off',
        danger: true,
        onAnswer: onOff,
      }}
    />
  </Group>
);

function PasswordPanel() {
  const [done, setDone] = useState(0);
  return (
    <Panel title="Password">
      <Stack maw={420}>
        {/* A new form after each change, so that no typed text stays. */}
        <SendForm
          key={done}
          path="/api/auth/change-password"
          invalidates={['/api/sessions']}
          shown={['currentPassword', 'newPassword']}
          onSent={() => {
            setDone(done + 1);
            notifyDone('Password changed. You’re signed out everywhere else.');
          }}
          submit="Change password"
        >
          {(fields) => (
            <>
              <PasswordInput
                name="currentPassword"
                label="Current password"
                autoComplete="current-password"
                required
                withAsterisk={false}
                error={fields.currentPassword}
              />
              <NewPasswordInput label="New password" fault={fields.newPassword} />
            </>
          )}
        </SendForm>
      </Stack>
    </Panel>
  );
}
