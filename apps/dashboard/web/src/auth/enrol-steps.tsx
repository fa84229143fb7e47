import { Button, Group, List, Stack, Text, TextInput } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { FaultAlert } from '../ui/form/fault-alert';
import { readForm } from '../ui/form/read-form';
import { useSend } from '../ui/form/use-send';
import { Secret } from '../ui/text/secret';
import classes from './enrol-steps.module.css';

const QrCode = lazy(() => import('react-qr-code'));

type Props = { totpURI: string; onDone(): void; onCancel(): void };

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
        <CodeForm onDone={onDone} onCancel={onCancel} />
      </List.Item>
    </List>
  );
}

function CodeForm({ onDone, onCancel }: Omit<Props, 'totpURI'>) {
  const { send, busy, fault } = useSend<{ code: string }, unknown>('/api/auth/two-factor/verify-totp', {
    invalidates: ['/api/me', '/api/sessions'],
  });
  const submit = async ({ code = '' }: Record<string, string>) => {
    if ((await send({ code: code.replaceAll(/\s/g, '') })) !== null) onDone();
  };
  return (
    <form onSubmit={readForm(submit)}>
      <Stack>
        <FaultAlert fault={fault} />
        <TextInput
          name="code"
          label="Enter the code from the app"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          withAsterisk={false}
          maw={320}
        />
        <Group gap="xs">
          <Button type="submit" loading={busy}>
            Turn on
          </Button>
          <Button variant="default" onClick={onCancel} disabled={busy}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
