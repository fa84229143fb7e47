import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { SessionRow } from '@topup/dashboard-contract';
import { useState } from 'react';
import { meQuery, thingQuery } from '../api/queries';
import { notifyDone, SendForm, useSend } from '../ui/form/form';
import { FaultAlert, Loaded, PageHeader, Panel } from '../ui/page/page';
import { type Column, TablePanel } from '../ui/table/table-panel';
import { When } from '../ui/text/values';
import { agentLabel } from './agent-label';
import { CurrentPasswordInput, NewPasswordInput } from './inputs';
import { BackupCodes, EnrolButton, type Enrolment, EnrolSteps, PasswordButton } from './second-factor';

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
              <CurrentPasswordInput name="currentPassword" label="Current password" error={fields.currentPassword} />
              <NewPasswordInput error={fields.newPassword} />
            </>
          )}
        </SendForm>
      </Stack>
    </Panel>
  );
}

const COLUMNS: Column<SessionRow>[] = [
  { header: 'Browser', names: true, cell: (session) => <Browser session={session} /> },
  {
    header: 'IP address',
    phone: 'plain',
    cell: ({ ip }) => (ip === null ? '–' : <span className="numbers">{ip}</span>),
  },
  { header: 'Signed in', cell: ({ createdAt }) => <When at={createdAt} /> },
  { header: 'Last active', cell: ({ lastSeenAt }) => <When at={lastSeenAt} /> },
  { header: '', end: true, cell: (session) => !session.current && <End session={session} /> },
];

/** Where the user is signed in. An ended session is signed out at its next request. */
function SessionsPanel() {
  const sessions = useQuery(thingQuery<SessionRow[]>('/api/sessions'));
  return (
    <TablePanel
      title="Active sessions"
      caption="Your active sessions"
      columns={COLUMNS}
      rows={sessions}
      idOf={({ id }) => id}
      empty={null}
      actions={<EndOthers rows={sessions.data ?? []} />}
    />
  );
}

function Browser({ session: { agent, current } }: { session: SessionRow }) {
  return (
    <>
      {agentLabel(agent)}{' '}
      {current && (
        <Badge variant="default" tt="none" fw={500}>
          This browser
        </Badge>
      )}
    </>
  );
}

function End({ session: { id, agent } }: { session: SessionRow }) {
  const { send, busy, fault } = useSend<object, unknown>(`/api/sessions/${encodeURIComponent(id)}/revoke`, {
    invalidates: ['/api/sessions'],
  });
  return (
    <>
      <Button
        size="xs"
        variant="default"
        loading={busy}
        onClick={() => void send({})}
        aria-label={`Sign out ${agentLabel(agent)}`}
      >
        Sign out
      </Button>
      {fault !== null && (
        <Text size="xs" role="alert">
          {fault}
        </Text>
      )}
    </>
  );
}

function EndOthers({ rows }: { rows: SessionRow[] }) {
  const { send, busy, fault } = useSend<object, unknown>('/api/sessions/revoke-others', {
    invalidates: ['/api/sessions'],
  });
  if (rows.length < 2) return null;
  return (
    <>
      <FaultAlert fault={fault} />
      <Button size="xs" variant="default" loading={busy} onClick={() => void send({})}>
        Sign out other sessions
      </Button>
    </>
  );
}
