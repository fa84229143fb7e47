import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { FaultAlert } from '../ui/form/fault-alert';
import { readForm } from '../ui/form/read-form';
import { useSend } from '../ui/form/use-send';

const KINDS = {
  app: {
    path: '/api/auth/two-factor/verify-totp',
    about: 'Enter the code from your authenticator app.',
    label: 'Authentication code',
    other: 'Use a backup code',
  },
  backup: {
    path: '/api/auth/two-factor/verify-backup-code',
    about: 'Enter one of your backup codes. Each code works once.',
    label: 'Backup code',
    other: 'Use authenticator app',
  },
};

/** The second step of signing in. */
export function CodeStep({ onDone, onBack }: { onDone: () => void; onBack: () => void }) {
  const [kind, setKind] = useState<keyof typeof KINDS>('app');
  return (
    <Stack>
      <CodeForm key={kind} kind={kind} onDone={onDone} />
      <Group justify="space-between">
        <Anchor component="button" type="button" size="sm" onClick={() => setKind(kind === 'app' ? 'backup' : 'app')}>
          {KINDS[kind].other}
        </Anchor>
        <Anchor component="button" type="button" size="sm" onClick={onBack}>
          Start over
        </Anchor>
      </Group>
    </Stack>
  );
}

function CodeForm({ kind, onDone }: { kind: keyof typeof KINDS; onDone: () => void }) {
  const { path, about, label } = KINDS[kind];
  const { send, busy, fault } = useSend<{ code: string }, unknown>(path, { invalidates: [] });
  const submit = async ({ code = '' }: Record<string, string>) => {
    if ((await send({ code: code.replaceAll(/\s/g, '') })) !== null) onDone();
  };
  return (
    <form onSubmit={readForm(submit)}>
      <Stack>
        <Text size="sm" c="dimmed">
          {about}
        </Text>
        <FaultAlert fault={fault} />
        <TextInput
          name="code"
          label={label}
          autoComplete="one-time-code"
          inputMode={kind === 'app' ? 'numeric' : 'text'}
          required
          withAsterisk={false}
          ref={focusFirst}
        />
        <Button type="submit" loading={busy}>
          Confirm
        </Button>
      </Stack>
    </form>
  );
}

/** Focuses the only input of this step. A constant function, so that React calls it once and not at each keystroke. */
const focusFirst = (input: HTMLInputElement | null): void => input?.focus();
