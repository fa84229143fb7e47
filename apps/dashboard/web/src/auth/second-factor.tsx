import { Alert, Box, Button, Code, Group, List, SimpleGrid, Stack, Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { DialogButton, type Opener } from '../ui/form/dialog';
import { DialogForm, SendForm, useSend } from '../ui/form/form';
import { CopyButton, Secret } from '../ui/text/copy';
import { CodeInput, CurrentPasswordInput, codeIn } from './inputs';

const QrCode = lazy(() => import('react-qr-code'));

export type Enrolment = { totpURI: string; backupCodes: string[] };

export const EnrolButton = ({ onBegun }: { onBegun(enrolment: Enrolment): void }) => (
  <PasswordButton<Enrolment>
    button="Set up"
    variant="filled"
    title="Set up two-factor authentication"
    asks={{ path: '/api/auth/two-factor/enable', confirm: 'Continue', onAnswer: onBegun }}
  />
);

type Props = Pick<Enrolment, 'totpURI'> & { onDone(): void; onCancel(): void };

/** The app reads the secret, and a code proves that it did. Only then is the second step on. */
export function EnrolSteps({ totpURI, onDone, onCancel }: Props) {
  const secret = new URL(totpURI).searchParams.get('secret') ?? '';
  return (
    <List type="ordered" spacing="md" maw="30rem">
      <List.Item>
        <Text size="sm" mb="xs">
          Scan this QR code with an authenticator app, such as Google Authenticator, Aegis or 1Password.
        </Text>
        {/* White in the dark scheme too: many cameras cannot read a light code on a dark background. */}
        <Box w="fit-content" p={12} bd="1px solid var(--mantine-color-default-border)" bdrs="md" bg="#fff" lh={0}>
          <Suspense fallback={null}>
            <QrCode value={totpURI} size={168} title="QR code for your authenticator app" role="img" />
          </Suspense>
        </Box>
        <Text size="sm" mt="xs" component="div">
          Or enter this setup key in the app: <Secret text={secret} what="setup key" />
        </Text>
      </List.Item>
      <List.Item>
        <SendForm
          path="/api/auth/two-factor/verify-totp"
          invalidates={['/api/me', '/api/sessions']}
          body={codeIn}
          onSent={onDone}
          submit={(busy) => (
            <Group gap="xs">
              <Button type="submit" loading={busy}>
                Turn on
              </Button>
              <Button variant="default" onClick={onCancel} disabled={busy}>
                Cancel
              </Button>
            </Group>
          )}
        >
          {() => <CodeInput label="Enter the code from the app" inputMode="numeric" maw={320} />}
        </SendForm>
      </List.Item>
    </List>
  );
}

/** The backup codes are shown only once: the server does not show them again. */
export const BackupCodes = ({ codes, onKept }: { codes: string[]; onKept: () => void }) => (
  <Alert title="Your backup codes" color="yellow" variant="outline" w="100%" role="status">
    <Stack>
      <Text size="sm">
        Store these codes with your passwords. Each code signs you in once when you don’t have your phone. You’ll see
        them only once.
      </Text>
      <SimpleGrid cols={{ base: 2, sm: 5 }} spacing="xs">
        {codes.map((code) => (
          <Code key={code}>{code}</Code>
        ))}
      </SimpleGrid>
      <Group gap="xs">
        <CopyButton text={codes.join('\n')} what="all codes" wide />
        <Button onClick={onKept}>Done, I’ve saved them</Button>
      </Group>
    </Stack>
  </Alert>
);

type Asked<Answer> = {
  /** Where `{ password }` is posted. */
  path: string;
  about?: string;
  confirm: string;
  danger?: boolean;
  onAnswer(answer: Answer): void;
};

/** A button that asks for the password again, because somebody else may use an open browser. */
export const PasswordButton = <Answer,>({ asks, ...opener }: Opener & { title: string; asks: Asked<Answer> }) => (
  <DialogButton {...opener}>{(close) => <PasswordForm<Answer> {...asks} onClose={close} />}</DialogButton>
);

function PasswordForm<Answer>(props: Asked<Answer> & { onClose(): void }) {
  const { path, about, confirm, danger = false, onAnswer, onClose } = props;
  const { send, busy, fault, fields } = useSend<{ password: string }, Answer>(path, {
    invalidates: ['/api/me', '/api/sessions'],
    shown: ['password'],
  });
  const ask = async ({ password = '' }: Record<string, string>) => {
    const sent = await send({ password });
    if (sent !== null) onAnswer(sent);
    return sent !== null;
  };
  return (
    <DialogForm onClose={onClose} submit={confirm} busy={busy} fault={fault} onSubmit={ask} danger={danger}>
      {about !== undefined && <Text size="sm">{about}</Text>}
      <CurrentPasswordInput label="Your password" error={fields.password} data-autofocus />
    </DialogForm>
  );
}
