import { Alert, Button, Code, Group, List, SimpleGrid, Stack, Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { SendForm } from '../ui/form/send-form';
import { CopyButton } from '../ui/text/copy-button';
import { Secret } from '../ui/text/secret';
import { CodeInput, codeIn } from './code-step';
import classes from './enrol-steps.module.css';
import { PasswordButton } from './password-button';

const QrCode = lazy(() => import('react-qr-code'));

/** A second factor that is being set up. */
export type Enrolment = { totpURI: string; backupCodes: string[] };

/** Begins to set up a second factor. */
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
    <List type="ordered" spacing="md" className={classes.steps}>
      <List.Item>
        <Text size="sm" mb="xs">
          Scan this QR code with an authenticator app, such as Google Authenticator, Aegis or 1Password.
        </Text>
        <div className={classes.code}>
          <Suspense fallback={null}>
            <QrCode value={totpURI} size={168} title="QR code for your authenticator app" role="img" />
          </Suspense>
        </div>
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
